import type { TFunction } from 'i18next';
import type { Notice } from './notice.ts';
import { paths } from './paths.ts';
import { otherSession } from './session.ts';

/**
 * After a user left by their own word. Beside a remembered user the next page is that user's: says whose it is, and offers to
 * sign in as another.
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
