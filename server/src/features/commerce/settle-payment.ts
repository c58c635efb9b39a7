import type { Db, Tx } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { enqueue } from '../../platform/jobs.ts';
import { isReplaced } from './end-contained-renewals.ts';
import { endUnsoldRenewal } from './follow-shop.ts';
import { closeUnpaidOrder, grantOrder, lockOrderWithCode } from './grant-order.ts';
import { commerceJobs } from './jobs.ts';
import { lockOrder } from './order-queries.ts';
import { lockPayment, type PaymentRow, updatePayment } from './payment-queries.ts';
import { lockBuyer } from './queries.ts';
import { enqueueReturn, settleFirstYear, settleFurtherYear, type YearPayment } from './settle-year.ts';
import { lockRenewal } from './subscription-queries.ts';
import type { TaxRates } from './tax.ts';

export interface Approved {
  readonly transactionId: string;
  readonly lastFour: string;
  readonly cardType: string;
}

/**
 * The money came: stores it with everything that follows, in one transaction, once. Whoever hears of it first (the
 * request that asked, or the job that asked again) does it; the other finds it done. Answers the subscription, or
 * null when the money has to go back.
 */
export async function settleApproved(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  paymentId: string,
  approved: Approved,
  now: Date,
): Promise<string | null> {
  return inTransaction(db, async (tx) => {
    const payment = await lockWithBuyer(tx, paymentId);
    if (payment.state === 'approved') return payment.subscriptionId;
    return payment.kind === 'initial'
      ? settleFirst(tx, payment, approved, config.TAX_RATES, now)
      : settleRenewal(tx, payment, approved, config.TAX_RATES, now);
  });
}

async function settleFirst(
  tx: Tx,
  payment: PaymentRow,
  approved: Approved,
  rates: TaxRates,
  now: Date,
): Promise<string | null> {
  const locked = await lockOrderWithCode(tx, payment.orderId ?? '');
  const { order } = locked;
  const granted = await grantOrder(tx, locked, { providerSubscriptionId: null }, now);
  await updatePayment(tx, payment.id, {
    state: 'approved',
    at: now,
    ...approved,
    subscriptionId: granted?.id,
  });
  if (!granted) {
    await enqueueReturn(tx, payment.id);
    return null;
  }
  await enqueue(
    tx,
    commerceJobs.storeCard({
      subscription_id: granted.id,
      transaction_id: approved.transactionId,
      last_four: approved.lastFour,
      card_type: approved.cardType,
    }),
  );
  await settleFirstYear(tx, byCard(payment), order, granted, { rates, now });
  return granted.id;
}

async function settleRenewal(
  tx: Tx,
  payment: PaymentRow,
  approved: Approved,
  rates: TaxRates,
  now: Date,
): Promise<string | null> {
  await updatePayment(tx, payment.id, { state: 'approved', at: now, ...approved });
  const subscription = await lockRenewal(tx, payment.subscriptionId ?? '');
  if (!subscription) throw new Error('a renewal without its subscription');
  const periodStart = subscription.graceFrom ?? subscription.endsAt;
  // Ended while the charge was under way (account deleted, refunded, ended by the staff), paid already, or something else
  // was bought in its place: the money bought nothing. A package that was bought meanwhile contains it.
  const isOver = !subscription.renews && (subscription.endsAt <= now || isReplaced(subscription));
  const isUnsold = !isOver && (await endUnsoldRenewal(tx, subscription, now));
  const isOther = payment.periodEnd && payment.periodEnd.getTime() !== periodStart.getTime();
  if (isOver || isUnsold || isOther) {
    await enqueueReturn(tx, payment.id);
    return null;
  }
  await settleFurtherYear(tx, byCard(payment), subscription, periodStart, { rates, now });
  return subscription.id;
}

const byCard = ({ id, userId, amountCents }: PaymentRow): YearPayment => ({
  paymentId: id,
  userId,
  amountCents,
  gateway: 'card',
  billsAt: null,
});

/** No money came. The order is closed and the promo code's use given back; a renewal's tries are the renewal's matter. */
export async function settleFailed(
  db: Db,
  paymentId: string,
  failed: { state: 'declined' | 'lost'; reason: string },
  now: Date,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const payment = await lockWithBuyer(tx, paymentId);
    if (payment.state === 'approved' || payment.state === 'declined') return;
    await updatePayment(tx, paymentId, { ...failed, at: now });
    if (!payment.orderId) return;
    const order = await lockOrder(tx, payment.orderId);
    if (order?.state !== 'open') return;
    await closeUnpaidOrder(tx, order, 'failed', now);
  });
}

/** The payment, then the buyer: the order of locks is in `payment-queries.ts`. */
async function lockWithBuyer(tx: Tx, paymentId: string): Promise<PaymentRow> {
  const payment = await lockPayment(tx, paymentId);
  if (!payment) throw new Error('a payment that is not there');
  await lockBuyer(tx, payment.userId);
  return payment;
}
