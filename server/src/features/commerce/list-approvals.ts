import type { Db } from '../../platform/database/database.ts';
import { findNextYear, type NextYear } from './next-year.ts';
import { isReadableOtherwise, isStillRight } from './order-terms.ts';
import { type EndedWait, listEndedWaits, listWaitingOrders, type WaitingOrder } from './waiting-queries.ts';

type Item = Pick<WaitingOrder, 'bookId' | 'packageId'>;
const idOf = ({ bookId, packageId }: Item) => bookId ?? packageId ?? '';

/**
 * The buyer's approvals at PayPal without a payment: `waiting` ones become subscriptions when PayPal activates them,
 * `ended` ones were never completed. A waiting one
 * is ended, too, if the buyer can read it in another way since then. Left out are others whose payment will be returned, ended ones of items that
 * the buyer has in a bundle by now, and ended ones beside a waiting one. `only` limits them to one item, whose year is
 * known.
 */
export async function listApprovals(
  db: Db,
  userId: string,
  now: Date,
  only: { item: Item; year: NextYear } | null = null,
): Promise<{ waiting: WaitingOrder[]; ended: EndedWait[] }> {
  const itemId = only && idOf(only.item);
  const [orders, waits] = await Promise.all([
    listWaitingOrders(db, userId, now, itemId),
    listEndedWaits(db, userId, now, itemId),
  ]);
  const years = new Map<string, NextYear>();
  for (const item of [...orders, ...waits])
    if (!years.has(idOf(item)))
      years.set(idOf(item), only?.year ?? (await findNextYear(db, userId, item, now)));
  const waiting: WaitingOrder[] = [];
  const ended: EndedWait[] = [];
  for (const order of orders) {
    const year = years.get(idOf(order));
    if (year && (await isStillRight(db, order, year, now))) waiting.push(order);
    else if (await isReadableOtherwise(db, order, now))
      ended.push({ ...order, endedAt: order.since, because: 'readable_otherwise' });
  }
  for (const wait of waits)
    ended.push(
      (await isReadableOtherwise(db, wait, now)) ? { ...wait, because: 'readable_otherwise' } : wait,
    );
  const isWaiting = new Set(waiting.map(idOf));
  return {
    waiting,
    ended: ended.filter((wait) => !years.get(idOf(wait))?.includedIn && !isWaiting.has(idOf(wait))),
  };
}

export const presentEndedWait = ({ since, endedAt, because }: EndedWait) => ({
  approved_at: since.toISOString(),
  at: endedAt.toISOString(),
  because,
});

export const presentApproval = (order: WaitingOrder | EndedWait) => ({
  id: order.id,
  book_id: order.bookId,
  package_id: order.packageId,
  title: order.title,
  waiting_since: order.since.toISOString(),
  ended: 'endedAt' in order ? presentEndedWait(order) : null,
});
