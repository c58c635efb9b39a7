import { CANCELLATION_REASONS } from '@vesalius/contract/constants';
import type { Tx } from '../../platform/database/database.ts';
import type { NewJob } from '../../platform/define-job.ts';
import { enqueueAll } from '../../platform/jobs.ts';
import { commerceJobs } from './jobs.ts';
import { lockBuyer } from './queries.ts';
import { stopRenewal } from './stop-renewal.ts';
import { deleteStoredCards, lockSubscriptionsOf } from './subscription-queries.ts';

/**
 * Called when an account is deleted: everything that runs ends now, PayPal is told to stop, and the card provider
 * deletes the stored cards. Payments stay in the records. Money that is in transit is returned when it arrives
 * (`grantOrder`, `settleRenewal`).
 */
export async function endSubscriptionsOfPerson(tx: Tx, userId: string, now: Date): Promise<void> {
  await lockBuyer(tx, userId);
  for (const subscription of await lockSubscriptionsOf(tx, userId, now))
    await stopRenewal(tx, subscription, {
      at: now,
      reason: CANCELLATION_REASONS.account_deleted,
      endsAt: now,
    });
  const cards = await deleteStoredCards(tx, userId);
  await enqueueAll(tx, cards.map(forgetCardJob));
}

export const forgetCardJob = ({ customerProfileId }: { customerProfileId: string }): NewJob =>
  commerceJobs.forgetCard({ customer_profile_id: customerProfileId });
