import { ProductError } from '../../../platform/errors.ts';
import { type Frozen, findReleaseRow, listReleaseFiles, type Revision } from '../store/release-queries.ts';
import { makeRelease, withStoredAssets } from './make-release.ts';
import { rebuildFirstRelease } from './rebuild-first-release.ts';
import type { ReleaseDeps } from './release-deps.ts';

/**
 * Publishes an earlier release again, as a new one: readers' data stays, as with every publication. The working copy
 * does not change. `frozen`: the new release, if it was requested before. Returns the new release's
 * number.
 */
export async function restoreRelease(
  deps: ReleaseDeps,
  { bookId, revision }: Revision,
  { actorId = null, note = '', frozen }: { actorId?: string | null; note?: string; frozen?: Frozen } = {},
): Promise<number> {
  await rebuildFirstRelease(deps, bookId);
  const former = await findReleaseRow(deps.db, { bookId, revision });
  if (!former?.manifest || !former.publishedAt) throw new ProductError('not_found');
  const { manifest } = former;
  const files = await listReleaseFiles(deps.db, { bookId, revision });
  return withStoredAssets(deps, (pathOf) =>
    makeRelease(
      deps,
      { bookId, manifest, contentHash: null, createdBy: actorId, note, restoredFrom: revision, frozen },
      async () => ({ files, pathOf }),
      { store: { actorId, restoredFrom: revision } },
    ),
  );
}
