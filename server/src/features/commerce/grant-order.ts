import { CANCELLATION_REASONS } from '@vesalius/contract/constants';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { accessPeriodEnd } from './access-period.ts';
import { endContainedRenewals } from './end-contained-renewals.ts';
import { findNextYear } from './next-year.ts';
import { closeOrder, findOrder, lockOrder, type OrderRow } from './order-queries.ts';
import { isStillRight } from './order-terms.ts';
import type { PromoCode } from './promo-code.ts';
import { findRunningSubscription, insertSubscription, lockBuyer, lockPromoCodeById } from './queries.ts';
import { whyNotFor } from './quote.ts';
import {
  hasFirmReservation,
  hasReservation,
  releaseReservation,
  upsertRedemption,
} from './redemption-queries.ts';
import { stopRenewal } from './stop-renewal.ts';
import { lockRenewal, setProviderSubscription } from './subscription-queries.ts';

export interface Granted {
  readonly id: string;
  readonly periodStart: Date;
  readonly endsAt: Date;
}

/**
 * Grants the year that an order paid for. It begins after the paid time that still runs, so that no paid day is lost.
 * Only now do the subscription that it replaces, and those that a package contains, stop renewing. Returns null if
 * the same item, or a package that contains it, was bought meanwhile; if PayPal would charge the next year at another
 * time than it begins; if a package has another price by now; if the item left the shop; if the buyer has left, chose
 * other terms, or cannot have the promo code any more. Then the order is `returned`, and its money must go back.
 */
export async function grantOrder(
  tx: Tx,
  { order, code }: LockedOrder,
  { providerSubscriptionId }: { providerSubscriptionId: string | null },
  now: Date,
): Promise<Granted | null> {
  const year = await findNextYear(tx, order.userId, order, now);
  const replaces = order.replacesSubscriptionId;
  const beside = replaces
    ? await findRunningSubscription(tx, order.userId, order, now, replaces)
    : year.running;
  const isWanted =
    !beside?.renews &&
    (await isStillRight(tx, order, year, now)) &&
    (await isStillWanted(tx, order)) &&
    (await canHaveCode(tx, { order, code }, now));
  if (!isWanted) {
    await closeUnpaidOrder(tx, order, 'returned', now);
    return null;
  }
  const id = newId();
  const periodStart = year.start;
  const endsAt = accessPeriodEnd(periodStart);
  await insertSubscription(tx, {
    id,
    userId: order.userId,
    bookId: order.bookId,
    packageId: order.packageId,
    gateway: order.gateway,
    renews: true,
    renewalPriceCents: order.renewalPriceCents,
    promoCodeId: order.promoCodeId,
    startedAt: now,
    endsAt,
  });
  if (providerSubscriptionId) await setProviderSubscription(tx, id, providerSubscriptionId);
  if (order.promoCodeId)
    await upsertRedemption(tx, {
      codeId: order.promoCodeId,
      userId: order.userId,
      subscriptionId: id,
      orderId: order.id,
      at: now,
    });
  await closeOrder(tx, order.id, { state: 'paid', subscriptionId: id, at: now });
  if (replaces) await takeOver(tx, replaces, now);
  await endContainedRenewals(tx, { ...order, id }, now);
  return { id, periodStart, endsAt };
}

async function isStillWanted(tx: Tx, order: OrderRow): Promise<boolean> {
  // The caller that settles the payment has locked the buyer already: this only checks that the buyer still exists.
  const { hasLeft } = await lockBuyer(tx, order.userId);
  return !hasLeft && order.state !== 'superseded';
}

/**
 * Without its reservation the order is judged as if it were placed now: other buyers may have taken the use, or the
 * code may have ended.
 */
async function canHaveCode(tx: Tx, { order, code }: LockedOrder, now: Date): Promise<boolean> {
  if (!code || (await hasReservation(tx, order.id, now))) return true;
  const { id: orderId, userId, bookId, packageId } = order;
  return (await whyNotFor(tx, code, { userId, bookId, packageId, orderId, at: now })) === null;
}

export interface LockedOrder {
  readonly order: OrderRow;
  /** Null: there is none, or its use is reserved until the payment has an outcome. */
  readonly code: PromoCode | null;
}

/** Locks an order that may be granted, after its promo code: `payment-queries.ts` defines the order of locks. */
export async function lockOrderWithCode(tx: Tx, orderId: string): Promise<LockedOrder> {
  const promoCodeId = (await findOrder(tx, orderId))?.promoCodeId;
  // The buyer is locked, so a firm reservation stays: card payments do not wait for other buyers with the same code.
  const needsCode = promoCodeId && !(await hasFirmReservation(tx, orderId));
  const code = needsCode ? await lockPromoCodeById(tx, promoCodeId) : null;
  const order = await lockOrder(tx, orderId);
  if (!order) throw new Error('an order that is not there');
  return { order, code };
}

/** Ends an order without a purchase and gives back the use of its promo code. */
export async function closeUnpaidOrder(
  tx: Tx,
  order: OrderRow,
  state: 'failed' | 'returned' | 'abandoned',
  at: Date,
): Promise<void> {
  await releaseReservation(tx, order.id, at);
  await closeOrder(tx, order.id, { state, at });
}

async function takeOver(tx: Tx, oldId: string, now: Date): Promise<void> {
  const old = await lockRenewal(tx, oldId);
  if (old && (old.renews || old.endsAt > now))
    await stopRenewal(tx, old, { at: now, reason: CANCELLATION_REASONS.promo_code });
}
