import type { Tx } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Deps } from '../../../platform/deps.ts';
import { enqueueAll } from '../../../platform/jobs.ts';
import type { Actor } from '../../accounts/actor.ts';
import { holdRole } from '../../accounts/hold-role.ts';
import { reviewLetters } from '../jobs.ts';
import { demandWork } from '../studio/access.ts';
import { lockWork } from '../works/work-queries.ts';
import {
  deleteReviewer,
  findOpenReview,
  listReviewerIds,
  type OpenReview,
  updateReviewEnded,
} from './review-queries.ts';

/** Called off for everybody, or for one person. Twice is once. */
export const endReview = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  workId: string,
  userId: string | null = null,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    await holdRole(tx, actor);
    await demandWork(tx, actor, workId, 'edit');
    await lockWork(tx, workId);
    const review = await findOpenReview(tx, workId);
    if (!review) return;
    const gone = userId === null ? await listReviewerIds(tx, review.id) : await leave(tx, review, userId);
    if (userId === null || (await listReviewerIds(tx, review.id)).length === 0)
      await updateReviewEnded(tx, workId, clock.now());
    await enqueueAll(
      tx,
      gone.map((id) => reviewLetters.tellReviewEnded({ work_id: workId, user_id: id })),
    );
  });

const leave = async (tx: Tx, { id }: OpenReview, userId: string): Promise<string[]> =>
  (await deleteReviewer(tx, id, userId)) === 1 ? [userId] : [];
