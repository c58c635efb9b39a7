import type { Deps } from '../../platform/deps.ts';
import { releaseFolder } from './releases/release-source.ts';
import { hasFilesInFolder, type Revision } from './store/release-queries.ts';

/**
 * For an installation that was upgraded while a replaced revision waited for removal: deletes its pages, unless they
 * are a page set by now. Its materials and question pictures stay, because rows that readers' answers refer to name
 * them.
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
