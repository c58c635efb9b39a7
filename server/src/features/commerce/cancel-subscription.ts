import type { Db } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { demand } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs.ts';
import { commerceLetters } from './jobs.ts';
import { lockBuyer } from './queries.ts';
import { stopRenewal } from './stop-renewal.ts';
import { lockRenewal } from './subscription-queries.ts';

/** Ends the renewal only: access lasts to the end of the period. Idempotent. */
export async function cancelSubscription(
  db: Db,
  values: { id: string; userId: string; reason: string; at: Date },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockBuyer(tx, values.userId);
    const subscription = await lockRenewal(tx, values.id);
    demand(subscription?.userId === values.userId, 'not_found');
    if (!subscription.renews) return;
    await stopRenewal(tx, subscription, values);
    await enqueue(tx, commerceLetters.sendCancelled({ subscription_id: values.id }));
  });
}
