import type { SignedIn } from '@vesalius/contract/users';
import { useTranslation } from 'react-i18next';
import { changeLanguage } from '../../i18n/i18n.ts';
import { storeNotice } from '../../lib/notice.ts';
import { endsWithPage, getSession, rememberedBeside } from '../../lib/session.ts';
import { hasUnsaved } from '../../lib/user-storage.ts';
import { notify, notifySuccess } from '../../ui/notify.ts';
import { storeSignedIn } from './api.ts';

/** Of an account whose owner chose none. */
const DEFAULT_LANGUAGE = 'en';

/**
 * Called after every kind of sign-in: stores the session and says so; the app refetches everything. If another user is
 * remembered in this browser and has unsaved texts, that user stays remembered and the new session belongs to this tab
 * only: the texts would be lost with that session without a question.
 */
export function useSignedIn(): (user: SignedIn, remember: boolean | undefined, message?: string) => void {
  const { t, i18n } = useTranslation('accounts');
  return (user, remember, message = t('signIn.welcomeBack')) => {
    const before = getSession();
    const writer = remember ? rememberedBeside(user.id) : null;
    const isKept = writer !== null && hasUnsaved(writer.userId);
    storeSignedIn(user, isKept ? false : remember);
    const text = isKept
      ? `${message.replace(/\.?$/, '.')} ${t('signIn.thisTabOnly', { name: writer.firstName })}`
      : message;
    // The tab belonged to another user: the page is left, and the next one says what happened.
    if (before && before.userId !== user.id) return storeNotice({ tone: 'success', text, stays: true });
    if (user.language !== i18n.language && user.language !== DEFAULT_LANGUAGE && !keptLanguage())
      void changeLanguage(i18n, user.language);
    notifySuccess(text);
    if (endsWithPage()) notify('info', t('signIn.endsWithPage'), { stays: true });
  };
}

/**
 * A language chosen in this browser takes precedence over the account's. The default language in an account is nobody's
 * choice: it does not replace the one of the page, which is the browser's.
 */
function keptLanguage(): boolean {
  try {
    return localStorage.getItem('lang') !== null;
  } catch {
    return false;
  }
}
