import { type PageRun, pageInSet } from '@vesalius/contract/page-runs';
import { MAX_COMMENTS_PER_PART } from '@vesalius/contract/studio-limits';
import type { CommentsQuery, WorkComment } from '@vesalius/contract/work-comments';
import type { Db } from '../../../platform/database/database.ts';
import { ProductError } from '../../../platform/errors.ts';
import type { Actor } from '../../accounts/actor.ts';
import { demandWork } from '../studio/access.ts';
import { type CommentRow, listComments, listThreads } from './comment-list-queries.ts';
import { findShownRuns } from './comment-queries.ts';
import { pageOfPlace } from './page-of-place.ts';
import { partOf } from './part-of-threads.ts';

/** Returns a part of the comments, with the page numbers of the present preview. */
export async function readComments(
  db: Db,
  actor: Actor,
  workId: string,
  { page, lecture_id: lectureId, question_id: questionId, comment_id: id, state, from }: CommentsQuery,
): Promise<{ comments: WorkComment[]; next: number | null }> {
  await demandWork(db, actor, workId, 'review');
  const runs = await findShownRuns(db, workId);
  const filter = {
    ...{ id, lectureId, questionId, isSettled: state && state === 'settled' },
    page: page === undefined ? undefined : { page, place: pageInSet(runs, page) },
  };
  const slice = { limit: MAX_COMMENTS_PER_PART + 1, offset: from };
  const threads = await listThreads(db, workId, filter, slice);
  const part = partOf(threads);
  const ids = part.map((thread) => thread.id);
  const rows = ids.length > 0 ? await listComments(db, workId, ids) : [];
  return {
    comments: rows.map((row) => presentComment(row, actor, runs)),
    next: part.length < threads.length ? from + part.length : null,
  };
}

/** Returns the comment without its answers. */
export async function readComment(db: Db, actor: Actor, workId: string, id: string): Promise<WorkComment> {
  await demandWork(db, actor, workId, 'review');
  const [rows, runs] = await Promise.all([listComments(db, workId, [id]), findShownRuns(db, workId)]);
  const row = rows.find((each) => each.id === id);
  if (!row) throw new ProductError('not_found');
  return presentComment(row, actor, runs);
}

function presentComment(row: CommentRow, actor: Actor, runs: readonly PageRun[]): WorkComment {
  const { second, thingTitle } = row;
  const page =
    row.pageSet && row.pageOfSet ? pageOfPlace(runs, { set: row.pageSet, page: row.pageOfSet }) : null;
  const isOwn = row.userId === actor.userId;
  return {
    ...{ id: row.id, answers: row.answers, text: row.text, user_name: row.userName },
    is_own: isOwn,
    may_remove: actor.role === 'staff' || (isOwn && !row.isAnsweredByOthers),
    page: row.thingPage ?? page,
    was_page: row.wasPage,
    quote: row.quote ? { text: row.quote, before: row.quoteBefore, after: row.quoteAfter } : null,
    lecture: second === null ? null : { id: row.lectureId, title: row.lectureTitle ?? thingTitle, second },
    question: row.listKind && {
      ...{ id: row.questionId, title: row.questionTitle ?? thingTitle, kind: row.listKind },
      list_id: row.listId,
    },
    made_at: row.madeAt.toISOString(),
    settled_at: row.settledAt?.toISOString() ?? null,
    settled_by: row.settledBy,
  };
}
