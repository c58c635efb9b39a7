import type { Deps } from '../../platform/deps.ts';
import { demand, ProductError } from '../../platform/errors.ts';
import { findOrderOfPayPal } from './order-queries.ts';
import { OutcomeUnknown } from './providers/card-provider.ts';
import { findRunningSubscription, type SubscriptionRow } from './queries.ts';
import type { Wanted } from './quote.ts';
import { syncPayPal } from './sync-paypal.ts';

/**
 * Handles a buyer's return from PayPal with a subscription id. The id is not trusted: it must belong to an order of
 * this user for this item, and PayPal is asked for the state.
 */
export async function createBookSubscription(
  deps: Deps,
  userId: string,
  wanted: Wanted & { subscription_id: string },
): Promise<SubscriptionRow> {
  const order = await findOrderOfPayPal(deps.db, wanted.subscription_id);
  const isOwn =
    order?.userId === userId &&
    order.bookId === (wanted.book_id ?? null) &&
    order.packageId === (wanted.package_id ?? null);
  demand(order && isOwn, 'not_found');
  const outcome = await syncPayPal(deps, wanted.subscription_id).catch((error) => {
    if (error instanceof OutcomeUnknown) throw new ProductError('payment_pending', { cause: error });
    throw error;
  });
  demand(outcome !== 'unknown', 'not_found');
  demand(outcome !== 'waiting', 'payment_pending');
  demand(outcome !== 'over', 'payment_cancelled');
  demand(outcome !== 'returned', 'payment_returned');
  const running = await findRunningSubscription(deps.db, userId, order, deps.clock.now());
  demand(running, 'payment_cancelled');
  return running;
}
