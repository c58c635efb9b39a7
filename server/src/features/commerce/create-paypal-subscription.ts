import type { CreatePaypalSubscription } from '@vesalius/contract/commerce-payment';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { MINUTE_MS } from '../../platform/durations.ts';
import { ProductError } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs.ts';
import { takeAttempts } from '../../platform/throttle.ts';
import { commerceJobs } from './jobs.ts';
import { findPlan, insertPlan, type OrderRow, updateOrderApproval } from './order-queries.ts';
import { payPalOf } from './payment-providers.ts';
import { type Buyer, paypalCounters } from './payment-throttles.ts';
import { placeOrder } from './place-order.ts';
import type { PayPalProvider } from './providers/paypal-provider.ts';
import { findEmail } from './queries.ts';

/** Minutes after which PayPal is asked about an approval from which the buyer did not return. */
export const LOOK_AFTER_MINUTES = [10, 60, 190] as const;

/**
 * Creates the subscription at PayPal, with our order's id as the idempotency key: repeated requests for one order
 * return the same subscription. The buyer approves it at the returned address; nothing is granted yet.
 */
export async function createPaypalSubscription(
  deps: Deps,
  buyer: Buyer,
  wish: CreatePaypalSubscription,
  origin = deps.config.publicUrl,
): Promise<{ subscription_id: string; approve_url: string }> {
  const { db, clock } = deps;
  const paypal = payPalOf(deps);
  const order = await inTransaction(db, async (tx) => {
    const placed = await placeOrder(tx, buyer.userId, 'paypal', wish, clock.now());
    // A request beyond the limit leaves the open order unchanged.
    if (!placed.approveUrl) await takeAttempts(tx, paypalCounters(buyer), clock.now());
    return placed;
  });
  if (order.providerSubscriptionId && order.approveUrl)
    return { subscription_id: order.providerSubscriptionId, approve_url: order.approveUrl };
  const back = (result: 'approved' | 'cancelled') => {
    const query = new URLSearchParams({
      mode: order.bookId ? 'book' : 'package',
      id: order.bookId ?? order.packageId ?? '',
      paypal: result,
    });
    return `${origin}/checkout?${query}`;
  };
  try {
    const planId = await planOf(deps, paypal, order);
    const made = await paypal.createSubscription(`order-${order.id}`, {
      planId,
      startsAt: order.renewsFrom,
      customId: customId(order),
      email: await findEmail(db, buyer.userId),
      returnUrl: back('approved'),
      cancelUrl: back('cancelled'),
    });
    await inTransaction(db, async (tx) => {
      await updateOrderApproval(tx, order.id, {
        planId,
        providerSubscriptionId: made.id,
        approveUrl: made.approveUrl,
      });
      await enqueueLook(tx, made.id, clock.now(), 0);
    });
    return { subscription_id: made.id, approve_url: made.approveUrl };
  } catch (error) {
    // The order stays open: the next click uses the same key and gets the same subscription.
    deps.log.error({ err: error, order: order.id }, 'PayPal did not make a subscription');
    throw new ProductError('payment_unavailable', { cause: error });
  }
}

/** Identifies user and order at PayPal; checked at the confirmation. */
export const customId = (order: Pick<OrderRow, 'userId' | 'id'>): string => `${order.userId}:${order.id}`;

export const enqueueLook = (tx: Deps['db'], providerSubscriptionId: string, now: Date, number: number) =>
  enqueue(
    tx,
    commerceJobs.lookAtPayPal(
      { provider_subscription_id: providerSubscriptionId, number },
      { runAt: new Date(now.getTime() + (LOOK_AFTER_MINUTES[number] ?? 0) * MINUTE_MS) },
    ),
  );

/**
 * One plan for each item and its terms. A new price gets a new plan, because a changed plan affects its subscribers.
 */
async function planOf(deps: Deps, paypal: PayPalProvider, order: OrderRow): Promise<string> {
  const first = order.amountCents === order.renewalPriceCents ? null : order.amountCents;
  // If later years begin on a date of their own, the first one is paid at the approval.
  const upfront = order.renewsFrom !== null;
  const terms = upfront ? `upfront-${order.amountCents}` : (first ?? 'same');
  const key = `plan-${order.bookId ?? order.packageId}-${order.renewalPriceCents}-${terms}`;
  const known = await findPlan(deps.db, key);
  if (known) return known.planId;
  const planId = await paypal.createPlan(key, {
    name: order.title,
    yearlyCents: order.renewalPriceCents,
    ...(upfront ? { upfrontCents: order.amountCents } : first === null ? {} : { firstYearCents: first }),
  });
  await insertPlan(deps.db, {
    key,
    bookId: order.bookId,
    packageId: order.packageId,
    promoCodeId: order.promoCodeId,
    yearlyCents: order.renewalPriceCents,
    firstYearCents: first,
    planId,
    at: deps.clock.now(),
  });
  return planId;
}
