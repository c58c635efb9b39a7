import type { Db } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { demand } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs.ts';
import { enqueueCancelAtPayPal } from './grant-order.ts';
import { cancelRenewal } from './queries.ts';
import { findRenewal } from './subscription-queries.ts';

/** Ends the renewal and nothing else: access lasts to the end of the period. A second time changes nothing. */
export async function cancelSubscription(
  db: Db,
  values: { id: string; userId: string; reason: string; at: Date },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const before = await findRenewal(tx, values.id);
    demand(before?.userId === values.userId, 'not_found');
    await cancelRenewal(tx, values);
    if (!before.renews) return;
    if (before.gateway === 'paypal' && before.providerSubscriptionId)
      await enqueueCancelAtPayPal(tx, before.providerSubscriptionId, values.reason);
    await enqueue(tx, { kind: 'commerce.send-cancelled', payload: { subscription_id: values.id } });
  });
}
