import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { Unused } from '../assets/asset-queries.ts';
import { deletePageSet, holdUnusedSet, listUnusedSets, setName } from './page-set-queries.ts';

export async function removeUnusedSets(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  unused: Unused,
): Promise<void> {
  for (const set of await listUnusedSets(db, unused))
    await inTransaction(db, async (tx) => {
      if (!(await holdUnusedSet(tx, set, unused))) return;
      await storage.deleteFolder(`books/${setName(set)}/pages`);
      await deletePageSet(tx, set);
    });
}
