import { MAX_COMMENTS_PER_PART } from '@vesalius/contract/studio-limits';
import type { CommentsQuery, WorkComment } from '@vesalius/contract/work-comments';
import type { Db } from '../../../platform/database/database.ts';
import { ProductError } from '../../../platform/errors.ts';
import type { Actor } from '../../accounts/actor.ts';
import type { PageComparisons } from '../page-moves/read-page-moves.ts';
import { demandWork } from '../studio/access.ts';
import { type CommentRow, listComments, listThreads } from './comment-list-queries.ts';
import { type CommentPages, findCommentPages } from './find-comment-pages.ts';
import type { CommentOf } from './hold-comment.ts';
import { partOf } from './part-of-threads.ts';

/** Returns a part of the comments, with the page numbers of the present preview. */
export async function readComments(
  db: Db,
  actor: Actor,
  workId: string,
  { page, lecture_id: lectureId, question_id: questionId, comment_id: id, state, from }: CommentsQuery,
  comparisons: PageComparisons,
): Promise<{ comments: WorkComment[]; next: number | null }> {
  await demandWork(db, actor, workId, 'review');
  const pages = await findCommentPages(db, workId, comparisons);
  const filter = {
    ...{ id, lectureId, questionId, isSettled: state && state === 'settled' },
    page: page === undefined ? undefined : { page, places: pages.placesOf(page) },
  };
  const slice = { limit: MAX_COMMENTS_PER_PART + 1, offset: from };
  const threads = await listThreads(db, workId, filter, slice);
  const part = partOf(threads);
  const ids = part.map((thread) => thread.id);
  const rows = ids.length > 0 ? await listComments(db, workId, ids) : [];
  return {
    comments: rows.map((row) => presentComment(row, actor, pages)),
    next: part.length < threads.length ? from + part.length : null,
  };
}

/** Returns the comment without its answers. */
export async function readComment(
  db: Db,
  actor: Actor,
  { workId, id }: CommentOf,
  comparisons: PageComparisons,
): Promise<WorkComment> {
  await demandWork(db, actor, workId, 'review');
  const [rows, pages] = await Promise.all([
    listComments(db, workId, [id]),
    findCommentPages(db, workId, comparisons),
  ]);
  const row = rows.find((each) => each.id === id);
  if (!row) throw new ProductError('not_found');
  return presentComment(row, actor, pages);
}

function presentComment(row: CommentRow, actor: Actor, pages: CommentPages): WorkComment {
  const { second, thingTitle } = row;
  const isOwn = row.userId === actor.userId;
  return {
    ...{ id: row.id, answers: row.answers, text: row.text, user_name: row.userName },
    is_own: isOwn,
    may_remove: actor.role === 'staff' || (isOwn && !row.isAnsweredByOthers),
    page: row.thingPage ?? pages.pageOf(row),
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
