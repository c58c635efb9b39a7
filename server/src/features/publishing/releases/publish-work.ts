import type { Db } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { demand, ProductError } from '../../../platform/errors.ts';
import type { Actor } from '../../accounts/actor.ts';
import { holdRole } from '../../accounts/hold-role.ts';
import type { LookOptions } from '../checks/look-at-file.ts';
import { OvertakenImport } from '../store/store-book.ts';
import { demandWork } from '../studio/access.ts';
import { type CheckedWork, checkWork, demandComplete, filesOfWork } from '../works/check-work.ts';
import { findWork, type WorkRow } from '../works/work-queries.ts';
import { makeRelease, withStoredAssets } from './make-release.ts';
import { rebuildFirstRelease } from './rebuild-first-release.ts';
import type { ReleaseDeps } from './release-deps.ts';
import { restoreRelease } from './restore-release.ts';

/** What stands between a working copy and the shop. */
export async function readCheckList(
  deps: ReleaseDeps,
  actor: Actor,
  workId: string,
  options: LookOptions = {},
): Promise<CheckedWork & { version: number }> {
  await demandWork(deps.db, actor, workId, 'review');
  const work = await getWork(deps.db, workId);
  return { version: work.version, ...(await checkDocument(deps, work, options)) };
}

/** Readers see the working copy at once. Its pages were prepared before. Answers the release's number. */
export async function publishWork(
  deps: ReleaseDeps,
  actor: Actor,
  workId: string,
  { version, note }: { version: number; note: string },
  options: LookOptions = {},
): Promise<number> {
  const { complete } = await completeWork(deps, actor, workId, version, options);
  await rebuildFirstRelease(deps, workId);
  const { manifest, files } = complete;
  return tellOvertaken(
    withStoredAssets(deps, (pathOf) =>
      makeRelease(
        deps,
        { bookId: workId, manifest, contentHash: null, createdBy: actor.userId, note },
        async () => ({ files, pathOf }),
        { pageWork: options, store: { actorId: actor.userId, workVersion: version } },
      ),
    ),
  );
}

/** Only what the caller has seen is published. */
export async function completeWork(
  deps: ReleaseDeps,
  actor: Actor,
  workId: string,
  version: number,
  options: LookOptions = {},
): Promise<{ work: WorkRow; complete: NonNullable<CheckedWork['complete']> }> {
  await demandToPublish(deps.db, actor, workId);
  const work = await getWork(deps.db, workId);
  demand(work.version === version, 'edited_meanwhile');
  return { work, complete: demandComplete(await checkDocument(deps, work, options)) };
}

export async function restoreBook(
  deps: ReleaseDeps,
  actor: Actor,
  { workId, revision, note }: { workId: string; revision: number; note: string },
): Promise<number> {
  await demandToPublish(deps.db, actor, workId);
  return tellOvertaken(restoreRelease(deps, { bookId: workId, revision }, { actorId: actor.userId, note }));
}

async function demandToPublish(db: Db, actor: Actor, workId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    await holdRole(tx, actor);
    await demandWork(tx, actor, workId, 'edit');
  });
}

async function getWork(db: Db, workId: string): Promise<WorkRow> {
  const work = await findWork(db, workId);
  demand(work, 'not_found');
  return work;
}

const checkDocument = async (deps: ReleaseDeps, { id, manifest }: WorkRow, options: LookOptions) =>
  checkWork(deps, { workId: id, document: manifest, files: await filesOfWork(deps.db, id) }, options);

const tellOvertaken = (made: Promise<number>): Promise<number> =>
  made.catch((error) => {
    throw error instanceof OvertakenImport
      ? new ProductError('published_meanwhile', { cause: error })
      : error;
  });
