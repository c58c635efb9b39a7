import type { Db, Tx } from '../../../platform/database/database.ts';
import { demand } from '../../../platform/errors.ts';
import type { Actor } from '../../accounts/actor.ts';
import { isDeletedFor } from '../works/delete-work-queries.ts';
import { findAccount, findPowers, lockPowers } from './access-queries.ts';

type WhoMay = Pick<Actor, 'userId' | 'role' | 'emailVerified'>;

/** `edit` includes `review`: reading the working copy, commenting and approving. */
export type WorkPower = 'edit' | 'review';

/**
 * The access policy of works: staff may do everything, producers edit their books, authors and editors of a book
 * review it. Throws `not_found` for users without access to the work, `work_deleted` for those who had it until it was
 * deleted, and `not_allowed` for a reviewer who would change it. Returns the actor's power.
 */
export async function demandWork(db: Db, actor: Actor, workId: string, power: WorkPower): Promise<WorkPower> {
  const held = await findPower(db, actor, workId);
  if (!held) {
    const isStaff = actor.role === 'staff';
    demand(!(await isDeletedFor(db, workId, { userId: actor.userId, isStaff })), 'work_deleted');
  }
  demand(held, 'not_found');
  demand(held === 'edit' || power === 'review', 'not_allowed');
  return held;
}

/**
 * The same within a transaction that writes: what the power depends on is locked until it ends, so a user who was taken off
 * the book meanwhile changes nothing any more. A transaction that also locks the work does that first (`lockWorkFor`).
 */
export async function holdWork(tx: Tx, actor: Actor, workId: string, power: WorkPower): Promise<WorkPower> {
  await lockPowers(tx, actor.userId, workId);
  return demandWork(tx, actor, workId, power);
}

/** Null: the actor has no access to the work, or there is no such work. */
export async function findPower(db: Db, actor: WhoMay, workId: string): Promise<WorkPower | null> {
  // Assignments are given to an address: they give no access before it is verified.
  const row = actor.emailVerified ? await findPowers(db, actor, workId) : null;
  return row && powerOf(actor, row);
}

/** Whether a user who is not the caller may still edit, by their present role, address and assignments. */
export async function stillEdits(db: Db, userId: string, workId: string): Promise<boolean> {
  const user = await findAccount(db, userId);
  return user !== null && (await findPower(db, user, workId)) === 'edit';
}

/** The same, with the rows that it depends on locked until the transaction ends. */
export async function holdEditing(tx: Tx, userId: string, workId: string): Promise<boolean> {
  await lockPowers(tx, userId, workId);
  return stillEdits(tx, userId, workId);
}

function powerOf(
  actor: WhoMay,
  { isStaff, roles }: { isStaff: boolean; roles: readonly string[] },
): WorkPower | null {
  if (actor.role === 'staff') return isStaff ? 'edit' : null;
  if (roles.includes('producer')) return 'edit';
  return roles.length > 0 ? 'review' : null;
}
