import type { Db } from '../../platform/database/database.ts';
import { DAY_MS } from '../../platform/durations.ts';
import { accessPeriodEnd } from './access-period.ts';
import { isGivenAccess } from './given-access.ts';
import type { NextYear } from './next-year.ts';
import { hasShrunkSince } from './off-sale-queries.ts';
import type { OrderRow } from './order-queries.ts';
import { pricePackages } from './price-packages.ts';
import { discountedCents } from './promo-code.ts';
import { findBookItem, findPackageItem, findPromoCodeById } from './queries.ts';

export type OrderTerms = Pick<
  OrderRow,
  | 'userId'
  | 'bookId'
  | 'packageId'
  | 'gateway'
  | 'amountCents'
  | 'priceCents'
  | 'promoCodeId'
  | 'renewsFrom'
  | 'despiteAccess'
  | 'createdAt'
>;

/**
 * Whether the order still buys what it was placed for. False if a package gives the buyer the item by now, if it left
 * the shop, if a package has another price, if PayPal would charge the next year at another time than it begins, or
 * if the buyer can read it by now in another way and was not shown that.
 */
export const isStillRight = async (
  db: Db,
  order: OrderTerms,
  { start, includedIn }: NextYear,
  now: Date,
): Promise<boolean> =>
  !includedIn &&
  billsAtTheEnd(order, start, now) &&
  (await isStillSold(db, order, now)) &&
  (await isPricedRight(db, order)) &&
  !(await isReadableOtherwise(db, order, now));

/** Whether others give the buyer everything of it by now, and the buyer was not shown that. */
export const isReadableOtherwise = async (
  db: Db,
  order: Pick<OrderTerms, 'userId' | 'bookId' | 'packageId' | 'despiteAccess'>,
  now: Date,
): Promise<boolean> =>
  // Null for an order of an older release, which is granted.
  order.despiteAccess === false && (await isGivenAccess(db, order.userId, order, now));

/**
 * PayPal's date for the second year was fixed when the order was placed. What the buyer got or lost since then moves
 * the year that the first payment buys. If the two differ by more than a day, PayPal would charge before that year
 * ends, or leave the reader without access until it charges.
 */
function billsAtTheEnd(order: OrderTerms, periodStart: Date, now: Date): boolean {
  if (order.gateway !== 'paypal') return true;
  const billsAt = order.renewsFrom ?? accessPeriodEnd(now);
  return Math.abs(billsAt.getTime() - accessPeriodEnd(periodStart).getTime()) <= DAY_MS;
}

/**
 * The price of a package depends on payments for its books. It is computed again as of the order: a later refund
 * removes a credit, and a book that was bought meanwhile would be paid twice.
 */
async function isPricedRight(db: Db, order: OrderTerms): Promise<boolean> {
  if (!order.packageId) return true;
  const { packageId: id, priceCents, promoCodeId, userId, createdAt } = order;
  const [price] = await pricePackages(db, userId, [{ id, priceCents }], createdAt);
  const code = promoCodeId ? await findPromoCodeById(db, promoCodeId) : null;
  const cents = price?.toPayCents ?? priceCents;
  return (code ? discountedCents(code, cents) : cents) === order.amountCents;
}

/** False if it was withdrawn or replaced meanwhile, or if a package contains less than the buyer saw. */
async function isStillSold(
  db: Db,
  { bookId, packageId, createdAt }: OrderTerms,
  now: Date,
): Promise<boolean> {
  if (bookId) return (await findBookItem(db, bookId, now))?.isSold === true;
  if (!packageId || (await hasShrunkSince(db, packageId, createdAt))) return false;
  return (await findPackageItem(db, packageId, now))?.isSold === true;
}
