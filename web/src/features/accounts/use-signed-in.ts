import type { SignedIn } from '@vesalius/contract/users';
import { useTranslation } from 'react-i18next';
import { changeLanguage } from '../../i18n/i18n.ts';
import { storeNotice } from '../../lib/notice.ts';
import { getSession, rememberedBeside } from '../../lib/session.ts';
import { hasUnsaved } from '../../lib/user-storage.ts';
import { notifySuccess } from '../../ui/notify.ts';
import { storeSignedIn } from './api.ts';

/**
 * What every way of signing in does when it has succeeded: keeps the person, says so. The app asks for everything anew.
 * Whoever is remembered here and has written something that is not saved keeps the browser: it would be lost with their
 * session, and nobody asked them.
 */
export function useSignedIn(): (user: SignedIn, remember: boolean | undefined, message?: string) => void {
  const { t, i18n } = useTranslation('accounts');
  return (user, remember, message = t('signIn.welcomeBack')) => {
    const before = getSession();
    const writer = remember ? rememberedBeside(user.id) : null;
    const isKept = writer !== null && hasUnsaved(writer.userId);
    storeSignedIn(user, isKept ? false : remember);
    const text = isKept ? `${message} ${t('signIn.thisTabOnly', { name: writer.firstName })}` : message;
    // The tab was another user's: it is left, and the next page says what happened.
    if (before && before.userId !== user.id) return storeNotice({ tone: 'success', text, stays: true });
    if (user.language !== i18n.language && !keptLanguage()) void changeLanguage(i18n, user.language);
    notifySuccess(text);
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
