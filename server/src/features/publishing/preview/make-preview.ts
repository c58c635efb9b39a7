import type { Fields } from '@vesalius/contract/working-copy-document';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { JobContext } from '../../../platform/define-job.ts';
import { DamagedAsset } from '../assets/copy-asset.ts';
import type { LookOptions } from '../checks/look-at-file.ts';
import type { Manifest } from '../manifest.ts';
import { damagedFile } from '../releases/damaged-file.ts';
import { FileOfBookRefused } from '../releases/file-of-book-refused.ts';
import { makeRelease, withStoredAssets } from '../releases/make-release.ts';
import type { ReleaseDeps } from '../releases/release-deps.ts';
import { findPublisherBySlug } from '../store/bibliography-queries.ts';
import { OvertakenImport } from '../store/store-book.ts';
import { type CheckedWork, checkWork, filesOfWork } from '../works/check-work.ts';
import { findWork, type WorkRow } from '../works/work-queries.ts';
import type { Finding } from '../works/work-under-check.ts';
import {
  deleteEarlierReleases,
  deleteHiddenBook,
  findPreview,
  updatePreviewMade,
  updatePreviewRefused,
} from './preview-queries.ts';
import { withoutWrongParts } from './without-wrong-parts.ts';

const FAILED: Finding = {
  ...{ kind: 'mistake', path: [], file: null },
  text: 'could not be shown: something went wrong on the server; try again in a while',
};

/** Updates a work's hidden book from its working copy. Findings that prevent it are stored for the desk. */
export async function makePreview(
  deps: ReleaseDeps,
  workId: string,
  { job, signal }: Pick<JobContext, 'job' | 'signal'>,
  options: LookOptions = {},
): Promise<void> {
  const [preview, work] = await Promise.all([findPreview(deps.db, workId), findWork(deps.db, workId)]);
  if (!preview || !work || preview.state !== 'making') return;
  try {
    const findings = await makeWithoutRefused(deps, work, preview.bookId, { ...options, signal });
    if (findings.length > 0) await updatePreviewRefused(deps.db, workId, findings);
  } catch (error) {
    // Another job has made it meanwhile.
    if (error instanceof OvertakenImport) return;
    if (error instanceof FileOfBookRefused) return updatePreviewRefused(deps.db, workId, [error.finding]);
    if (!signal.aborted && job.attempts >= job.maxAttempts)
      await updatePreviewRefused(deps.db, workId, [FAILED]);
    throw error;
  }
}

/** A lecture that turns out to be unreadable is noted for its check: the next round leaves it out. */
async function makeWithoutRefused(...given: Parameters<typeof make>): Promise<readonly Finding[]> {
  const refused = new Set<string>();
  for (;;)
    try {
      return await make(...given);
    } catch (error) {
      if (!(error instanceof FileOfBookRefused) || refused.has(error.assetHash)) throw error;
      refused.add(error.assetHash);
    }
}

/** Returns the findings that prevent it. */
async function make(
  deps: ReleaseDeps,
  work: WorkRow,
  bookId: string,
  options: LookOptions & { signal: AbortSignal },
): Promise<readonly Finding[]> {
  const { id: workId, version } = work;
  const { findings, complete, leftOut } = await checkForPreview(deps, work, options);
  if (!complete) return findings.filter(({ kind }) => kind !== 'warning');
  const manifest = await hidden(deps, complete.manifest, workId);
  const damage = await withStoredAssets(deps, (pathOf) =>
    makeRelease(
      deps,
      { bookId, workId, manifest, contentHash: null },
      async () => ({ files: complete.files, pathOf }),
      { pageWork: options, signal: options.signal, store: { previewOf: workId } },
    ),
  ).catch((error: unknown) => {
    if (!(error instanceof DamagedAsset)) throw error;
    return damagedFile(error, complete.files);
  });
  if (typeof damage !== 'number') return [damage];
  await inTransaction(deps.db, async (tx) => {
    await deleteEarlierReleases(tx, bookId);
    if (!(await updatePreviewMade(tx, { workId, version, leftOut }, deps.clock.now())))
      await deleteHiddenBook(tx, bookId);
  });
  return [];
}

/** Leaving out a part may make another one wrong: a test without its only question. */
const MAX_ROUNDS = 5;

/** The book without parts that have an error, if it can be shown so. `leftOut`: their errors. */
async function checkForPreview(
  deps: ReleaseDeps,
  { id: workId, manifest }: WorkRow,
  options: LookOptions,
): Promise<CheckedWork & { readonly leftOut: readonly Finding[] }> {
  const files = await filesOfWork(deps.db, workId);
  const check = (document: Fields) => checkWork(deps, { workId, document, files }, options);
  let document: Fields | null = { ...shopFields(deps.clock.now()), ...manifest };
  const first = await check(document);
  const leftOut = first.findings.filter(({ kind }) => kind === 'mistake');
  let checked = first;
  for (let round = 0; round < MAX_ROUNDS && !checked.complete; round += 1) {
    document = withoutWrongParts(document, checked.findings);
    if (!document) break;
    checked = await check({ ...shopFields(deps.clock.now()), ...document });
  }
  // What is only waited for is tried again, whatever is wrong elsewhere.
  const isWaiting = checked.findings.every(({ kind }) => kind !== 'mistake');
  return { ...(isWaiting ? checked : first), leftOut };
}

/** Fields that the shop needs and a reader does not: a draft can be previewed before they are filled in. */
const shopFields = (now: Date): Fields => ({
  edition: '1',
  author: '…',
  brief: '…',
  price: 0,
  release_date: now.toISOString().slice(0, 10),
});

/** Removes what would affect the shop, other books or people. */
async function hidden({ db }: ReleaseDeps, manifest: Manifest, workId: string): Promise<Manifest> {
  const { replaces: _, publisher, ...fields } = manifest;
  const isKnown = publisher && (await findPublisherBySlug(db, publisher.slug)) !== null;
  return {
    ...fields,
    ...{ slug: `preview-${workId}`, featured: false },
    ...{ packages: [], programs: [], assigned: { authors: [], editors: [] } },
    ...(isKnown ? { publisher: { slug: publisher.slug } } : {}),
  };
}
