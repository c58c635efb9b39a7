import { wholeList } from '@vesalius/contract/atoms';
import type { PeopleImport } from '@vesalius/contract/people-import';
import { IMPORT_UNDO_HOURS } from '@vesalius/contract/people-import-limits';
import { recordAudit } from '../../../platform/audit.ts';
import type { Db } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { HOUR_MS } from '../../../platform/durations.ts';
import { demand } from '../../../platform/errors.ts';
import { findImport, listImports, markUndone } from './import-queries.ts';
import type { PeopleGroup } from './people-group.ts';

/** How long an import or a removal can be undone. */
export const UNDO_MS = IMPORT_UNDO_HOURS * HOUR_MS;

/** Imports that can still be undone, by any director or manager, and those that were. */
export async function listRecentImports(db: Db, group: PeopleGroup, now: Date) {
  const rows = await listImports(db, group, new Date(now.getTime() - UNDO_MS));
  const data = rows.map(
    ({ id, createdAt, addedBy, undoneAt, undoneBy, count, active, people }): PeopleImport => ({
      id,
      created_at: createdAt.toISOString(),
      added_by: addedBy,
      number_of_people: count,
      number_of_active: active,
      people,
      undo_until: new Date(createdAt.getTime() + UNDO_MS).toISOString(),
      undone_at: undoneAt?.toISOString() ?? null,
      undone_by: undoneBy,
    }),
  );
  return wholeList(data);
}

/**
 * Removes everyone whom the import added, except those who have accepted or read since: nobody loses work because of another
 * person's error. Accounts are kept.
 */
export function undoImport(
  db: Db,
  given: { group: PeopleGroup; importId: string; actorId: string },
  now: Date,
): Promise<{ message: string; removed: number; kept: number }> {
  const { group, importId, actorId } = given;
  return inTransaction(db, async (tx) => {
    await group.hold(tx);
    const storedImport = await findImport(tx, group, importId);
    demand(storedImport, 'not_found');
    demand(now.getTime() - storedImport.createdAt.getTime() < UNDO_MS, 'undo_over');
    const message = 'Deletion operation completed successfully.';
    if (storedImport.undoneAt) return { message, removed: 0, kept: 0 };
    const { removed: gone, kept } = await group.deleteIdle(tx, importId);
    const removed = gone.length;
    await group.tellEnded(tx, gone, now);
    await markUndone(tx, { importId, actorId }, now);
    if (removed > 0) {
      const record = {
        subjectType: group.kind,
        subjectId: group.id,
        detail: { import_id: importId, removed, kept },
      };
      await recordAudit(tx, { actorId, action: `${group.kind}.undo-import`, ...record }, now);
    }
    return { message, removed, kept };
  });
}
