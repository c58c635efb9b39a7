import type { Db } from '../../../platform/database/database.ts';
import { demand } from '../../../platform/errors.ts';
import type { Actor } from '../../accounts/actor.ts';
import { findPowers } from './access-queries.ts';

/** `edit` includes `review`: to read the working copy, comment and approve. */
export type WorkPower = 'edit' | 'review';

/**
 * The one policy of books that are being made: staff do everything, a producer edits their books, authors and editors of
 * a book review it. Throws `not_found` for whoever has nothing to do with the work, `not_allowed` for a reviewer who
 * would change it. Answers with what the actor may do.
 */
export async function demandWork(db: Db, actor: Actor, workId: string, power: WorkPower): Promise<WorkPower> {
  const held = await findPower(db, actor, workId);
  demand(held, 'not_found');
  demand(held === 'edit' || power === 'review', 'not_allowed');
  return held;
}

/** Null: the actor has nothing to do with the work, or there is no such work. */
export async function findPower(db: Db, actor: Actor, workId: string): Promise<WorkPower | null> {
  // Assignments are given to an address: nothing opens before it is verified.
  const row = actor.emailVerified ? await findPowers(db, actor, workId) : null;
  return row && powerOf(actor, row);
}

function powerOf(
  actor: Actor,
  { isStaff, roles }: { isStaff: boolean; roles: readonly string[] },
): WorkPower | null {
  if (actor.role === 'staff') return isStaff ? 'edit' : null;
  if (roles.includes('producer')) return 'edit';
  return roles.length > 0 ? 'review' : null;
}
