import { IMPORT_UNDO_HOURS } from '@vesalius/contract/programs-limits';
import type { Db } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { demand } from '../../platform/errors.ts';
import { findImport, listImports, undoImport as undo } from './assign-queries.ts';
import { insertAudit } from './program-queries.ts';

const UNDO_MS = IMPORT_UNDO_HOURS * 3_600_000;

/** What a director may still take back, whoever of the directors has added it. */
export async function listUndoableImports(db: Db, programId: string, now: Date) {
  const rows = await listImports(db, programId, new Date(now.getTime() - UNDO_MS));
  return {
    data: rows.map(({ id, createdAt, addedBy, students }) => ({
      id,
      created_at: createdAt.toISOString(),
      added_by: addedBy,
      number_of_students: students,
      undo_until: new Date(createdAt.getTime() + UNDO_MS).toISOString(),
    })),
    metadata: { count: rows.length, currentPage: 1, pages: 1 },
  };
}

/** Everybody whom the import added leaves the program. Accounts stay: their owners may have begun to use them. */
export function undoImport(
  db: Db,
  given: { programId: string; importId: string; directorId: string },
  now: Date,
): Promise<{ message: string; removed: number }> {
  const { programId, importId, directorId } = given;
  return inTransaction(db, async (tx) => {
    const found = await findImport(tx, programId, importId);
    demand(found, 'not_found');
    demand(now.getTime() - found.createdAt.getTime() < UNDO_MS, 'undo_over');
    const removed = found.undoneAt ? 0 : await undo(tx, importId, now);
    if (removed > 0)
      await insertAudit(
        tx,
        {
          actorId: directorId,
          action: 'programs.undo-import',
          programId,
          detail: { import_id: importId, removed },
        },
        now,
      );
    return { message: 'Deletion operation completed successfully.', removed };
  });
}
