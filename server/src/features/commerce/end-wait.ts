import type { Deps } from '../../platform/deps.ts';
import { enqueue } from '../../platform/jobs.ts';
import { commerceLetters } from './jobs.ts';
import { findOrder } from './order-queries.ts';
import { syncPayPal } from './sync-paypal.ts';
import { findApproval } from './waiting-queries.ts';

/** Asks PayPal for the last time whether it completes what the buyer approved, and tells the buyer if it has not. */
export async function endWait(deps: Deps, orderId: string): Promise<void> {
  const order = await findOrder(deps.db, orderId);
  if (!order?.providerSubscriptionId) return;
  await syncPayPal(deps, order.providerSubscriptionId);
  const approval = await findApproval(deps.db, orderId);
  if (approval?.providerEndedAt === null)
    await enqueue(deps.db, commerceLetters.sendWaitEnded({ order_id: orderId }));
}
