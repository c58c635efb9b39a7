import type { HistoryEntry, Work, WorkPerson, WorkProgress, WorkRow } from '@vesalius/contract/studio';
import { MAX_OPERATIONS_AT_ONCE, PRESENCE_MS } from '@vesalius/contract/studio-limits';
import type { WorkFile } from '@vesalius/contract/work-files';
import { type Difference, differenceOf } from '@vesalius/contract/working-copy';
import type { Value } from '@vesalius/contract/working-copy-document';
import { type Outcome, undoAndRedo } from '@vesalius/contract/working-copy-merge';
import type { Db } from '../../../platform/database/database.ts';
import type { Deps } from '../../../platform/deps.ts';
import { demand } from '../../../platform/errors.ts';
import { fileUrl } from '../../../platform/grants.ts';
import type { Actor } from '../../accounts/actor.ts';
import { assetKey } from '../assets/store-asset.ts';
import { presentReplaced, readPublication, stateOf } from '../releases/present-publication.ts';
import { listPending, type Pending } from '../releases/release-list-queries.ts';
import { listMissingApprovals } from '../review/approval-queries.ts';
import { isReviewOverdue } from '../review/is-review-overdue.ts';
import { type ListedReview, listOpenCommentCounts, listOpenReviews } from '../review/review-queries.ts';
import { withoutNames } from '../studies/study-names.ts';
import { demandWork } from '../studio/access.ts';
import { editionOf, findBeginning, listSteps } from './beginning.ts';
import { findUserName, type HistoryRow, listOperationsAfter } from './operation-queries.ts';
import { listWorkPeople, type WorkPersonRow } from './people-queries.ts';
import { holdsAddresses, operationWithoutAddresses, withoutAddresses } from './without-addresses.ts';
import {
  findVersion,
  findWork,
  type ListedWork,
  listVisitors,
  listWorkFiles,
  recordVisit,
  type WorkFileRow,
} from './work-queries.ts';

const personOf = ({ role, userId, name, email }: WorkPersonRow, mayEdit: boolean): WorkPerson => ({
  ...{ role, name },
  user_id: userId,
  email: mayEdit ? email : null,
});

type WorkDeps = Pick<Deps, 'db' | 'config' | 'clock'>;

export const presentFile = (file: WorkFileRow): WorkFile => ({
  path: file.path,
  asset: file.assetHash,
  bytes: file.bytes,
  media_type: file.mediaType,
  original_name: file.originalName,
  added_at: file.addedAt.toISOString(),
});

export async function presentWorks(
  { db, config, clock }: WorkDeps,
  { userId }: Actor,
  rows: readonly ListedWork[],
): Promise<WorkRow[]> {
  const ids = rows.map(({ id }) => id);
  const people = rows.length === 0 ? [] : await listWorkPeople(db, ids);
  const waiting = rows.length === 0 ? [] : await listPending(db, ids, clock.now());
  const [reviews, comments, approvals] = await Promise.all([
    listOpenReviews(db, ids),
    listOpenCommentCounts(db, ids),
    listMissingApprovals(db, ids),
  ]);
  const pendingOf = (id: string) => waiting.find(({ bookId }) => bookId === id) ?? null;
  return rows.map((row) => ({
    ...{ id: row.id, slug: row.slug, title: row.title, edition: row.edition, version: row.version },
    ...stateAndPending(row, pendingOf(row.id), clock.now()),
    changed_at: row.changedAt.toISOString(),
    changed_by: row.changedBy,
    cover: row.coverAsset && fileUrl(config.secretKey, assetKey(row.coverAsset), clock.now()),
    missing: row.missing,
    missing_approvals: approvals.find(({ workId }) => workId === row.id)?.count ?? 0,
    may_edit: row.mayEdit,
    review: presentReview(
      reviews.find(({ workId }) => workId === row.id),
      userId,
      clock.now(),
    ),
    number_of_open_comments: comments.find(({ workId }) => workId === row.id)?.count ?? 0,
    people: people.filter(({ workId }) => workId === row.id).map((each) => personOf(each, row.mayEdit)),
  }));
}

const presentReview = (review: ListedReview | undefined, userId: string, now: Date): WorkRow['review'] =>
  review
    ? {
        due_on: review.dueOn,
        is_overdue: isReviewOverdue(review, now),
        asked_by: review.askedBy,
        note: review.note,
        asks_caller: review.asked.includes(userId),
        people: review.people,
      }
    : null;

const stateAndPending = (
  work: ListedWork,
  pending: Pick<Pending, 'state' | 'publishAt'> | null,
  now: Date,
) => ({
  state: stateOf(work, pending, now),
  replaced_by: presentReplaced(work, now),
  pending: pending && { state: pending.state, publish_at: pending.publishAt.toISOString() },
});

export async function readWork({ db, config, clock }: WorkDeps, actor: Actor, workId: string): Promise<Work> {
  const mayEdit = (await demandWork(db, actor, workId, 'review')) === 'edit';
  const [work, files, people, steps] = await Promise.all([
    findWork(db, workId),
    listWorkFiles(db, workId),
    listWorkPeople(db, [workId]),
    readSteps(db, actor, workId),
  ]);
  demand(work, 'not_found');
  const { manifest } = work;
  const publication = await readPublication(db, work, clock.now());
  const beginning = await findBeginning(db, workId);
  const text = (value: Value | undefined) => (typeof value === 'string' ? value : null);
  return {
    id: work.id,
    slug: text(manifest.slug),
    title: text(manifest.title),
    edition: text(manifest.edition),
    state: publication.state,
    publication,
    began_from: beginning && { edition: await editionOf(db, beginning) },
    version: work.version,
    changed_at: work.changedAt.toISOString(),
    may_edit: mayEdit,
    manifest: mayEdit ? manifest : withoutAddresses(manifest),
    files: withoutNames(files, { userId: actor.userId, mayEdit }).map((file) => ({
      ...presentFile(file),
      address: file.mediaType.startsWith('image/')
        ? fileUrl(config.secretKey, assetKey(file.assetHash), clock.now())
        : null,
    })),
    people: people.map((each) => personOf(each, mayEdit)),
    steps,
  };
}

export async function presentPeople(db: Db, workId: string): Promise<WorkPerson[]> {
  return (await listWorkPeople(db, [workId])).map((each) => personOf(each, true));
}

export async function readSteps(db: Db, { userId }: Actor, workId: string) {
  const { undo, redo } = undoAndRedo(await listSteps(db, workId, userId));
  return { can_undo: undo.length > 0, can_redo: redo.length > 0 };
}

/** The changes since a version. The caller's undo steps are included if they may have changed. */
export async function readProgress(
  db: Db,
  actor: Actor,
  workId: string,
  since: number,
  mayEdit = true,
): Promise<WorkProgress> {
  const known = await findVersion(db, workId);
  demand(known !== null, 'not_found');
  const rows = await listOperationsAfter(db, workId, { since, limit: MAX_OPERATIONS_AT_ONCE });
  const last = rows.at(-1)?.version ?? since;
  const version = Math.max(known, rows.at(-1)?.version ?? 0);
  return {
    version,
    operations: rows.map((row) => ({
      version: row.version,
      change_id: row.changeId,
      operation: mayEdit ? row.operation : operationWithoutAddresses(row.operation),
      user_id: row.userId,
      user_name: row.userName,
      made_at: row.madeAt.toISOString(),
    })),
    more: last < version,
    steps: rows.length > 0 ? await readSteps(db, actor, workId) : null,
  };
}

/** Also records the caller's presence. */
export async function readPresence(db: Db, { userId }: Actor, workId: string, now: Date) {
  await recordVisit(db, { workId, userId }, now, PRESENCE_MS / 3);
  const since = new Date(now.getTime() - PRESENCE_MS);
  return (await listVisitors(db, { workId, userId, since })).map(({ id, name }) => ({ user_id: id, name }));
}

/** Adds the name of the other user of a conflict. */
export const presentOutcome = async (db: Db, outcome: Outcome) =>
  outcome.state !== 'conflict'
    ? outcome
    : {
        ...outcome,
        conflict: {
          ...outcome.conflict,
          user_name: outcome.conflict.user_id && (await findUserName(db, outcome.conflict.user_id)),
        },
      };

const OPS_OF_FILES = { added: 'add_files', removed: 'remove_files', restored: 'restore_files' } as const;

export function presentHistory(row: HistoryRow, mayEdit: boolean): HistoryEntry {
  return {
    ...whatHappened(row, mayEdit),
    version: row.version,
    change_id: row.changeId,
    user_id: row.userId,
    user_name: row.userName,
    made_at: row.madeAt.toISOString(),
    undoes: row.undoes,
    began_from: null,
  };
}

/** Of a new edition: all that it copied is one entry. `edition`: that it copied. */
export const presentBeginning = (row: HistoryRow, edition: string | null): HistoryEntry => ({
  ...presentHistory(row, false),
  ...{ before: undefined, after: undefined, began_from: { edition } },
});

function whatHappened(
  row: HistoryRow,
  mayEdit: boolean,
): Pick<HistoryEntry, 'op' | 'path' | 'files'> & Difference {
  if (row.operation === null)
    return { op: OPS_OF_FILES[row.kind], path: ['files'], files: { path: row.path, count: row.files } };
  const { path, ...change } = differenceOf(row.operation, row.inverse);
  const shown = mayEdit || !holdsAddresses(path) ? change : {};
  return { op: row.operation.op, path, files: null, ...shown };
}
