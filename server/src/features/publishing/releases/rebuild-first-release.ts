import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { newId } from '../../../platform/ids.ts';
import { inWorkFolder, workFoldersOf } from '../../../platform/work-folder.ts';
import { lookAtDicom } from '../../lectures/read-dicom-apart.ts';
import { insertRendition } from '../assets/asset-queries.ts';
import { storeAsset } from '../assets/store-asset.ts';
import { insertReleaseFiles } from '../store/release-queries.ts';
import { updateWorkReleased } from '../works/fill-queries.ts';
import { fillWork } from '../works/fill-work.ts';
import { manifestOfRows, type TakenOver } from './manifest-of-rows.ts';
import { findUnkeptBook, takeOverPages, updateRebuilt } from './rebuild-queries.ts';
import type { ReleaseDeps } from './release-deps.ts';

/**
 * For a book that was published before releases were stored: makes what readers see a release that can be published
 * again, and a working copy. Its files stay in place. Resumes where it stopped; false = files are missing.
 */
export async function rebuildFirstRelease(deps: ReleaseDeps, bookId: string): Promise<boolean> {
  const found = await findUnkeptBook(deps.db, bookId);
  if (!found) return true;
  const { revision } = found.stored.book;
  const { manifest, files: taken } = manifestOfRows(found.stored);
  const files = new Map<string, string>();
  for (const file of taken) {
    const hash = await takeOver(deps, file);
    if (hash === null) return false;
    files.set(file.path, hash);
  }
  const pdf = files.get(manifest.pdf) as string;
  await inTransaction(deps.db, async (tx) => {
    // The book was published again meanwhile, or rebuilt by another process.
    if (!(await updateRebuilt(tx, { bookId, revision, manifest }))) return;
    const now = deps.clock.now();
    await insertReleaseFiles(tx, { bookId, revision }, files);
    await takeOverPages(tx, { bookId, revision, pdf });
    const version = await fillWork(tx, { workId: bookId, manifest, files, userId: null, now });
    await updateWorkReleased(tx, { workId: bookId, revision, version });
  });
  return true;
}

/** Makes the stored file an asset, which also stays the file that readers see. */
async function takeOver(deps: ReleaseDeps, { storageKey, uses }: TakenOver): Promise<string | null> {
  if (!(await deps.storage.find(storageKey))) return null;
  return inWorkFolder(workFoldersOf(deps.config), 'rebuild', async (folder) => {
    const path = join(folder, 'file');
    await pipeline(deps.storage.read(storageKey), createWriteStream(path));
    const claim = newId();
    const assetHash = await storeAsset(deps, path, claim);
    for (const { purpose, place, storageKey: shown, facts } of uses) {
      const known = purpose === 'dicom-refuse' ? { ...(await lookAtDicom(path, 'remove')) } : facts;
      await insertRendition(
        deps.db,
        { assetHash, purpose, place },
        { storageKey: shown, facts: known },
        { claim, now: deps.clock.now() },
      );
    }
    return assetHash;
  });
}
