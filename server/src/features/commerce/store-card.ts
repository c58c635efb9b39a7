import { inTransaction } from '../../platform/database/transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { enqueue } from '../../platform/jobs.ts';
import { forgetCardJob } from './end-subscriptions-of-person.ts';
import { cardsOf } from './payment-providers.ts';
import { findEmail, lockBuyer } from './queries.ts';
import { findRenewal, upsertStoredCard } from './subscription-queries.ts';

/**
 * Makes the provider store the card of a first payment, for the renewals. No card is kept for a user who has left
 * meanwhile.
 */
export async function storeCard(
  deps: Deps,
  paid: { subscriptionId: string; transactionId: string; lastFour: string; cardType: string },
): Promise<void> {
  const { db, clock } = deps;
  const subscription = await findRenewal(db, paid.subscriptionId);
  if (!subscription || subscription.customerProfileId || subscription.endsAt <= clock.now()) return;
  const stored = await cardsOf(deps).storeCard(paid.transactionId, {
    id: subscription.userId,
    email: await findEmail(db, subscription.userId),
  });
  await inTransaction(db, async (tx) => {
    const { hasLeft } = await lockBuyer(tx, subscription.userId);
    if (hasLeft) await enqueue(tx, forgetCardJob(stored));
    else await upsertStoredCard(tx, { ...stored, ...paid, at: clock.now() });
  });
}
