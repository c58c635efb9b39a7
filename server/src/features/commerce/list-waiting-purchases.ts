import type { Db } from '../../platform/database/database.ts';
import { billsAtTheEnd } from './grant-order.ts';
import { findNextYear } from './next-year.ts';
import { findRunningSubscription } from './queries.ts';
import { listWaitingOrders, type WaitingOrder } from './waiting-queries.ts';

/**
 * The purchases that become subscriptions when PayPal activates them. Left out are those whose payment will be returned,
 * because the buyer has the item in another way by now: by a bundle, or by a year that PayPal's date does not fit.
 */
export async function listWaitingPurchases(
  db: Db,
  userId: string,
  now: Date,
  itemId: string | null = null,
): Promise<WaitingOrder[]> {
  const orders = await listWaitingOrders(db, userId, now, itemId);
  const isNeeded = await Promise.all(
    orders.map(async (order) => {
      const running = await findRunningSubscription(db, userId, order, now);
      const { start, includedIn } = await findNextYear(db, userId, order, running, now);
      return !includedIn && billsAtTheEnd(order, start, now);
    }),
  );
  return orders.filter((_, index) => isNeeded[index]);
}
