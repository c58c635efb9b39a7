import { useTranslation } from 'react-i18next';
import { errorText } from '../../../lib/error-text.ts';
import { notifyError } from '../../../ui/notify.ts';

/** Shows why a call failed. */
export function useErrorToast(): (error: Error) => Promise<void> {
  const { i18n } = useTranslation();
  return async (error) => {
    notifyError(await errorText(error, i18n.language));
  };
}
