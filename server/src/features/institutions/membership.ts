import type { AuditAction } from '@vesalius/contract/audit-actions';
import { recordAudit } from '../../platform/audit.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { demand } from '../../platform/errors.ts';
import { inviteUnverified } from '../accounts/invite-person.ts';
import {
  countMembers,
  deleteMember,
  insertMembers,
  listMembersToBe,
  lockInstitution,
  setManager,
} from './queries.ts';

/** Who is changed, and by whom: a manager of the institution, or the staff. */
interface MemberOfActor {
  readonly institutionId: string;
  readonly userId: string;
  readonly actorId: string;
}

/**
 * A seat for an account. Whose address is not verified reads nothing with it yet, and gets the letter that verifies:
 * somebody else may have registered the address. False when it was a member already. Throws `no_seat_left`.
 */
export async function addMember(tx: Tx, member: MemberOfActor, now: Date): Promise<boolean> {
  const { institutionId, userId } = member;
  const { name, seats } = await lockInstitution(tx, institutionId);
  demand(seats === null || (await countMembers(tx, institutionId)) < seats, 'no_seat_left');
  if ((await insertMembers(tx, institutionId, [userId], now)).length === 0) return false;
  await inviteUnverified(tx, [userId], name);
  await recordMembership(tx, 'institution.add-member', member, now);
  return true;
}

/** Puts a member out for good: only an invitation brings them back. Throws `not_found`. */
export function removeMember(db: Db, member: MemberOfActor, now: Date): Promise<void> {
  const { institutionId, userId } = member;
  return inTransaction(db, async (tx) => {
    // Whoever takes a seat at a sign-in holds the institution: the removal comes before or after, not in between.
    await lockInstitution(tx, institutionId);
    demand((await deleteMember(tx, institutionId, userId, now)) === 1, 'not_found');
    await recordMembership(tx, 'institution.remove-member', member, now);
  });
}

/** Throws `not_found` for somebody who is no member. */
export function changeManager(
  db: Db,
  { isManager, ...member }: MemberOfActor & { isManager: boolean },
  now: Date,
): Promise<void> {
  const { institutionId, userId } = member;
  return inTransaction(db, async (tx) => {
    demand((await setManager(tx, institutionId, userId, isManager)) === 1, 'not_found');
    const action = isManager ? 'institution.appoint-manager' : 'institution.dismiss-manager';
    await recordMembership(tx, action, member, now);
  });
}

const recordMembership = (
  tx: Tx,
  action: AuditAction,
  { institutionId, userId, actorId }: MemberOfActor,
  now: Date,
) =>
  recordAudit(
    tx,
    { actorId, action, subjectType: 'user', subjectId: userId, detail: { institution_id: institutionId } },
    now,
  );

/** As many as there are seats for, of those whose verified address is in one of its domains. */
export async function joinByDomain(tx: Tx, institutionId: string, now: Date): Promise<void> {
  const { seats } = await lockInstitution(tx, institutionId);
  const free = seats === null ? null : Math.max(0, seats - (await countMembers(tx, institutionId)));
  await insertMembers(tx, institutionId, await listMembersToBe(tx, institutionId, free), now);
}
