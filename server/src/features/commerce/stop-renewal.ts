import type { Tx } from '../../platform/database/database.ts';
import { enqueue } from '../../platform/jobs.ts';
import { commerceJobs } from './jobs.ts';
import { endRenewal, type RenewalRow } from './subscription-queries.ts';

/**
 * Ends a renewal, here and at the provider, in the caller's transaction. Everything that ends a renewal must call it:
 * if a row stopped renewing while its agreement at PayPal continues, the buyer would be charged again. `endsAt` ends
 * the access too.
 */
export async function stopRenewal(
  tx: Tx,
  subscription: Pick<RenewalRow, 'id' | 'providerSubscriptionId'>,
  ended: { at: Date; reason: string; endsAt?: Date },
): Promise<void> {
  await endRenewal(tx, subscription.id, ended);
  if (subscription.providerSubscriptionId)
    await enqueueCancelAtPayPal(tx, subscription.providerSubscriptionId, ended.reason);
}

export const enqueueCancelAtPayPal = (tx: Tx, providerSubscriptionId: string, reason: string) =>
  enqueue(tx, commerceJobs.cancelAtPayPal({ provider_subscription_id: providerSubscriptionId, reason }));
