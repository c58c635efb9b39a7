import { recordAudit } from '../../platform/audit.ts';
import type { Db } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { demand } from '../../platform/errors.ts';
import { presentRemovals, UNDO_MS } from '../accounts/people-import/present-removals.ts';
import { holdDirector } from './hold-director.ts';
import {
  deleteOldRemovals,
  findRemoval,
  listRemovals,
  moveStudentsBack,
  moveStudentsOut,
} from './removal-queries.ts';

interface Removal {
  readonly programId: string;
  /** One act, however often it is sent. */
  readonly removalId: string;
  readonly directorId: string;
}

/**
 * The access that came from the program ends with this; what the students achieved stays theirs. Answers how many this
 * removal took out, by this request or an earlier one.
 */
export function removeStudents(
  db: Db,
  given: Removal & { studentIds: readonly string[] },
  now: Date,
): Promise<{ removed: number }> {
  const { programId, directorId } = given;
  return inTransaction(db, async (tx) => {
    await holdDirector(tx, given);
    await deleteOldRemovals(tx, programId, new Date(now.getTime() - UNDO_MS));
    const gone = await moveStudentsOut(tx, given, now);
    if (gone.length > 0)
      await recordAudit(
        tx,
        {
          actorId: directorId,
          action: 'programs.remove-student',
          subjectType: 'program',
          subjectId: programId,
          detail: { student_ids: gone },
        },
        now,
      );
    return { removed: (await findRemoval(tx, given)).students };
  });
}

/** What may still be undone, whoever of the directors has removed them. */
export const listUndoableRemovals = async (db: Db, programId: string, now: Date) =>
  presentRemovals(await listRemovals(db, programId, new Date(now.getTime() - UNDO_MS)));

/** Everybody whom a removal took out is in the program as before, except whose account was deleted since. */
export function undoRemoval(db: Db, given: Removal, now: Date): Promise<{ restored: number }> {
  const { programId, directorId } = given;
  return inTransaction(db, async (tx) => {
    await holdDirector(tx, given);
    const { removedAt } = await findRemoval(tx, given);
    demand(removedAt, 'not_found');
    demand(now.getTime() - removedAt.getTime() < UNDO_MS, 'undo_over');
    const back = await moveStudentsBack(tx, given);
    await recordAudit(
      tx,
      {
        actorId: directorId,
        action: 'programs.undo-removal',
        subjectType: 'program',
        subjectId: programId,
        detail: { student_ids: back },
      },
      now,
    );
    return { restored: back.length };
  });
}
