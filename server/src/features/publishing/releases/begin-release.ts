import { inTransaction } from '../../../platform/database/transaction.ts';
import { newId } from '../../../platform/ids.ts';
import { enqueue } from '../../../platform/jobs.ts';
import { removeUnused, UNUSED_FOR_MS } from '../assets/collect-unused.ts';
import { publishingJobs } from '../jobs.ts';
import type { Manifest } from '../manifest.ts';
import {
  deleteUnpublished,
  hasFilesInFolder,
  insertRelease,
  type Revision,
} from '../store/release-queries.ts';
import type { StorageDeps } from './release-deps.ts';
import { releaseFolder } from './release-source.ts';

export interface BegunRelease extends Revision {
  /** The claim of all rows and files that are stored for this release alone. */
  readonly claim: string;
}

/**
 * Inserts the release's row and its clean-up job before the first file is stored, so that a killed process leaves
 * nothing behind.
 */
export async function beginRelease(
  { db, clock }: StorageDeps,
  release: {
    bookId: string;
    manifest: Manifest;
    contentHash: string | null;
    createdBy?: string | null;
    note?: string;
    restoredFrom?: number;
  },
): Promise<BegunRelease> {
  const { bookId, manifest, contentHash, createdBy = null, note = '', restoredFrom = null } = release;
  const { slug, edition, packages, programs } = manifest;
  return inTransaction(db, async (tx) => {
    const now = clock.now();
    const revision = await insertRelease(tx, {
      ...{ bookId, slug, edition, contentHash, createdBy, note, restoredFrom, now },
      packages: packages.map((each) => each.slug),
      programs: programs.map((each) => each.slug),
    });
    const runAt = new Date(now.getTime() + UNUSED_FOR_MS);
    await enqueue(tx, publishingJobs.removeAbandonedImport({ book_id: bookId, revision }, { runAt }));
    return { bookId, revision, claim: newId() };
  });
}

/**
 * Runs a day later, for releases whose process did not clean up. Does nothing to a published release, and to a later one
 * that got the same number.
 */
export async function removeAbandoned(deps: StorageDeps, ids: Revision): Promise<void> {
  const since = new Date(deps.clock.now().getTime() - UNUSED_FOR_MS);
  await removeUnused(deps, { since });
  if ((await deleteUnpublished(deps.db, { ...ids, startedUntil: since })) === 0) return;
  // Deletes files of earlier versions of the software, and files whose row was never written.
  const folder = releaseFolder(ids.bookId, ids.revision);
  if (!(await hasFilesInFolder(deps.db, folder))) await deps.storage.deleteFolder(folder);
  await deps.storage.deleteFolder(`sources/${ids.bookId}/${ids.revision}`);
}
