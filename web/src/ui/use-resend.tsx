import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Activity } from '@vesalius/contract/people-activity';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../lib/error-text.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { notify, notifyError } from './notify.ts';
import { useNameList } from './use-name-list.ts';

/** Selected people, or all who match the filters of the list. */
export interface ResendTarget {
  readonly userIds?: readonly string[];
  readonly search?: string;
  readonly activity?: Activity | null;
}
interface Sent {
  readonly sent: number;
  /** The first three. */
  readonly names: readonly string[];
  readonly waiting: number;
}
type Send = (body: {
  user_ids?: string[];
  search_term?: string;
  activity?: Activity;
  dry_run?: boolean;
}) => Promise<Sent>;

const bodyOf = ({ userIds, search, activity }: ResendTarget) => ({
  ...(userIds ? { user_ids: [...userIds] } : {}),
  ...(search ? { search_term: search } : {}),
  ...(activity ? { activity } : {}),
});

/**
 * Sends invitations or reminders again and says to whom they were sent. People whose last letter is too recent are skipped.
 * Sends to one person at once; to many after a confirmation that names their number.
 */
export function useResend(send: Send, queryKey: readonly unknown[], what: 'resend' | 'remind' = 'resend') {
  const { t, i18n } = useTranslation('imports');
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState<(Sent & { target: ResendTarget }) | null>(null);
  const onError = async (error: unknown) => notifyError(await errorText(error, i18n.language));
  const nameList = useNameList();
  const told = ({ sent, names, waiting }: Sent) =>
    [
      sent > 0 && t(`letters.${what}.sent`, { count: sent, names: nameList(names, sent) }),
      waiting > 0 && t(`letters.${what}.tooFresh`, { count: waiting }),
    ]
      .filter(Boolean)
      .join(' ') || t(`letters.${what}.none`);
  const tell = (result: Sent) => void notify(result.sent > 0 ? 'success' : 'info', told(result));
  const sending = useMutation({
    mutationFn: (target: ResendTarget) => send(bodyOf(target)),
    onSuccess: async (result) => {
      tell(result);
      await queryClient.invalidateQueries({ queryKey });
    },
    onSettled: () => setAsking(null),
    onError,
  });
  const counting = useMutation({
    mutationFn: (target: ResendTarget) => send({ ...bodyOf(target), dry_run: true }),
    onSuccess: (counts, target) => (counts.sent > 0 ? setAsking({ ...counts, target }) : tell(counts)),
    onError,
  });
  return {
    ask: counting.mutate,
    isAsking: counting.isPending,
    sendTo: (userId: string) => sending.mutate({ userIds: [userId] }),
    isSendingTo: (userId: string) =>
      sending.isPending && asking === null && sending.variables.userIds?.[0] === userId,
    dialog: asking && (
      <ConfirmDialog
        title={t(`letters.${what}.title`, { count: asking.sent })}
        confirm={t(`letters.${what}.confirm`, { count: asking.sent })}
        isHarmless
        isPending={sending.isPending}
        onConfirm={() => sending.mutate(asking.target)}
        onClose={() => setAsking(null)}
      >
        {t(`letters.${what}.to`, { names: nameList(asking.names, asking.sent) })} {t(`letters.${what}.text`)}
        {asking.waiting > 0 && ` ${t(`letters.${what}.tooFresh`, { count: asking.waiting })}`}
      </ConfirmDialog>
    ),
  };
}
