import { wholeList } from '@vesalius/contract/atoms';
import type { PeopleRemoval, RemovalResult } from '@vesalius/contract/people-import';
import type { z } from 'zod';
import type { Db } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { demand } from '../../../platform/errors.ts';
import type { PeopleGroup } from './people-group.ts';
import {
  findRemoval,
  findUndoneRemoval,
  listRemovals,
  lockRemoval,
  storeUndoneRemoval,
} from './removal-queries.ts';
import { UNDO_MS } from './undo-import.ts';

interface Removal {
  readonly group: PeopleGroup;
  /** Identifies the removal, so that a repeated request is recognized. */
  readonly removalId: string;
}

/**
 * Removes people from the group: they lose the access that came from it and keep their achievements. Returns whom this
 * removal took out, in this request or an earlier one.
 */
export const removePeople = (
  db: Db,
  { group, removalId, userIds }: Removal & { userIds: readonly string[] },
  now: Date,
): Promise<z.output<typeof RemovalResult>> =>
  inTransaction(db, async (tx) => {
    await group.hold(tx);
    // A repeated request whose answer was lost, after another user had undone it.
    if (await findUndoneRemoval(tx, group, removalId)) return { removed: 0, names: [] };
    await group.tellEnded(tx, await group.takeOut(tx, { removalId, userIds }, now), now);
    const { people: removed, names } = await findRemoval(tx, group, removalId);
    return { removed, names };
  });

/** Removals that can still be undone, by any director or manager. */
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

/** Puts the removed people back, except deleted accounts and users who have another role since. */
export const undoRemoval = (
  db: Db,
  { group, removalId }: Removal,
  now: Date,
): Promise<{ restored: number }> =>
  inTransaction(db, async (tx) => {
    await group.hold(tx);
    await lockRemoval(tx, group, removalId);
    const undone = await findUndoneRemoval(tx, group, removalId);
    const { removedAt } = await findRemoval(tx, group, removalId);
    // A repeated request: people who could not be restored then may be restored now.
    if (undone && !removedAt) return undone;
    demand(removedAt, 'not_found');
    demand(now.getTime() - removedAt.getTime() < UNDO_MS, 'undo_over');
    const restored = await group.putBack(tx, removalId, now);
    await storeUndoneRemoval(tx, group, { removalId, restored }, now);
    return { restored };
  });
