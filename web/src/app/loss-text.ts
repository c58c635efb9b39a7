import type { TFunction } from 'i18next';
import { areAnswersKept } from '../lib/open-answers.ts';
import { isStoredFor, whyTabLost } from '../lib/session.ts';
import type { Session } from '../lib/stored-session.ts';
import { formsWrittenHere } from '../lib/unsent.ts';
import { hasUnsaved } from '../lib/user-storage.ts';

const LEFT_BECAUSE = {
  signedOut: 'left.elsewhere',
  ended: 'left.ended',
  replaced: 'left.otherUser',
} as const;

/** What a tab says that lost its user: why, and what became of the work in it. */
export function lossText(t: TFunction<'shell'>, former: Session, now: Session | null): string {
  const loss = whyTabLost(former, now);
  const sentences = [t(LEFT_BECAUSE[loss])];
  if (loss === 'ended') {
    if (hasUnsaved(former.userId)) sentences.push(t('left.kept'));
  } else {
    if (!now && areAnswersKept()) sentences.push(t('left.answersKept'));
    // Signing out deletes what was not sent, with the last tab of its writer.
    const forms = isStoredFor(former.userId) ? [] : formsWrittenHere();
    if (forms.some((form) => form.startsWith('note:'))) sentences.push(t('left.noteLost'));
    else if (forms.length > 0) sentences.push(t('left.textLost'));
  }
  // The tab is from now on that of whoever the browser remembers.
  if (now && loss !== 'replaced') sentences.push(t('left.signedIn', { name: now.firstName }));
  return sentences.join(' ');
}
