import { IMPORT_UNDO_HOURS } from '@vesalius/contract/programs-limits';
import type { Db } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { demand } from '../../platform/errors.ts';
import { findImport, undoImport as undo } from './assign-queries.ts';
import { insertAudit } from './program-queries.ts';

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
    demand(now.getTime() - found.createdAt.getTime() < IMPORT_UNDO_HOURS * 3_600_000, 'undo_over');
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
