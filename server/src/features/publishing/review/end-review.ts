import type { Tx } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { Actor } from '../../accounts/actor.ts';
import { holdRole } from '../../accounts/hold-role.ts';
import { lockWorkFor } from '../works/lock-work-for.ts';
import {
  deleteReviewer,
  findOpenReview,
  listReviewerIds,
  type OpenReview,
  updateReviewEnded,
} from './review-queries.ts';
import { tellOnceADay } from './tell-once-a-day.ts';

/** Cancels the review for everybody, or for one reviewer. Idempotent. */
export const endReview = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  workId: string,
  userId: string | null = null,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    await holdRole(tx, actor);
    await lockWorkFor(tx, actor, workId, 'edit');
    const review = await findOpenReview(tx, workId);
    if (!review) return;
    const gone = userId === null ? await listReviewerIds(tx, review.id) : await leave(tx, review, userId);
    if (userId === null || (await listReviewerIds(tx, review.id)).length === 0)
      await updateReviewEnded(tx, workId, clock.now());
    for (const id of gone) await tellOnceADay(tx, 'tellReviewEnded', { workId, userId: id }, clock.now());
  });

const leave = async (tx: Tx, { id }: OpenReview, userId: string): Promise<string[]> =>
  (await deleteReviewer(tx, id, userId)) === 1 ? [userId] : [];
