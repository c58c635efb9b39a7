import type { Db } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { demand } from '../../platform/errors.ts';
import { enqueue, enqueueAll } from '../../platform/jobs.ts';
import { commerceLetters } from './jobs.ts';
import { isResumable } from './present-subscription.ts';
import { putBehindCover } from './put-behind-cover.ts';
import {
  findOwnSubscription,
  findRunningSubscription,
  getSubscription,
  lockPresentBuyer,
  type SubscriptionRow,
} from './queries.ts';
import { renewalJobs } from './schedule-renewal.ts';
import { resumeRenewal } from './subscription-queries.ts';

/** Undoes a cancellation while the period runs. Idempotent. */
export async function resumeSubscription(
  db: Db,
  wanted: { id: string; userId: string },
  now: Date,
): Promise<SubscriptionRow> {
  return inTransaction(db, async (tx) => {
    await lockPresentBuyer(tx, wanted.userId);
    const own = await findOwnSubscription(tx, wanted.id, wanted.userId);
    demand(own, 'not_found');
    if (own.renews) return own;
    demand(isResumable(own, now), 'not_resumable');
    const latest = await findRunningSubscription(tx, wanted.userId, own, now);
    // A later purchase of the same item has replaced it.
    demand(latest?.id === own.id, 'not_resumable');
    const endsAt = await putBehindCover(tx, own, own.endsAt);
    await resumeRenewal(tx, own.id);
    await enqueueAll(tx, renewalJobs({ id: own.id, gateway: 'card', endsAt, billsAt: null }));
    await enqueue(tx, commerceLetters.sendRenewing({ subscription_id: own.id }));
    return getSubscription(tx, own.id);
  });
}
