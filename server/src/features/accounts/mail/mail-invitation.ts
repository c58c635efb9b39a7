import type { Language } from '@vesalius/contract/constants';
import type { Deps } from '../../../platform/deps.ts';
import { issueToken, TOKEN_LIFE_HOURS } from '../one-time-tokens.ts';
import { recordInvitation } from '../people-import/import-queries.ts';
import { invitationLetter } from './letters.ts';
import { mailPerson } from './mail-person.ts';

export interface InvitationWords {
  /** Who invites, named in the letter. */
  readonly by: string | null;
  /** What the account is for, after who invites. */
  readonly purpose?: (language: Language) => readonly string[];
}

/** The letter with which the owner of an address chooses a password. For the handlers of jobs of every feature. */
export const mailInvitation = (
  deps: Deps,
  { userId, jobId }: { userId: string; jobId: string },
  { by, purpose = () => [] }: InvitationWords,
): Promise<void> =>
  mailPerson(deps, userId, jobId, async (person) => {
    const { db, clock, config } = deps;
    const now = clock.now();
    const token = await issueToken(db, { userId: person.id, purpose: 'invitation', now });
    await recordInvitation(db, person.id, now);
    const url = `${config.publicUrl}/forget-password?${new URLSearchParams({ token, email: person.email })}`;
    return invitationLetter(person, url, {
      by,
      purpose: purpose(person.language),
      days: TOKEN_LIFE_HOURS.invitation / 24,
    });
  });
