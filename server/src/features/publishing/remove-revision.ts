import type { Deps } from '../../platform/deps.ts';
import { revisionFolder, sourceFolder } from './place-files.ts';
import { deleteAbandonedImports, isCurrentRevision } from './store/import-queries.ts';

type RemoveDeps = Pick<Deps, 'db' | 'clock' | 'storage'>;

/** No import takes a day: one that began before that was killed. */
const ABANDONED_AFTER_HOURS = 24;

/**
 * Removes the pages and lectures of a revision that is shown no more. Pictures of questions stay: answers that
 * readers gave to questions retired since then are still shown with them.
 */
export async function removeRevision(
  { db, storage }: RemoveDeps,
  bookId: string,
  revision: number,
): Promise<void> {
  if (await isCurrentRevision(db, bookId, revision)) return;
  await storage.deleteFolder(`${revisionFolder(bookId, revision)}/pages`);
  await storage.deleteFolder(`${revisionFolder(bookId, revision)}/materials`);
  await storage.deleteFolder(sourceFolder(bookId, revision));
}

/** Files of imports whose process was killed before it could take them back. */
export async function removeAbandonedImports({ db, clock, storage }: RemoveDeps): Promise<void> {
  const before = new Date(clock.now().getTime() - ABANDONED_AFTER_HOURS * 3_600_000);
  for (const { bookId, revision } of await deleteAbandonedImports(db, before)) {
    await storage.deleteFolder(revisionFolder(bookId, revision));
    await storage.deleteFolder(sourceFolder(bookId, revision));
  }
}
