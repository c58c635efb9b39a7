import { withoutLinks } from '@vesalius/contract/links';
import type { Deps } from '../../../platform/deps.ts';
import { composeMail, type MailContent } from '../../../platform/mail/layout.ts';
import { findUserById, type UserRow } from '../queries.ts';

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
 * For the handlers of jobs of every feature: writes to a person in the person's language. `id` is the job's: a mail
 * server can tell a repetition by it. An account deleted meanwhile gets nothing.
 */
export async function mailPerson(
  deps: Deps,
  userId: string,
  id: string,
  write: (person: Addressee) => Promise<MailContent> | MailContent,
): Promise<void> {
  const person = await findUserById(deps.db, userId, deps.clock.now());
  if (!person) return;
  const firstName = withoutLinks(person.firstName);
  const mail = composeMail(await write({ ...person, firstName }));
  await deps.mailer.send({ to: person.email, ...mail, id });
}
