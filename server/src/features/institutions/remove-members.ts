import { recordAudit } from '../../platform/audit.ts';
import type { Db } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { demand } from '../../platform/errors.ts';
import { presentRemovals, UNDO_MS } from '../accounts/people-import/present-removals.ts';
import { holdManager } from './membership.ts';
import { lockInstitution } from './queries.ts';
import { findRemoval, listRemovals, moveMembersBack, moveMembersOut } from './removal-queries.ts';
import { countMembers } from './seat-queries.ts';

interface Removal {
  readonly institutionId: string;
  /** One act, however often it is sent. */
  readonly removalId: string;
  readonly actorId: string;
}

/**
 * Puts members out, all in one act; only an invitation or the undo brings them back. Nobody removes themselves. Answers how
 * many this removal put out, by this request or an earlier one.
 */
export const removeMembers = (
  db: Db,
  given: Removal & { userIds: readonly string[] },
  now: Date,
): Promise<{ removed: number }> =>
  inTransaction(db, async (tx) => {
    const { institutionId, actorId } = given;
    await holdManager(tx, given);
    const userIds = given.userIds.filter((id) => id !== actorId);
    const gone = await moveMembersOut(tx, { ...given, userIds }, now);
    for (const subjectId of gone) {
      const record = { subjectType: 'user', subjectId, detail: { institution_id: institutionId } };
      await recordAudit(tx, { actorId, action: 'institution.remove-member', ...record }, now);
    }
    return { removed: (await findRemoval(tx, given)).people };
  });

export const listUndoableRemovals = async (db: Db, institutionId: string, now: Date) =>
  presentRemovals(await listRemovals(db, institutionId, new Date(now.getTime() - UNDO_MS)));

/** As they were, but as plain members. Throws `no_seat_left` when their seats were taken meanwhile. */
export const undoRemoval = (db: Db, given: Removal, now: Date): Promise<{ restored: number }> =>
  inTransaction(db, async (tx) => {
    const { institutionId, actorId, removalId } = given;
    await holdManager(tx, given);
    const { people, removedAt } = await findRemoval(tx, given);
    demand(removedAt, 'not_found');
    demand(now.getTime() - removedAt.getTime() < UNDO_MS, 'undo_over');
    const { seats } = await lockInstitution(tx, institutionId);
    demand(seats === null || (await countMembers(tx, institutionId)) + people <= seats, 'no_seat_left');
    const restored = await moveMembersBack(tx, given);
    const record = { subjectType: 'institution', subjectId: institutionId };
    const detail = { removal_id: removalId, restored };
    await recordAudit(tx, { actorId, action: 'institution.undo-removal', ...record, detail }, now);
    return { restored };
  });
