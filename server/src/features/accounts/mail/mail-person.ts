import type { Deps } from '../../../platform/deps.ts';
import { composeMail, type MailContent } from '../../../platform/mail/layout.ts';
import { findUserById, type UserRow } from '../queries.ts';
import { greetedName } from './name-in-letter.ts';

export type Addressee = Pick<
  UserRow,
  | 'id'
  | 'email'
  | 'emailVerified'
  | 'firstName'
  | 'secondName'
  | 'language'
  | 'role'
  | 'timeZone'
  | 'hasAcceptedTerms'
>;

/**
 * Sends a mail to a user in the user's language. For job handlers of every feature. `id` is the job's, by which a mail server
 * can recognize duplicates. An account that was deleted since gets nothing.
 */
export async function mailPerson(
  deps: Deps,
  userId: string,
  id: string,
  write: (person: Addressee) => Promise<MailContent> | MailContent,
): Promise<void> {
  const person = await findUserById(deps.db, userId, deps.clock.now());
  if (!person) return;
  const firstName = greetedName(person.language, person.firstName);
  const mail = composeMail(await write({ ...person, firstName }));
  await deps.mailer.send({ to: person.email, ...mail, id });
}
