import type { Role } from '@vesalius/contract/calls';
import type { Language } from '@vesalius/contract/constants';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { enqueue } from '../../platform/jobs.ts';
import { accountLetters } from './jobs.ts';
import { findUserByEmail, insertUser, listUnverified } from './queries.ts';

export interface Invitation {
  email: string;
  firstName: string;
  secondName: string;
  role: Role;
  language?: Language;
  /** Named in the mail. */
  invitedBy: string | null;
}

/**
 * The account with this address, or a new one whose owner gets a mail with a link to set a password. For students that a
 * director adds, and for authors, editors, directors and staff. An existing account keeps its role and name; the caller
 * decides whether it is suitable.
 */
export async function findOrInvitePerson(
  tx: Tx,
  invitation: Invitation,
  now: Date,
): Promise<{ id: string; role: Role; invited: boolean }> {
  const { email, firstName, secondName, role, language = 'en', invitedBy } = invitation;
  const existing = await findUserByEmail(tx, email, now);
  if (existing) return { id: existing.id, role: existing.role, invited: false };
  const id = newId();
  await insertUser(tx, { id, role, email, firstName, secondName, language }, now);
  await enqueue(tx, accountLetters.sendInvitation({ user_id: id, by: invitedBy }));
  return { id, role, invited: true };
}

/**
 * Mails those whose address is not verified a link to set a password. Using it verifies the address, and ends the sessions of
 * anyone who registered it without owning it. Returns the ids of the recipients.
 */
export async function inviteUnverified(
  tx: Tx,
  userIds: readonly string[],
  invitedBy: string | null,
): Promise<readonly string[]> {
  const unverified = await listUnverified(tx, userIds);
  for (const id of unverified)
    await enqueue(tx, accountLetters.sendInvitation({ user_id: id, by: invitedBy }));
  return unverified;
}
