import { isDeepStrictEqual } from 'node:util';
import type { PageRun } from '@vesalius/contract/page-runs';
import { recordAudit } from '../../../platform/audit.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { demand } from '../../../platform/errors.ts';
import { enqueue } from '../../../platform/jobs.ts';
import type { Actor } from '../../accounts/actor.ts';
import { holdRole } from '../../accounts/hold-role.ts';
import { publishingJobs } from '../jobs.ts';
import type { Manifest } from '../manifest.ts';
import { findDemand } from '../review/approval-queries.ts';
import { demandApprovals } from '../review/demand-approvals.ts';
import {
  deleteFrozen,
  insertRelease,
  listChangedReplaced,
  updateReleaseFrozen,
} from '../store/release-queries.ts';
import { findPower, holdWork } from '../studio/access.ts';
import { filesNamed, filesOfWork } from '../works/check-work.ts';
import { lockWorkFor } from '../works/lock-work-for.ts';
import { demandNotBarred } from './bar-queries.ts';
import { inTurn } from './in-turn.ts';
import type { StorageDeps } from './release-deps.ts';
import { findCurrentRevision, findPending } from './release-list-queries.ts';

export interface ReleaseToBe {
  readonly manifest: Manifest;
  readonly files: ReadonlyMap<string, string>;
  readonly runs: readonly PageRun[];
  /** The version of the working copy; null for an earlier release that is restored. */
  readonly workVersion: number | null;
  readonly restoredFrom: number | null;
  readonly note: string;
  /** The release that readers saw when the actor requested this; 0 = none. */
  readonly over: number | undefined;
}

const PUBLISH_ATTEMPTS = 5;

/**
 * Stores what will be published, in place of a release that was still waiting. A job publishes it, at once or at its
 * time, even if this process ends.
 */
export async function freezeRelease(
  { db, clock }: StorageDeps,
  actor: Actor,
  workId: string,
  release: ReleaseToBe,
  publishAt: Date | null = null,
): Promise<void> {
  const { manifest, files, runs, workVersion, restoredFrom, note, over } = release;
  await inTurn(db, async (tx) => {
    await holdRole(tx, actor);
    const work = await lockWorkFor(tx, actor, workId, 'edit');
    await demandReplaced(tx, actor, workId, manifest);
    const now = clock.now();
    await demandNotBarred(tx, { bookId: workId, restoredFrom, manifest, files });
    demand(workVersion === null || work.version === workVersion, 'edited_meanwhile');
    // An earlier release was public already.
    if (workVersion !== null) {
      // They were read before the checks, and may have changed under the same names; approvals are of these.
      const present = filesNamed(manifest, await filesOfWork(tx, workId));
      demand(isDeepStrictEqual(present, files), 'edited_meanwhile');
      const needed = await findDemand(tx, { workId, publisher: manifest.publisher?.slug ?? null });
      await demandApprovals(tx, { workId, version: workVersion, needed });
    }
    if (over !== undefined) demand((await findCurrentRevision(tx, workId)) === over, 'published_meanwhile');
    const before = await findPending(tx, workId, now);
    demand(before?.state !== 'publishing', 'published_meanwhile');
    if (before) await deleteFrozen(tx, { bookId: workId, ...before });
    const due = publishAt ?? now;
    const revision = await insertRelease(tx, {
      ...{ bookId: workId, slug: manifest.slug, edition: manifest.edition, contentHash: null, note, now },
      packages: manifest.packages.map(({ slug }) => slug),
      programs: manifest.programs.map(({ slug }) => slug),
      ...{ createdBy: actor.userId, restoredFrom, publishAt: due, workVersion },
    });
    await updateReleaseFrozen(tx, { bookId: workId, revision }, { manifest, files, runs });
    const options = { ...(publishAt ? { runAt: publishAt } : {}), maxAttempts: PUBLISH_ATTEMPTS };
    const ids = { book_id: workId, revision, publish_at: due.toISOString() };
    await enqueue(tx, publishingJobs.publishFrozen(ids, options));
    if (publishAt) await auditSchedule(tx, actor, 'book.schedule', { workId, publishAt }, now);
  });
}

/**
 * Only those who may edit an edition can take it out of the shop and end its renewals, bring it back, or move its last day.
 * What the published release says of it already needs no check.
 */
async function demandReplaced(
  tx: Tx,
  actor: Actor,
  workId: string,
  { slug, replaces }: Manifest,
): Promise<void> {
  for (const id of await listChangedReplaced(tx, workId, { slug, replaces }))
    demand((await findPower(tx, actor, id)) === 'edit', 'replaces_of_others');
}

/**
 * Deletes the release that waits for its time, is being published, or was refused. Does nothing if there is none.
 *
 * @param seen The time of the release that the actor saw; another one, which somebody requested meanwhile, stays.
 */
export const cancelSchedule = (
  { db, clock }: Pick<StorageDeps, 'db' | 'clock'>,
  actor: Actor,
  workId: string,
  seen?: Date,
): Promise<void> =>
  inTurn(db, async (tx) => {
    await holdRole(tx, actor);
    await holdWork(tx, actor, workId, 'edit');
    const now = clock.now();
    const pending = await findPending(tx, workId, now);
    if (!pending) return;
    const { publishAt } = pending;
    demand(seen === undefined || seen.getTime() === publishAt.getTime(), 'edited_meanwhile');
    if ((await deleteFrozen(tx, { bookId: workId, ...pending })) === 0) return;
    await auditSchedule(tx, actor, 'book.cancel-schedule', { workId, publishAt }, now);
  });

const auditSchedule = (
  tx: Tx,
  actor: Actor,
  action: 'book.schedule' | 'book.cancel-schedule',
  { workId, publishAt }: { workId: string; publishAt: Date },
  now: Date,
) =>
  recordAudit(
    tx,
    {
      ...{ actorId: actor.userId, action, subjectType: 'book', subjectId: workId },
      detail: { publish_at: publishAt.toISOString() },
    },
    now,
  );
