import type { Deps } from '../../platform/deps.ts';
import { revisionFolder, sourceFolder } from './place-files.ts';
import { isCurrentRevision } from './store/import-queries.ts';

/**
 * Removes the pages and lectures of a revision that is shown no more. Pictures of questions stay: answers that
 * readers gave to questions retired since then are still shown with them.
 */
export async function removeRevision(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  bookId: string,
  revision: number,
): Promise<void> {
  if (await isCurrentRevision(db, bookId, revision)) return;
  await storage.deleteFolder(`${revisionFolder(bookId, revision)}/pages`);
  await storage.deleteFolder(`${revisionFolder(bookId, revision)}/materials`);
  await storage.deleteFolder(sourceFolder(bookId, revision));
}
