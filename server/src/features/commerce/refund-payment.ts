import { inTransaction } from '../../platform/database/transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { demand, ProductError } from '../../platform/errors.ts';
import { enqueueCancelAtPayPal } from './grant-order.ts';
import { cardsOf, payPalOf } from './payment-providers.ts';
import { findPayment, lockPayment, type PaymentRow } from './payment-queries.ts';
import { ProviderRefused } from './providers/card-provider.ts';
import { addRefunded, findRefund, insertRefund, settleRefund } from './refund-queries.ts';
import { endRenewal, findRenewal } from './subscription-queries.ts';

export interface RefundWish {
  /** Made by whoever asks: the same id again is the same refund. */
  readonly refundId: string;
  readonly paymentId: string;
  readonly amountCents: number;
  /** Ends renewal and access at once; otherwise both stay as they are. */
  readonly endsAccess: boolean;
  readonly reason: string;
  readonly byUserId: string | null;
}

/**
 * Gives money back, in full or in part. The row stands before the provider is asked; the amount is held against the
 * payment under its lock, so that never more goes back than came. A refund whose answer was lost stays `started`, and
 * the daily comparison with the provider lists it.
 */
export async function refundPayment(deps: Deps, wish: RefundWish): Promise<void> {
  const { db, clock } = deps;
  const now = clock.now();
  const payment = await inTransaction(db, async (tx) => {
    const known = await findRefund(tx, wish.refundId);
    if (known && known.state !== 'started') return null;
    const payment = await lockPayment(tx, wish.paymentId);
    demand(payment, 'not_found');
    if (known) return payment;
    demand(payment.state === 'approved' && payment.transactionId, 'not_refundable');
    demand(
      wish.amountCents > 0 && payment.refundedCents + wish.amountCents <= payment.amountCents,
      'not_refundable',
    );
    await insertRefund(tx, { ...wish, at: now });
    await addRefunded(tx, payment.id, wish.amountCents);
    return payment;
  });
  if (!payment) return;
  const providerRefundId = await ask(deps, payment, wish);
  await inTransaction(db, async (tx) => {
    await settleRefund(tx, wish.refundId, 'done', providerRefundId);
    if (!wish.endsAccess || !payment.subscriptionId) return;
    const subscription = await findRenewal(tx, payment.subscriptionId);
    await endRenewal(tx, payment.subscriptionId, { at: now, reason: 'refunded', endsAt: now });
    if (subscription?.gateway === 'paypal' && subscription.providerSubscriptionId)
      await enqueueCancelAtPayPal(tx, subscription.providerSubscriptionId, 'refunded');
  });
}

async function ask(deps: Deps, payment: PaymentRow, wish: RefundWish): Promise<string> {
  const whole = wish.amountCents === payment.amountCents;
  try {
    const answer =
      payment.gateway === 'paypal'
        ? await payPalOf(deps).refundSale(payment.transactionId ?? '', whole ? null : wish.amountCents)
        : await cardsOf(deps).refund(payment.transactionId ?? '', wish.amountCents, {
            lastFour: payment.lastFour ?? '',
            isWhole: whole,
          });
    return answer.refundId;
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw new ProductError('provider_failed', { cause: error });
    await inTransaction(deps.db, async (tx) => {
      await settleRefund(tx, wish.refundId, 'failed', null);
      await addRefunded(tx, payment.id, -wish.amountCents);
    });
    throw new ProductError('not_refundable', { cause: error });
  }
}

/** All of a payment that bought nothing. */
export async function returnPayment(
  deps: Deps,
  wanted: { paymentId: string; refundId: string },
): Promise<void> {
  const payment = await findPayment(deps.db, wanted.paymentId);
  if (!payment) return;
  const known = await findRefund(deps.db, wanted.refundId);
  await refundPayment(deps, {
    ...wanted,
    amountCents: known?.amountCents ?? payment.amountCents - payment.refundedCents,
    endsAccess: false,
    reason: 'bought twice, or charged after the cancel',
    byUserId: null,
  });
}
