import { hashKey, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError, LostAnswer } from '../../lib/api-client.ts';
import { errorText } from '../../lib/error-text.ts';
import { formatDateTime } from '../../lib/formats.ts';
import { keysUnder } from '../../lib/query-keys.ts';
import { dismissToast, notify, notifyError } from '../../ui/notify.ts';

/** Lists, books and certificates depend on results. */
const DEPENDENT_KEYS = [keysUnder('assessments'), keysUnder('catalogue'), keysUnder('certificates')];

/** With the connection back, the reader can submit: the message about it is over. */
const dismissOnline = (toast: number): void =>
  window.addEventListener('online', () => dismissToast(toast), { once: true });

/**
 * Sends a submission once and stores the result in the screen's query. If another window, or an earlier try
 * whose answer was lost, was faster, it says so and shows the stored result. Refetches everything that depends on results.
 */
export function useSubmission<Sent, Stored>({
  send,
  queryKey,
  onStored,
  onElsewhere,
}: {
  send: (sent: Sent) => Promise<Stored>;
  /** The query of the questions; null if the caller shows the result elsewhere. */
  queryKey: QueryKey | null;
  onStored?: (stored: Stored) => void;
  /** Called if another window was faster and the caller shows the result elsewhere. */
  onElsewhere?: () => void;
}) {
  const { t, i18n } = useTranslation('assessments');
  const submissionError = async (error: unknown) =>
    `${t('submissionError')}. ${await errorText(error, i18n.language)}`;
  const queryClient = useQueryClient();
  /** What the last try was answered; the next one takes it away. */
  const failure = useRef<number>(undefined);
  /** An earlier try got no answer, and may have been stored. */
  const isAnswerLost = useRef(false);
  const refresh = () =>
    Promise.all(
      DEPENDENT_KEYS.map((dependent) =>
        queryClient.invalidateQueries({
          queryKey: dependent,
          // The result itself is already known.
          predicate: ({ queryHash }) => queryKey === null || queryHash !== hashKey(queryKey),
        }),
      ),
    );
  return useMutation({
    mutationFn: send,
    onSuccess: (stored) => {
      if (failure.current !== undefined) dismissToast(failure.current);
      if (queryKey) queryClient.setQueryData(queryKey, stored);
      void refresh();
      onStored?.(stored);
    },
    onError: async (error) => {
      if (error instanceof LostAnswer) isAnswerLost.current = true;
      if (error instanceof CallError && error.code === 'already_answered') {
        notify('info', t(isAnswerLost.current ? 'answeredBefore' : 'answeredElsewhere'));
        if (queryKey) void queryClient.invalidateQueries({ queryKey });
        await refresh();
        onElsewhere?.();
      } else if (error instanceof CallError && error.code === 'chapter_not_read') {
        failure.current = notifyError(t('chapter.title'));
        if (queryKey) void queryClient.invalidateQueries({ queryKey });
      } else if (error instanceof CallError && error.code === 'retake_too_soon' && error.retryAt) {
        const time = formatDateTime(error.retryAt, i18n.language);
        failure.current = notifyError(t('finalTest.retakeAt', { time }));
        await refresh();
      } else if (error instanceof CallError && error.code === 'answers_incomplete')
        failure.current = notifyError(t('answerAll'));
      else {
        failure.current = notifyError(await submissionError(error));
        if (error instanceof CallError && error.status === 0) dismissOnline(failure.current);
      }
    },
  });
}
