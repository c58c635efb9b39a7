import type { Deps } from '../../../platform/deps.ts';
import type { MailContent } from '../../../platform/mail/layout.ts';
import { issueToken, TOKEN_LIFE_HOURS } from '../one-time-tokens.ts';
import { recordInvitation } from '../people-import/import-queries.ts';
import { assignmentsInLetter } from './assignments-in-letter.ts';
import { invitationLetter } from './letters.ts';
import { type Addressee, mailPerson } from './mail-person.ts';

interface Invitation {
  /** Who invites; named in the mail. */
  readonly by: string | null;
  /** The program or institution that the user was added to. */
  readonly invitedTo?: string;
  /** The purpose of the account, mentioned after who invites. */
  readonly purpose?: (reader: Pick<Addressee, 'language' | 'timeZone'>) => readonly string[];
}

/** The page then speaks of an invitation and not of a forgotten password. */
export const invitationPath = (token: string, email: string): string =>
  `/forget-password?${new URLSearchParams({ token, email, invitation: 'true' })}`;

/** Sends the mail with which the owner of an address chooses a password. For job handlers of every feature. */
export const mailInvitation = (
  deps: Deps,
  { userId, jobId }: { userId: string; jobId: string },
  invitation: Invitation,
): Promise<void> => mailPerson(deps, userId, jobId, (person) => writeInvitation(deps, person, invitation));

export async function writeInvitation(
  deps: Deps,
  person: Addressee,
  { by, invitedTo, purpose = () => [] }: Invitation,
): Promise<MailContent> {
  const { db, clock, config } = deps;
  const now = clock.now();
  const token = await issueToken(db, { userId: person.id, purpose: 'invitation', invitedTo, now });
  await recordInvitation(db, person.id, now);
  const url = `${config.publicUrl}${invitationPath(token, person.email)}`;
  const { sentences, ...links } = await assignmentsInLetter(deps, person);
  return {
    ...invitationLetter(person, url, {
      by,
      purpose: [...purpose(person), ...sentences],
      days: TOKEN_LIFE_HOURS.invitation / 24,
    }),
    ...links,
  };
}
