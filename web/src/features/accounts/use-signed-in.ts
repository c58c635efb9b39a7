import type { SignedIn } from '@vesalius/contract/accounts';
import { useTranslation } from 'react-i18next';
import { changeLanguage } from '../../i18n/i18n.ts';
import { notifySuccess } from '../../ui/notify.ts';
import { storeSignedIn } from './api.ts';

/** What every way of signing in does when it has succeeded: keeps the person, says so. The app asks for everything anew. */
export function useSignedIn(): (user: SignedIn, remember: boolean | undefined, message?: string) => void {
  const { t, i18n } = useTranslation('accounts');
  return (user, remember, message = t('signIn.welcomeBack')) => {
    storeSignedIn(user, remember);
    if (user.language !== i18n.language && !keptLanguage()) void changeLanguage(i18n, user.language);
    notifySuccess(message);
  };
}

/** A language chosen in this browser wins over the account's. */
function keptLanguage(): boolean {
  try {
    return localStorage.getItem('lang') !== null;
  } catch {
    return false;
  }
}
