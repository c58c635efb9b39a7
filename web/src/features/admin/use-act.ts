import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../lib/error-text.ts';
import { notifyError, notifySuccess, type ToastAction } from '../../ui/notify.ts';

/**
 * One act of the staff: says that it was done, and shows everything anew, the log included. A form may take complaints
 * about its fields; everything else that fails is said in a snackbar.
 */
export function useAct<Input = void>(
  act: (input: Input) => Promise<unknown>,
  done?: () => void,
  complain?: (error: unknown) => boolean,
  offered?: ToastAction,
) {
  const { t, i18n } = useTranslation('admin');
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: async () => {
      notifySuccess(t('done'), offered);
      done?.();
      await queryClient.invalidateQueries({ queryKey: ['admin'] });
    },
    onError: async (error) => {
      if (!complain?.(error)) notifyError(await errorText(error, i18n.language));
    },
  });
}
