import type { AuditAction } from '@vesalius/contract/audit-actions';
import { recordAudit } from '../../platform/audit.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { demand } from '../../platform/errors.ts';
import { enqueue, enqueueForMany } from '../../platform/jobs.ts';
import { notePlacesEnding } from '../accounts/mail/told-places.ts';
import { listWhoKnow, tellPlacesEnded } from '../accounts/people-import/tell-ended.ts';
import { institutionLetters } from './jobs.ts';
import { isManagerOf, lockInstitution, setManager } from './queries.ts';
import { moveMembersOut } from './removal-queries.ts';
import { countMembers, insertMembers, listMembersToBe } from './seat-queries.ts';

/** The changed member, and the actor: a manager of the institution, or staff. */
interface MemberOfActor {
  readonly institutionId: string;
  readonly userId: string;
  readonly actorId: string;
}

/**
 * Locks the institution, which also guards changes of its managers, and checks again within the transaction that the actor is
 * one: two managers who remove each other would leave none. Throws `not_allowed`.
 */
export async function holdManager(
  tx: Tx,
  { institutionId, actorId }: { institutionId: string; actorId: string },
): Promise<void> {
  await lockInstitution(tx, institutionId);
  demand(await isManagerOf(tx, institutionId, actorId), 'not_allowed');
}

/** Runs an action of a manager under `holdManager`. */
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
 * Gives an account a seat and, if wanted, the management, and sends one mail about it. A user with an unverified address cannot
 * use the seat yet and gets the mail that verifies the address, because someone else may have registered it. False if the user
 * already was a member. Throws `no_seat_left`.
 */
export async function addMember(
  tx: Tx,
  { isManager, ...member }: MemberOfActor & { isManager: boolean },
  now: Date,
): Promise<boolean> {
  const { institutionId, userId } = member;
  const { seats } = await lockInstitution(tx, institutionId);
  if ((await insertMembers(tx, institutionId, [userId], now)).length === 0) return false;
  // Checked afterwards, because whoever is a member already needs no seat. A refusal rolls the insert back.
  demand(seats === null || (await countMembers(tx, institutionId)) <= seats, 'no_seat_left');
  await recordMembership(tx, 'institution.add-member', member, now);
  if (isManager) await storeManager(tx, { ...member, isManager }, now);
  // A manager who is demoted before the mail is sent is told about the seat only.
  await welcome(tx, member, { as_manager: isManager ? null : false });
  return true;
}

/** Removes a member until the next invitation. Throws `not_found`. */
export async function removeMember(tx: Tx, member: MemberOfActor, now: Date): Promise<void> {
  const { institutionId, userId } = member;
  // Taking a seat at sign-in also locks the institution, so the removal comes before or after it.
  await lockInstitution(tx, institutionId);
  const out = { institutionId, userIds: [userId], removalId: null };
  demand((await moveMembersOut(tx, out, now)).length === 1, 'not_found');
  await recordMembership(tx, 'institution.remove-member', member, now);
  await tellMembersRemoved(tx, { institutionId, userIds: [userId] }, now);
}

/** Mails those who were removed and know that they were members. */
export async function tellMembersRemoved(
  tx: Tx,
  { institutionId, userIds }: { institutionId: string; userIds: readonly string[] },
  now: Date,
): Promise<void> {
  const { name } = await lockInstitution(tx, institutionId);
  await tellPlacesEnded(tx, { groupId: institutionId, place: name, by: null, userIds }, now);
}

/** A new manager gets a mail, and so does a dismissed one. Throws `not_found` if the user is not a member. */
export async function changeManager(
  tx: Tx,
  { isManager, ...member }: MemberOfActor & { isManager: boolean },
  now: Date,
): Promise<void> {
  const { institutionId, userId } = member;
  await lockInstitution(tx, institutionId);
  const wasManager = await isManagerOf(tx, institutionId, userId);
  await storeManager(tx, { ...member, isManager }, now);
  if (isManager && !wasManager) await welcome(tx, member, { as_manager: true });
  if (!isManager && wasManager) await tellDismissed(tx, member, now);
}

/** Mails a dismissed manager who knows of the management. */
async function tellDismissed(tx: Tx, { institutionId, userId }: MemberOfActor, now: Date): Promise<void> {
  const groupId = institutionId;
  const told = await listWhoKnow(tx, { groupId, userIds: [userId], of: 'management' });
  if (told.length === 0) return;
  await notePlacesEnding(tx, { groupId, userIds: told, state: 'member' }, now);
  const letter = { institution_id: institutionId, user_id: userId, dismissed_at: now.toISOString() };
  await enqueue(tx, institutionLetters.tellDismissed(letter));
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
 * Adds users with a verified address in one of the institution's domains, as far as there are seats. They get a mail; users who
 * verify such an address later get it as well.
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
