import { VALUE_MESSAGES } from '@vesalius/contract/issue-text';
import type { Db } from '../../../platform/database/database.ts';
import { demandForeseeable } from '../../../platform/demand-foreseeable.ts';
import { demand, ProductError } from '../../../platform/errors.ts';
import type { Actor } from '../../accounts/actor.ts';
import { holdRole } from '../../accounts/hold-role.ts';
import { isOver } from '../checks/is-over.ts';
import type { LookOptions } from '../checks/look-at-file.ts';
import { findSetOfAsset } from '../page-sets/page-set-queries.ts';
import { findMissingApprovals, publisherOf } from '../review/demand-approvals.ts';
import { findLastDay, findReleaseRow, isShown, listReleaseFiles } from '../store/release-queries.ts';
import { demandWork, holdWork } from '../studio/access.ts';
import { type CheckedWork, checkWork, demandComplete, filesOfWork } from '../works/check-work.ts';
import { findingWithoutAddresses } from '../works/without-addresses.ts';
import { findWork, type WorkRow } from '../works/work-queries.ts';
import { demandReleaseNotBarred } from './bar-queries.ts';
import { freezeRelease } from './freeze-release.ts';
import { inTurn } from './in-turn.ts';
import { rebuildFirstRelease } from './rebuild-first-release.ts';
import { dayToCome } from './release-day.ts';
import type { ReleaseDeps } from './release-deps.ts';
import { findPending } from './release-list-queries.ts';

/** The findings on the way from a working copy to the shop. */
export async function readCheckList(
  deps: ReleaseDeps,
  actor: Actor,
  workId: string,
  options: LookOptions = {},
): Promise<CheckedWork & { version: number }> {
  const power = await demandWork(deps.db, actor, workId, 'review');
  const work = await getWork(deps.db, workId);
  const { findings, complete } = await checkDocument(deps, work, options);
  const missing = await findMissingApprovals(deps.db, {
    ...{ workId, version: work.version, publisher: publisherOf(work.manifest) },
  });
  return {
    version: work.version,
    findings: [...(power === 'edit' ? findings : findings.map(findingWithoutAddresses)), ...missing],
    complete: missing.length > 0 ? null : complete,
  };
}

interface Asked {
  readonly note: string;
  /** The release that readers saw when the actor decided; 0 = none. */
  readonly over?: number | undefined;
}

/** Freezes the working copy as the actor saw it. It is published at once, at a given time, or on its release date. */
export async function publishWork(
  deps: ReleaseDeps,
  actor: Actor,
  workId: string,
  { version, publishAt = null, note, over }: Asked & { version: number; publishAt?: Date | null },
  options: LookOptions = {},
): Promise<void> {
  demand(!publishAt || publishAt > deps.clock.now(), 'invalid', { publish_at: VALUE_MESSAGES.timeIsPast });
  demandForeseeable({ publish_at: publishAt }, deps.clock.now());
  await demandToPublish(deps.db, actor, workId);
  const work = await getWork(deps.db, workId);
  demand(work.version === version, 'edited_meanwhile');
  await demandNotPublishing(deps, workId);
  const { manifest, files } = demandComplete(await checkDocument(deps, work, options));
  const set = await findSetOfAsset(deps.db, workId, files.get(manifest.pdf) as string);
  const now = deps.clock.now();
  const day = (await isShown(deps.db, manifest, now)) ? null : dayToCome(manifest.release_date, now);
  // Not before the release date.
  const at = day && (!publishAt || publishAt < day) ? day : publishAt;
  const lastDay = manifest.replaces?.readable_until;
  const isTooLate = at && lastDay && isOver(lastDay, at);
  demand(!isTooLate || (await findLastDay(deps.db, manifest)) === lastDay, 'invalid', {
    publish_at: VALUE_MESSAGES.afterLastDay,
  });
  await freezeRelease(
    deps,
    actor,
    workId,
    {
      ...{ manifest, files, runs: set?.runs ?? [] },
      ...{ workVersion: version, restoredFrom: null, note, over },
    },
    at,
  );
}

/** Publishes an earlier release again, as a new release. */
export async function restoreBook(
  deps: ReleaseDeps,
  actor: Actor,
  { workId, revision, note, over }: Asked & { workId: string; revision: number },
): Promise<void> {
  await demandToPublish(deps.db, actor, workId);
  await demandNotPublishing(deps, workId);
  await rebuildFirstRelease(deps, workId);
  const former = await findReleaseRow(deps.db, { bookId: workId, revision });
  if (!former?.manifest || !former.publishedAt) throw new ProductError('not_found');
  await demandReleaseNotBarred(deps.db, { bookId: workId, revision });
  const { manifest, runs } = former;
  const files = await listReleaseFiles(deps.db, { bookId: workId, revision });
  await freezeRelease(deps, actor, workId, {
    ...{ manifest, files, runs: runs ?? [] },
    ...{ workVersion: null, restoredFrom: revision, note, over },
  });
}

async function demandToPublish(db: Db, actor: Actor, workId: string): Promise<void> {
  await inTurn(db, async (tx) => {
    await holdRole(tx, actor);
    await holdWork(tx, actor, workId, 'edit');
  });
}

/** Asked before the checks, which take long, and before the wait for the publication that runs. */
async function demandNotPublishing({ db, clock }: Pick<ReleaseDeps, 'db' | 'clock'>, workId: string) {
  demand((await findPending(db, workId, clock.now()))?.state !== 'publishing', 'published_meanwhile');
}

async function getWork(db: Db, workId: string): Promise<WorkRow> {
  const work = await findWork(db, workId);
  demand(work, 'not_found');
  return work;
}

const checkDocument = async (deps: ReleaseDeps, { id, manifest }: WorkRow, options: LookOptions) =>
  checkWork(deps, { workId: id, document: manifest, files: await filesOfWork(deps.db, id) }, options);
