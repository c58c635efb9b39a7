import type { TFunction } from 'i18next';
import type { Notice } from './notice.ts';
import { paths } from './paths.ts';
import { otherSession } from './session.ts';

/**
 * The notice after a user signed out or deleted the account. If this browser remembers another user, that user is signed in
 * on the next page: the notice then names them and offers to sign in as someone else.
 */
export function leftNotice(t: TFunction<'shell'>, { tone, text }: Pick<Notice, 'tone' | 'text'>): Notice {
  const other = otherSession();
  if (!other) return { tone, text };
  return {
    tone,
    text: `${text} ${t('left.signedIn', { name: other.firstName })}`,
    stays: true,
    signInPath: paths.signIn.to(),
  };
}
