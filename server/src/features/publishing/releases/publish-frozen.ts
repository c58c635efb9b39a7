import type { Fields } from '@vesalius/contract/working-copy-document';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { JobContext } from '../../../platform/define-job.ts';
import { ProductError } from '../../../platform/errors.ts';
import { DamagedAsset } from '../assets/copy-asset.ts';
import type { LookOptions } from '../checks/look-at-file.ts';
import { ApprovalsMissing } from '../review/demand-approvals.ts';
import { findReleaseRow, listReleaseFiles, type Revision } from '../store/release-queries.ts';
import { NoLongerMaker, OvertakenImport } from '../store/store-book.ts';
import { stillEdits } from '../studio/access.ts';
import { checkWork } from '../works/check-work.ts';
import type { Finding } from '../works/work-under-check.ts';
import { damagedFile } from './damaged-file.ts';
import { FileOfBookRefused } from './file-of-book-refused.ts';
import { makeRelease, withStoredAssets } from './make-release.ts';
import { rebuildFirstRelease } from './rebuild-first-release.ts';
import { type FrozenRow, isFrozen, OVERTAKEN, ofBook, refuseRelease } from './refuse-release.ts';
import type { ReleaseDeps } from './release-deps.ts';
import { findCurrentRevision } from './release-list-queries.ts';
import { restoreRelease } from './restore-release.ts';
import { tellPublished } from './tell-ended.ts';

const FAILED = 'was not published: something went wrong on the server; publish again in a while';
const NOT_THEIRS =
  'was not published: the user who requested it may no longer edit this book, or the edition that it replaces; look at what changes, and publish again';
const barredText = ({ fields }: ProductError) =>
  `was not published: release ${fields?.release} with the same content is barred: "${fields?.reason}"`;

/**
 * Publishes a frozen release. Does nothing if it was canceled, or another one took its place, which may have its number.
 * Findings that prevent publication are stored with it, for everybody at the desk.
 *
 * @param publishAt Its time; null for a job of a former release of Vesalius.
 */
export async function publishFrozen(
  deps: ReleaseDeps,
  { publishAt, ...ids }: Revision & { readonly publishAt: Date | null },
  { job, signal }: Pick<JobContext, 'job' | 'signal'>,
  options: LookOptions = {},
): Promise<void> {
  const frozen = await findReleaseRow(deps.db, ids);
  if (!frozen || !isFrozen(frozen)) return;
  if (publishAt ? publishAt.getTime() !== frozen.publishAt.getTime() : frozen.publishAt > deps.clock.now())
    return;
  // The process died after it published.
  if (frozen.publishedAt) return tellPublished(deps.db, ids);
  if (frozen.refusedBecause) return;
  try {
    const findings = await publish(deps, frozen, { ...options, signal });
    if (findings.length > 0) await refuse(deps, frozen, findings);
    else await tellPublished(deps.db, ids);
  } catch (error) {
    // This was the last attempt.
    if (!signal.aborted && job.attempts >= job.maxAttempts) await refuse(deps, frozen, [ofBook(FAILED)]);
    throw error;
  }
}

const refuse = (
  { db, clock }: Pick<ReleaseDeps, 'db' | 'clock'>,
  release: FrozenRow,
  findings: readonly Finding[],
): Promise<void> => inTransaction(db, (tx) => refuseRelease(tx, release, findings, clock.now()));

/** Returns the findings that prevent publication. */
async function publish(
  deps: ReleaseDeps,
  frozen: FrozenRow,
  options: LookOptions & { signal: AbortSignal },
): Promise<readonly Finding[]> {
  const { bookId, revision, manifest, createdBy, note, workVersion, restoredFrom } = frozen;
  // Numbers are ascending: a higher one was published after this one was requested.
  if ((await findCurrentRevision(deps.db, bookId)) > revision || !manifest) return [OVERTAKEN];
  if (!createdBy || !(await stillEdits(deps.db, createdBy, bookId))) return [ofBook(NOT_THEIRS)];
  try {
    if (restoredFrom !== null) {
      const asked = { actorId: createdBy, note, frozen };
      await restoreRelease(deps, { bookId, revision: restoredFrom }, asked);
      return [];
    }
    const files = await listReleaseFiles(deps.db, { bookId, revision });
    // The shop may have changed since: a price, a package, another book with the same ISBN.
    const { findings } = await checkWork(
      deps,
      { workId: bookId, document: manifest as unknown as Fields, files },
      options,
    );
    const mistakes = findings.filter(({ kind }) => kind === 'mistake');
    if (mistakes.length > 0) return mistakes;
    await rebuildFirstRelease(deps, bookId);
    await withStoredAssets(deps, (pathOf) =>
      makeRelease(deps, { bookId, manifest, contentHash: null, frozen }, async () => ({ files, pathOf }), {
        ...{ pageWork: options, signal: options.signal },
        store: { actorId: createdBy, workVersion },
      }),
    );
    return [];
  } catch (error) {
    if (error instanceof ApprovalsMissing || error instanceof FileOfBookRefused) return [error.finding];
    if (error instanceof DamagedAsset)
      return [damagedFile(error, await listReleaseFiles(deps.db, { bookId, revision }))];
    if (error instanceof NoLongerMaker) return [ofBook(NOT_THEIRS)];
    if (error instanceof ProductError && error.code === 'release_barred') return [ofBook(barredText(error))];
    if (!(error instanceof OvertakenImport)) throw error;
    // The release was canceled or overtaken: a deleted row is not marked.
    return [OVERTAKEN];
  }
}
