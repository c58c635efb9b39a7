import type { BillingAddress } from '@vesalius/contract/commerce-payment';
import type { Tx } from '../../platform/database/database.ts';
import { MINUTE_MS } from '../../platform/durations.ts';
import { demand } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { enqueue } from '../../platform/jobs.ts';
import { accessPeriodEnd } from './access-period.ts';
import { isGivenAccess } from './given-access.ts';
import { commerceJobs } from './jobs.ts';
import { findNextYear } from './next-year.ts';
import {
  closeOrder,
  findOpenOrder,
  insertOrder,
  type OrderRow,
  updateOrderDespiteAccess,
} from './order-queries.ts';
import { findOpenRenewal } from './payment-queries.ts';
import { type PromoCode, renewalCents } from './promo-code.ts';
import { lockPresentBuyer, lockPromoCode } from './queries.ts';
import { applyPromoCode, priceItem, type Wanted } from './quote.ts';
import { insertHold, releaseReservation, upsertRedemption } from './redemption-queries.ts';
import { enqueueCancelAtPayPal } from './stop-renewal.ts';

export interface OrderWish extends Wanted {
  readonly promo_code_name?: string | undefined;
  /** The amount that the buyer saw. */
  readonly amount?: number | undefined;
  readonly replaces_subscription_id?: string | undefined;
  /** The buyer was shown that they can read it already. */
  readonly despite_access?: boolean | undefined;
  readonly bill_to?: BillingAddress | undefined;
}

/**
 * Places an order before any provider is called: one at a time for each user, at the server's price, and with the use
 * of the promo code reserved under its lock. A running subscription is not sold twice, unless this purchase
 * explicitly replaces it; neither is an item that the buyer has in a package.
 */
export async function placeOrder(
  tx: Tx,
  userId: string,
  gateway: OrderRow['gateway'],
  wish: OrderWish,
  now: Date,
): Promise<OrderRow> {
  await lockPresentBuyer(tx, userId);
  const item = await priceItem(tx, userId, wish, now);
  const despiteAccess = wish.despite_access === true;
  demand(despiteAccess || !(await isGivenAccess(tx, userId, item, now)), 'already_readable');
  const open = await findOpenOrder(tx, userId, item);
  demand(open?.gateway !== 'card', 'payment_pending');
  const { running, start, includedIn } = await findNextYear(tx, userId, item, now);
  const replaces = wish.replaces_subscription_id ?? null;
  if (replaces !== null) demand(running?.id === replaces, 'not_found');
  demand(!running?.renews || running.id === replaces, 'already_subscribed');
  demand(!includedIn, 'included_in_bundle');
  // Its renewal is being charged at the moment: the year would be paid twice.
  if (replaces !== null) demand(!(await findOpenRenewal(tx, replaces)), 'payment_pending');

  const code = wish.promo_code_name ? await lockPromoCode(tx, wish.promo_code_name) : null;
  const cents = wish.promo_code_name
    ? await applyPromoCode(tx, code, { userId, item, at: now, orderId: open?.id })
    : item.priceCents;
  if (wish.amount !== undefined) demand(Math.round(wish.amount * 100) === cents, 'price_changed');
  demand(cents > 0, 'price_changed');
  // PayPal bills a year after the approval unless it is told to begin later: no year is charged before the paid one
  // ends.
  const renewsFrom = gateway === 'paypal' && start > now ? accessPeriodEnd(start) : null;
  const wanted = {
    gateway,
    amountCents: cents,
    renewalPriceCents: renewalCents(code, item.fullPriceCents),
    replaces,
    renewsFrom,
  };
  if (open && isSame(open, wanted, code)) {
    if (despiteAccess) await updateOrderDespiteAccess(tx, open.id);
    return open;
  }
  if (open) await supersede(tx, open, gateway, now);
  const id = newId();
  const order = {
    id,
    userId,
    bookId: item.bookId,
    packageId: item.packageId,
    gateway,
    amountCents: cents,
    priceCents: item.fullPriceCents,
    creditCents: item.fullPriceCents - item.priceCents,
    renewalPriceCents: wanted.renewalPriceCents,
    promoCodeId: code?.id ?? null,
    billTo: wish.bill_to ?? null,
    replacesSubscriptionId: replaces,
    renewsFrom,
    despiteAccess,
    createdAt: now,
  };
  await insertOrder(tx, order);
  if (code) {
    const use = { codeId: code.id, userId, orderId: id, at: now };
    if (gateway === 'paypal') await insertHold(tx, use);
    else await upsertRedemption(tx, { ...use, subscriptionId: null });
  }
  if (gateway === 'paypal') await enqueueAbandon(tx, id, now);
  return {
    ...order,
    title: item.title,
    state: 'open',
    providerPlanId: null,
    providerSubscriptionId: null,
    approveUrl: null,
    subscriptionId: null,
  };
}

/**
 * The buyer began an approval at PayPal and left it. An order with other terms at PayPal replaces it permanently. A
 * card may be declined, so an approval after a card order is judged when it arrives. PayPal cannot cancel an
 * agreement before its approval; an approval of the old terms is canceled and refunded as soon as PayPal reports it
 * (`syncPayPal`).
 */
async function supersede(tx: Tx, open: OrderRow, by: OrderRow['gateway'], at: Date): Promise<void> {
  await releaseReservation(tx, open.id, at);
  await closeOrder(tx, open.id, { state: by === 'paypal' ? 'superseded' : 'abandoned', at });
  if (by === 'paypal' && open.providerSubscriptionId)
    await enqueueCancelAtPayPal(tx, open.providerSubscriptionId, 'other terms were chosen');
}

const isSame = (
  open: OrderRow,
  wanted: Pick<OrderRow, 'gateway' | 'amountCents' | 'renewalPriceCents' | 'renewsFrom'> & {
    replaces: string | null;
  },
  code: PromoCode | null,
): boolean =>
  open.gateway === wanted.gateway &&
  open.amountCents === wanted.amountCents &&
  open.renewalPriceCents === wanted.renewalPriceCents &&
  open.replacesSubscriptionId === wanted.replaces &&
  open.renewsFrom?.getTime() === wanted.renewsFrom?.getTime() &&
  open.promoCodeId === (code?.id ?? null);

/** Later than the last check of an approval: an order that never reached PayPal is closed, and its code is released. */
const ABANDON_AFTER_MS = 200 * MINUTE_MS;

const enqueueAbandon = (tx: Tx, orderId: string, now: Date) =>
  enqueue(
    tx,
    commerceJobs.abandonOrder({ order_id: orderId }, { runAt: new Date(now.getTime() + ABANDON_AFTER_MS) }),
  );
