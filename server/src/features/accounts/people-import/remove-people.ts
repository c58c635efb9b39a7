import { wholeList } from '@vesalius/contract/atoms';
import type { PeopleRemoval } from '@vesalius/contract/people-import';
import type { Db } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { demand } from '../../../platform/errors.ts';
import type { PeopleGroup } from './people-group.ts';
import { findRemoval, findUndoneRemoval, listRemovals, storeUndoneRemoval } from './removal-queries.ts';
import { UNDO_MS } from './undo-import.ts';

interface Removal {
  readonly group: PeopleGroup;
  /** One act, however often it is sent. */
  readonly removalId: string;
}

/**
 * The access that came from the group ends with this; what its people achieved stays theirs. Answers how many this removal
 * took out, by this request or an earlier one.
 */
export const removePeople = (
  db: Db,
  { group, removalId, userIds }: Removal & { userIds: readonly string[] },
  now: Date,
): Promise<{ removed: number }> =>
  inTransaction(db, async (tx) => {
    await group.hold(tx);
    // Sent again, because its answer was lost, after somebody had undone it.
    if (await findUndoneRemoval(tx, group, removalId)) return { removed: 0 };
    await group.takeOut(tx, { removalId, userIds }, now);
    return { removed: (await findRemoval(tx, group, removalId)).people };
  });

/** What may still be undone, whoever of the directors or managers has removed them. */
export async function listUndoableRemovals(db: Db, group: PeopleGroup, now: Date) {
  const rows = await listRemovals(db, group, new Date(now.getTime() - UNDO_MS));
  const data = rows.map(
    ({ id, removedAt, people, names }): PeopleRemoval => ({
      id,
      removed_at: removedAt.toISOString(),
      number_of_people: people,
      names,
      undo_until: new Date(removedAt.getTime() + UNDO_MS).toISOString(),
    }),
  );
  return wholeList(data);
}

/** Whom a removal took out is in the group as before, unless the account was deleted or got another role since. */
export const undoRemoval = (
  db: Db,
  { group, removalId }: Removal,
  now: Date,
): Promise<{ restored: number }> =>
  inTransaction(db, async (tx) => {
    await group.hold(tx);
    const undone = await findUndoneRemoval(tx, group, removalId);
    const { removedAt } = await findRemoval(tx, group, removalId);
    // Sent again. Whoever could not come back then may now.
    if (undone && !removedAt) return undone;
    demand(removedAt, 'not_found');
    demand(now.getTime() - removedAt.getTime() < UNDO_MS, 'undo_over');
    const restored = await group.putBack(tx, removalId, now);
    await storeUndoneRemoval(tx, group, { removalId, restored }, now);
    return { restored };
  });
