import { useMutation } from '@tanstack/react-query';
import type { Call } from '@vesalius/contract/calls';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../lib/error-text.ts';
import { saveAnswer } from '../../../lib/save-file.ts';
import { notifyError } from '../../../ui/notify.ts';

/** Saves the response of a call as a file. */
export function useSaveAnswer(call: Call, name: string) {
  const { i18n } = useTranslation('results');
  return useMutation({
    mutationFn: (query: Readonly<Record<string, string | undefined>>) => saveAnswer(call, query, name),
    onError: async (error) => notifyError(await errorText(error, i18n.language)),
  });
}
