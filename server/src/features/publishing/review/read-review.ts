import type { WorkReview } from '@vesalius/contract/work-review';
import type { Db } from '../../../platform/database/database.ts';
import type { Actor } from '../../accounts/actor.ts';
import { demandWork } from '../studio/access.ts';
import { findOpenReview, listOpenCommentCounts, listReviewers } from './review-queries.ts';

export async function readReview(db: Db, actor: Actor, workId: string): Promise<WorkReview> {
  const mayEdit = (await demandWork(db, actor, workId, 'review')) === 'edit';
  const [review, people, [open]] = await Promise.all([
    findOpenReview(db, workId),
    listReviewers(db, workId),
    listOpenCommentCounts(db, [workId]),
  ]);
  return {
    review: review && {
      asked_by: review.askedBy,
      asked_at: review.askedAt.toISOString(),
      note: review.note,
      due_on: review.dueOn,
    },
    people: people.map((row) => ({
      role: row.role,
      user_id: row.userId,
      name: row.name,
      email: mayEdit ? row.email : null,
      can_be_asked: row.isAble,
      asked_at: row.askedAt?.toISOString() ?? null,
      looked_at: row.lookedAt?.toISOString() ?? null,
      number_of_comments: row.comments,
    })),
    number_of_open_comments: open?.count ?? 0,
    may_ask: mayEdit,
  };
}
