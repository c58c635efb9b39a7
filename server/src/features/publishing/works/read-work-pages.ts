import type { Proposals, WorkPages } from '@vesalius/contract/work-files';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Deps } from '../../../platform/deps.ts';
import { demand } from '../../../platform/errors.ts';
import { findJobState, isBehindAnotherJob } from '../../../platform/job-queries.ts';
import type { Actor } from '../../accounts/actor.ts';
import { makePageFiles } from '../../reader/page-files.ts';
import { findRendition } from '../assets/asset-queries.ts';
import { findSetOfAsset, listPageSizes } from '../page-sets/page-set-queries.ts';
import { PagesStopped } from '../pages/protocol.ts';
import { pdfJobKey, requestPreparation } from './add-work-file.ts';
import { findWorkFile } from './file-queries.ts';
import { lockWorkFor } from './lock-work-for.ts';
import { findWork } from './work-queries.ts';

const NOTHING: WorkPages = {
  ...{ path: null, state: 'none', problem: null, page_count: null, prepared: 0, is_behind: false },
  was_stopped: false,
  ...{ sizes: [], labels: [], files: null, proposals: null },
};

/** `given`: a PDF of the work; absent: the one that its working copy names. */
export async function readWorkPages(
  deps: Pick<Deps, 'db' | 'config' | 'clock'>,
  workId: string,
  given?: string,
): Promise<WorkPages> {
  const { db } = deps;
  const path = given ?? (await findWork(db, workId))?.manifest.pdf;
  const file = typeof path === 'string' ? await findWorkFile(db, workId, path) : null;
  if (!file) return NOTHING;
  const jobKey = pdfJobKey(workId, file.assetHash);
  const [set, job] = await Promise.all([
    findSetOfAsset(db, workId, file.assetHash),
    findJobState(db, jobKey),
  ]);
  const sizes = set ? await listPageSizes(db, set) : [];
  const begun = { ...NOTHING, path: file.path, page_count: set?.pageCount ?? null, prepared: sizes.length };
  if (job?.deadAt && !set?.runs) {
    const isStopped = PagesStopped.isOfJob(job.lastError);
    return { ...begun, state: 'failed', problem: isStopped ? null : job.lastError, was_stopped: isStopped };
  }
  // The PDF's facts are stored after its pages; pages of an import have no such job.
  if (!set?.runs || (job && !job.doneAt && !job.deadAt))
    return { ...begun, state: 'preparing', is_behind: await isBehindAnotherJob(db, jobKey) };
  const proposals = await findRendition(db, {
    assetHash: file.assetHash,
    purpose: 'proposals',
    place: workId,
  });
  const { runs, pageCount } = set;
  const pages = pageCount ?? sizes.length;
  const { grant: _, ...files } = makePageFiles(
    deps,
    { bookId: workId, revision: set.number, runs, pages },
    pages,
  );
  return {
    ...begun,
    state: 'ready',
    sizes: sizes.map(({ width, height }) => [width, height]),
    labels: [...set.labels],
    files,
    proposals: proposals && (proposals.facts as Proposals),
  };
}

/** Prepares the pages of the working copy's PDF again, where that failed; otherwise it changes nothing. */
export async function prepareWorkPages(
  deps: Pick<Deps, 'db' | 'config' | 'clock'>,
  actor: Actor,
  workId: string,
): Promise<WorkPages> {
  await inTransaction(deps.db, async (tx) => {
    await lockWorkFor(tx, actor, workId, 'edit');
    const { path, state } = await readWorkPages({ ...deps, db: tx }, workId);
    demand(path !== null, 'not_found');
    const file = await findWorkFile(tx, workId, path);
    if (!file || state !== 'failed') return;
    const now = deps.clock.now();
    await requestPreparation(tx, file, { workId, sender: actor.userId, converts: false, now });
  });
  return readWorkPages(deps, workId);
}
