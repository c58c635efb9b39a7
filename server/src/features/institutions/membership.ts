import type { AuditAction } from '@vesalius/contract/audit-actions';
import { recordAudit } from '../../platform/audit.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { demand } from '../../platform/errors.ts';
import { enqueue, enqueueForMany } from '../../platform/jobs.ts';
import { institutionLetters } from './jobs.ts';
import { isManagerOf, lockInstitution, setManager } from './queries.ts';
import { moveMembersOut } from './removal-queries.ts';
import { countMembers, insertMembers, listMembersToBe } from './seat-queries.ts';

/** Who is changed, and by whom: a manager of the institution, or the staff. */
interface MemberOfActor {
  readonly institutionId: string;
  readonly userId: string;
  readonly actorId: string;
}

/**
 * Before a manager's power is used: locks the institution, under which managers come and go, and asks again who is one.
 * What was read before may be over: two who put each other out would leave nobody. Throws `not_allowed`.
 */
export async function holdManager(
  tx: Tx,
  { institutionId, actorId }: { institutionId: string; actorId: string },
): Promise<void> {
  await lockInstitution(tx, institutionId);
  demand(await isManagerOf(tx, institutionId, actorId), 'not_allowed');
}

/** What a manager does, under `holdManager`. */
export const asManager = (
  db: Db,
  given: { institutionId: string; actorId: string },
  work: (tx: Tx) => Promise<void>,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    await holdManager(tx, given);
    await work(tx);
  });

/**
 * A seat for an account, and the management with it where that is wanted. One letter says so. Whose address is not
 * verified reads nothing with the seat yet, and gets the letter that verifies: somebody else may have registered the
 * address. False when it was a member already. Throws `no_seat_left`.
 */
export async function addMember(
  tx: Tx,
  { isManager, ...member }: MemberOfActor & { isManager: boolean },
  now: Date,
): Promise<boolean> {
  const { institutionId, userId } = member;
  const { seats } = await lockInstitution(tx, institutionId);
  demand(seats === null || (await countMembers(tx, institutionId)) < seats, 'no_seat_left');
  if ((await insertMembers(tx, institutionId, [userId], now)).length === 0) return false;
  await recordMembership(tx, 'institution.add-member', member, now);
  if (isManager) await storeManager(tx, { ...member, isManager }, now);
  // A manager who is dismissed before the letter leaves is told of the seat.
  await welcome(tx, member, { as_manager: isManager ? null : false });
  return true;
}

/** Puts a member out for good: only an invitation brings them back. Throws `not_found`. */
export async function removeMember(tx: Tx, member: MemberOfActor, now: Date): Promise<void> {
  const { institutionId, userId } = member;
  // Whoever takes a seat at a sign-in holds the institution: the removal comes before or after, not in between.
  await lockInstitution(tx, institutionId);
  const out = { institutionId, userIds: [userId], removalId: null };
  demand((await moveMembersOut(tx, out, now)).length === 1, 'not_found');
  await recordMembership(tx, 'institution.remove-member', member, now);
}

/** A new manager gets a letter. Throws `not_found` for somebody who is no member. */
export async function changeManager(
  tx: Tx,
  { isManager, ...member }: MemberOfActor & { isManager: boolean },
  now: Date,
): Promise<void> {
  const { institutionId, userId } = member;
  await lockInstitution(tx, institutionId);
  const isNew = isManager && !(await isManagerOf(tx, institutionId, userId));
  await storeManager(tx, { ...member, isManager }, now);
  if (isNew) await welcome(tx, member, { as_manager: true });
}

async function storeManager(
  tx: Tx,
  { isManager, ...member }: MemberOfActor & { isManager: boolean },
  now: Date,
): Promise<void> {
  const { institutionId, userId } = member;
  demand((await setManager(tx, institutionId, userId, isManager)) === 1, 'not_found');
  const action = isManager ? 'institution.appoint-manager' : 'institution.dismiss-manager';
  await recordMembership(tx, action, member, now);
}

const welcome = (tx: Tx, { institutionId, userId }: MemberOfActor, options: { as_manager: boolean | null }) =>
  enqueue(
    tx,
    institutionLetters.welcomeMember({ institution_id: institutionId, user_id: userId, ...options }),
  );

export const recordMembership = (
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

/**
 * As many as there are seats for, of those whose verified address is in one of its domains. They learn it by a letter:
 * so does whoever verifies such an address later.
 */
export async function joinByDomain(tx: Tx, institutionId: string, now: Date): Promise<void> {
  const { seats } = await lockInstitution(tx, institutionId);
  const free = seats === null ? null : Math.max(0, seats - (await countMembers(tx, institutionId)));
  const joined = await insertMembers(tx, institutionId, await listMembersToBe(tx, institutionId, free), now);
  await enqueueForMany(
    tx,
    joined.map((userId) =>
      institutionLetters.welcomeMember({ institution_id: institutionId, user_id: userId, as_manager: false }),
    ),
  );
}
