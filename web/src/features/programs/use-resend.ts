import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../lib/error-text.ts';
import { notifyError, notifySuccess } from '../../ui/notify.ts';
import { resendInvitations, studentsKey } from './api.ts';

/** Sends invitations again, and says how many were; those of the last hour are left. */
export function useResend(programId: string) {
  const { t, i18n } = useTranslation('programs');
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (userIds: readonly string[] | undefined) => resendInvitations(programId, userIds),
    onSuccess: async ({ sent, waiting }) => {
      const sentences = [
        sent > 0 && t('students.resent', { count: sent }),
        waiting > 0 && t('students.tooFresh', { count: waiting }),
      ];
      notifySuccess(sentences.filter(Boolean).join(' '));
      await queryClient.invalidateQueries({ queryKey: studentsKey(programId) });
    },
    onError: async (error) => notifyError(await errorText(error, i18n.language)),
  });
}
