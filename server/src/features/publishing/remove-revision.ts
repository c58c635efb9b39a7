import type { Deps } from '../../platform/deps.ts';
import { releaseFolder } from './releases/release-source.ts';
import { hasFilesInFolder, type Revision } from './store/release-queries.ts';

/**
 * Of an installation that was upgraded while a replaced revision waited to be removed: its pages go, unless they are a
 * page set by now. Its materials and pictures of questions stay: rows that readers' answers hang on name them.
 */
export async function removeRevision(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  ids: Revision,
): Promise<void> {
  const folder = releaseFolder(ids.bookId, ids.revision);
  if (await hasFilesInFolder(db, folder)) return;
  await storage.deleteFolder(`${folder}/pages`);
  await storage.deleteFolder(`sources/${ids.bookId}/${ids.revision}`);
}
