import { inTransaction } from '../../platform/database/transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { revisionFolder, sourceFolder } from './place-files.ts';
import {
  deleteImport,
  findUnpublishedImport,
  hasOtherImports,
  isShownPicture,
  lockImports,
  type Revision,
} from './store/import-queries.ts';

/** No import takes a day: one that began before that was killed. */
export const ABANDONED_AFTER_MS = 24 * 3_600_000;

/**
 * Removes what an import stored that was not published: its folders, the pictures that nothing else shows, and its row
 * last, so that a failure on the way leaves it to the next attempt. Does nothing to a published one.
 */
export async function removeImport(
  { db, clock, storage }: Pick<Deps, 'db' | 'clock' | 'storage'>,
  ids: Revision,
): Promise<void> {
  const abandoned = await findUnpublishedImport(db, ids);
  if (!abandoned) return;
  await storage.deleteFolder(revisionFolder(ids.bookId, ids.revision));
  await storage.deleteFolder(sourceFolder(ids.bookId, ids.revision));
  await inTransaction(db, async (tx) => {
    // An import that finds a picture of another one uses it without storing it again.
    await lockImports(tx);
    const since = new Date(clock.now().getTime() - ABANDONED_AFTER_MS);
    if (abandoned.pictures.length > 0 && (await hasOtherImports(tx, ids, since)))
      throw new Error('another import is under way and may use the same pictures');
    for (const key of abandoned.pictures)
      if (!(await isShownPicture(tx, hashOf(key)))) await storage.delete(key);
    await deleteImport(tx, ids);
  });
}

/** All widths of a cover share it; a book names the widest alone. */
const hashOf = (key: string): string => /[0-9a-f]{32}/.exec(key)?.[0] ?? key;
