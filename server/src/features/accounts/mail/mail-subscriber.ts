import type { OptionalLetter } from '@vesalius/contract/letters';
import type { Deps } from '../../../platform/deps.ts';
import { composeMail, type MailContent } from '../../../platform/mail/layout.ts';
import { findUserById, type UserRow } from '../queries.ts';
import type { Addressee } from './mail-person.ts';
import { greetedName } from './name-in-letter.ts';
import { unsubscribeToken } from './unsubscribe-token.ts';

const CHOICES = {
  digest: 'wantsDigest',
  weekly: 'wantsWeekly',
  work_comments: 'wantsWorkComments',
} as const satisfies Record<OptionalLetter, keyof UserRow>;

/**
 * As `mailPerson`, for a letter that a user may turn off: only to a verified address whose owner still wants it, with the link
 * that turns it off. `write` returns null if there is nothing to say.
 */
export async function mailSubscriber(
  deps: Deps,
  { userId, letter, jobId }: { userId: string; letter: OptionalLetter; jobId: string },
  write: (person: Addressee) => Promise<MailContent | null> | MailContent | null,
): Promise<void> {
  const { db, clock, config, mailer } = deps;
  const user = await findUserById(db, userId, clock.now());
  if (!user?.emailVerified || !user[CHOICES[letter]]) return;
  const content = await write({ ...user, firstName: greetedName(user.language, user.firstName) });
  if (!content) return;
  const unsubscribeUrl = `${config.publicUrl}/unsubscribe/${unsubscribeToken(config.secretKey, { userId, letter })}`;
  await mailer.send({ to: user.email, ...composeMail({ ...content, unsubscribeUrl }), id: jobId });
}
