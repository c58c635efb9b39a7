import type { Db, Tx } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { enqueue } from '../../platform/jobs.ts';
import { isReplaced } from './end-contained-renewals.ts';
import { endUnsoldRenewal } from './follow-shop.ts';
import { closeUnpaidOrder, grantOrder, lockOrderWithCode } from './grant-order.ts';
import { type InvoiceTerms, invoiceTermsOf } from './issue-invoice.ts';
import { commerceJobs } from './jobs.ts';
import { lockOrder } from './order-queries.ts';
import { lockPayment, type PaymentRow, updatePayment } from './payment-queries.ts';
import { lockBuyer } from './queries.ts';
import { enqueueReturn, settleFirstYear, settleFurtherYear, type YearPayment } from './settle-year.ts';
import { lockRenewal } from './subscription-queries.ts';

export interface Approved {
  readonly transactionId: string;
  readonly lastFour: string;
  readonly cardType: string;
}

/**
 * Stores a successful payment with all its consequences, in one transaction, once. The request and the resolving job
 * may both call it; the second call finds it done. Returns the subscription, or null if the money has to go back.
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
      ? settleFirst(tx, payment, approved, invoiceTermsOf(config), now)
      : settleRenewal(tx, payment, approved, invoiceTermsOf(config), now);
  });
}

async function settleFirst(
  tx: Tx,
  payment: PaymentRow,
  approved: Approved,
  terms: InvoiceTerms,
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
  await settleFirstYear(tx, byCard(payment), order, granted, { terms, now });
  return granted.id;
}

async function settleRenewal(
  tx: Tx,
  payment: PaymentRow,
  approved: Approved,
  terms: InvoiceTerms,
  now: Date,
): Promise<string | null> {
  await updatePayment(tx, payment.id, { state: 'approved', at: now, ...approved });
  const subscription = await lockRenewal(tx, payment.subscriptionId ?? '');
  if (!subscription) throw new Error('a renewal without its subscription');
  const periodStart = subscription.graceFrom ?? subscription.endsAt;
  // The subscription ended while the charge was in progress (account deleted, refunded, ended by staff), the year is
  // paid already, or another purchase replaced it: the money bought nothing. A package that was bought meanwhile
  // contains it.
  const isOver = !subscription.renews && (subscription.endsAt <= now || isReplaced(subscription));
  const isUnsold = !isOver && (await endUnsoldRenewal(tx, subscription, now));
  const isOther = payment.periodEnd && payment.periodEnd.getTime() !== periodStart.getTime();
  if (isOver || isUnsold || isOther) {
    await enqueueReturn(tx, payment.id);
    return null;
  }
  await settleFurtherYear(tx, byCard(payment), subscription, periodStart, { terms, now });
  return subscription.id;
}

const byCard = ({ id, userId, amountCents }: PaymentRow): YearPayment => ({
  paymentId: id,
  userId,
  amountCents,
  gateway: 'card',
  billsAt: null,
});

/**
 * Stores a failed payment: closes the order and releases the promo code's use. The tries of a renewal are handled by
 * the renewal.
 */
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

/** Locks the payment, then the buyer: `payment-queries.ts` defines the order of locks. */
async function lockWithBuyer(tx: Tx, paymentId: string): Promise<PaymentRow> {
  const payment = await lockPayment(tx, paymentId);
  if (!payment) throw new Error('a payment that is not there');
  await lockBuyer(tx, payment.userId);
  return payment;
}
