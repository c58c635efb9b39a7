import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ProductError } from '../../../platform/errors.ts';
import { inWorkFolder, workFoldersOf } from '../../../platform/work-folder.ts';
import { assetKey } from '../assets/store-asset.ts';
import { findReleaseRow, listReleaseFiles, type Revision } from '../store/release-queries.ts';
import { storeBook } from '../store/store-book.ts';
import { beginRelease, takeBackRelease } from './begin-release.ts';
import { prepareRelease } from './prepare-release.ts';
import { rebuildFirstRelease } from './rebuild-first-release.ts';
import type { ReleaseDeps } from './release-deps.ts';
import { releaseFolder, releaseSource } from './release-source.ts';

/**
 * Publishes an earlier release again, as a new one: what readers did stays, as with every publication. The working copy
 * is left as it is. Answers the new release's number.
 */
export async function restoreRelease(
  deps: ReleaseDeps,
  { bookId, revision }: Revision,
  { actorId = null, note = '' }: { actorId?: string | null; note?: string } = {},
): Promise<number> {
  await rebuildFirstRelease(deps, bookId);
  const former = await findReleaseRow(deps.db, { bookId, revision });
  if (!former?.manifest || !former.publishedAt) throw new ProductError('not_found');
  const { manifest } = former;
  const files = await listReleaseFiles(deps.db, { bookId, revision });
  const begun = await beginRelease(deps, {
    ...{ bookId, manifest, contentHash: null, createdBy: actorId, note, restoredFrom: revision },
  });
  try {
    await inWorkFolder(workFoldersOf(deps.config), 'restore', async (folder) => {
      const source = releaseSource(deps, {
        ...{ workId: bookId, manifest, files, claim: begun.claim },
        folder: releaseFolder(bookId, begun.revision),
        pathOf: async (hash) => {
          const path = join(folder, hash);
          await pipeline(deps.storage.read(assetKey(hash)), createWriteStream(path));
          return path;
        },
      });
      const prepared = await prepareRelease(deps, source, begun);
      await storeBook(deps.db, prepared, deps.clock.now(), { actorId });
    });
  } catch (error) {
    await takeBackRelease(deps, begun).catch(() => {});
    throw error;
  }
  return begun.revision;
}
