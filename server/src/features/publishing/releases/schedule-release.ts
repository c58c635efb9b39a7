import { VALUE_MESSAGES } from '@vesalius/contract/issue-text';
import type { Fields } from '@vesalius/contract/working-copy-document';
import { recordAudit } from '../../../platform/audit.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { JobCannotSucceed } from '../../../platform/define-job.ts';
import type { Deps } from '../../../platform/deps.ts';
import { demand } from '../../../platform/errors.ts';
import { enqueue } from '../../../platform/jobs.ts';
import type { Actor } from '../../accounts/actor.ts';
import { holdRole } from '../../accounts/hold-role.ts';
import type { LookOptions } from '../checks/look-at-file.ts';
import { publishingJobs } from '../jobs.ts';
import { findSetOfAsset } from '../page-sets/page-set-queries.ts';
import {
  deleteScheduled,
  findReleaseRow,
  insertRelease,
  listReleaseFiles,
  type Revision,
  updateReleaseFrozen,
} from '../store/release-queries.ts';
import { OvertakenImport } from '../store/store-book.ts';
import { demandWork } from '../studio/access.ts';
import { checkWork } from '../works/check-work.ts';
import { lockWork } from '../works/work-queries.ts';
import { makeRelease, withStoredAssets } from './make-release.ts';
import { completeWork } from './publish-work.ts';
import { rebuildFirstRelease } from './rebuild-first-release.ts';
import type { ReleaseDeps } from './release-deps.ts';
import { findScheduled } from './release-list-queries.ts';

/** Freezes the working copy as it is, in the place of what was scheduled before. */
export async function scheduleRelease(
  deps: ReleaseDeps,
  actor: Actor,
  workId: string,
  { version, publishAt, note }: { version: number; publishAt: Date; note: string },
  options: LookOptions = {},
): Promise<void> {
  demand(publishAt > deps.clock.now(), 'invalid', { publish_at: VALUE_MESSAGES.timeIsPast });
  const { complete } = await completeWork(deps, actor, workId, version, options);
  const { manifest, files } = complete;
  const set = await findSetOfAsset(deps.db, workId, files.get(manifest.pdf) as string);
  await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now();
    await lockWork(tx, workId);
    const before = await findScheduled(tx, workId);
    if (before) await deleteScheduled(tx, { bookId: workId, revision: before.revision });
    const revision = await insertRelease(tx, {
      ...{ bookId: workId, slug: manifest.slug, edition: manifest.edition, contentHash: null, note, now },
      packages: manifest.packages.map(({ slug }) => slug),
      programs: manifest.programs.map(({ slug }) => slug),
      ...{ createdBy: actor.userId, restoredFrom: null, publishAt, workVersion: version },
    });
    await updateReleaseFrozen(tx, { bookId: workId, revision }, { manifest, files, runs: set?.runs ?? [] });
    await enqueue(tx, publishingJobs.publishScheduled({ book_id: workId, revision }, { runAt: publishAt }));
    await audit(tx, actor, 'book.schedule', workId, { publish_at: publishAt.toISOString() }, now);
  });
}

/** Nothing happens where nothing waits. */
export const cancelSchedule = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  workId: string,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    await holdRole(tx, actor);
    await demandWork(tx, actor, workId, 'edit');
    const scheduled = await findScheduled(tx, workId);
    if (!scheduled || (await deleteScheduled(tx, { bookId: workId, revision: scheduled.revision })) === 0)
      return;
    const detail = { publish_at: scheduled.publishAt.toISOString() };
    await audit(tx, actor, 'book.cancel-schedule', workId, detail, clock.now());
  });

/** Publishes what was frozen, as a release of its own. Does nothing when it was called off. */
export async function publishScheduled(
  deps: ReleaseDeps,
  { bookId, revision }: Revision,
  options: LookOptions = {},
): Promise<void> {
  const frozen = await findReleaseRow(deps.db, { bookId, revision });
  if (!frozen?.manifest || !frozen.publishAt || frozen.publishedAt) return;
  const { manifest, createdBy, note, workVersion } = frozen;
  const files = await listReleaseFiles(deps.db, { bookId, revision });
  // The shop may have changed since: a price, a package, another book with the same ISBN.
  const { findings } = await checkWork(
    deps,
    { workId: bookId, document: manifest as unknown as Fields, files },
    options,
  );
  const mistakes = findings.filter(({ kind }) => kind === 'mistake');
  if (mistakes.length > 0)
    throw new JobCannotSucceed(mistakes.map(({ path, text }) => `${path.join('.')} ${text}`).join('; '));
  await rebuildFirstRelease(deps, bookId);
  await withStoredAssets(deps, (pathOf) =>
    makeRelease(
      deps,
      { bookId, manifest, contentHash: null, createdBy, note },
      async () => ({ files, pathOf }),
      { pageWork: options, store: { actorId: createdBy, workVersion, scheduled: revision } },
    ),
  ).catch(async (error) => {
    const isGone = error instanceof OvertakenImport && !(await findReleaseRow(deps.db, { bookId, revision }));
    if (!isGone) throw error;
  });
}

const audit = (
  tx: Tx,
  actor: Actor,
  action: 'book.schedule' | 'book.cancel-schedule',
  subjectId: string,
  detail: Record<string, string>,
  now: Date,
) => recordAudit(tx, { actorId: actor.userId, action, subjectType: 'book', subjectId, detail }, now);
