import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../lib/error-text.ts';
import { notifyError, notifySuccess } from '../../../ui/notify.ts';

/** One act of the staff about money: says that it was done, and shows everything anew. */
export function useMoneyAct<Input = void, Result = unknown>(
  act: (input: Input) => Promise<Result>,
  done?: (result: Result) => void,
) {
  const { t, i18n } = useTranslation('sales');
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: async (result) => {
      notifySuccess(t('done'));
      done?.(result);
      await queryClient.invalidateQueries({ queryKey: ['admin'] });
    },
    onError: async (error) => notifyError(await errorText(error, i18n.language)),
  });
}
