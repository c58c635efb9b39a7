import { MAX_EARLIER_APPROVALS } from '@vesalius/contract/studio-limits';
import type { WorkReview } from '@vesalius/contract/work-review';
import type { Db } from '../../../platform/database/database.ts';
import { demand } from '../../../platform/errors.ts';
import type { Actor } from '../../accounts/actor.ts';
import { demandWork } from '../studio/access.ts';
import { findWork } from '../works/work-queries.ts';
import { findApproverRole, listApprovals } from './approval-queries.ts';
import { listAskedChanges, listEndedChanges } from './asked-changes-queries.ts';
import { publisherOf, readApprovals } from './demand-approvals.ts';
import { listEarlierApprovals } from './given-approval-queries.ts';
import { isReviewOverdue } from './is-review-overdue.ts';
import { findLastEnd, findOpenReview, listOpenCommentCounts, listReviewers } from './review-queries.ts';

export async function readReview(db: Db, actor: Actor, workId: string, now: Date): Promise<WorkReview> {
  const mayEdit = (await demandWork(db, actor, workId, 'review')) === 'edit';
  const [work, approvals, role, review, people, [open], endedAt, asked, ended] = await Promise.all([
    findWork(db, workId),
    listApprovals(db, workId),
    findApproverRole(db, workId, actor.userId),
    findOpenReview(db, workId),
    listReviewers(db, workId),
    listOpenCommentCounts(db, [workId]),
    findLastEnd(db, workId),
    listAskedChanges(db, workId),
    listEndedChanges(db, workId, MAX_EARLIER_APPROVALS),
  ]);
  demand(work, 'not_found');
  const { version, manifest } = work;
  const approvalOf = (userId: string | null) => {
    const last = approvals.find((each) => each.userId === userId);
    if (!last) return null;
    const counts = last.isStanding && last.version === version;
    return { version: last.version, given_at: last.givenAt.toISOString(), counts };
  };
  const changesOf = (userId: string | null) => {
    const request = asked.find((each) => each.userId === userId);
    if (!request) return null;
    const { version: looked, text, askedAt } = request;
    return { version: looked, text, asked_at: askedAt.toISOString(), is_behind: looked !== version };
  };
  const standing = approvals.filter((each) => each.isStanding && each.version === version);
  const earlier = await listEarlierApprovals(db, workId, standing, MAX_EARLIER_APPROVALS);
  return {
    version,
    earlier_approvals: earlier.map((row) => ({
      ...{ id: row.id, name: row.name, role: row.role, version: row.version },
      given_at: row.givenAt.toISOString(),
      withdrawn_at: row.withdrawnAt?.toISOString() ?? null,
      changed_files: row.changedFiles && [...row.changedFiles],
    })),
    earlier_changes_asked: ended.map((row) => ({
      ...{ id: row.id, name: row.name, role: row.role, version: row.version, text: row.text },
      asked_at: row.askedAt.toISOString(),
      ended_at: row.endedAt.toISOString(),
      ended_by: row.endedBy,
    })),
    approvals: await readApprovals(db, { workId, version, publisher: publisherOf(manifest) }),
    may_approve: role !== null,
    review: review && {
      asked_by: review.askedBy,
      asked_at: review.askedAt.toISOString(),
      note: review.note,
      due_on: review.dueOn,
      is_overdue: isReviewOverdue(review, now),
    },
    ended_at: endedAt?.toISOString() ?? null,
    people: people.map((row) => ({
      role: row.role,
      user_id: row.userId,
      name: row.name,
      email: mayEdit ? row.email : null,
      can_be_asked: row.isAble,
      asked_at: row.askedAt?.toISOString() ?? null,
      looked_at: row.lookedAt?.toISOString() ?? null,
      number_of_comments: row.comments,
      approval: row.isAble ? approvalOf(row.userId) : null,
      changes_asked: row.isAble ? changesOf(row.userId) : null,
    })),
    number_of_open_comments: open?.count ?? 0,
    may_ask: mayEdit,
  };
}
