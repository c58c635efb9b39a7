import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { enqueue, enqueueAll } from '../../platform/jobs.ts';
import { accessPeriodEnd } from './access-period.ts';
import { endContainedRenewals } from './end-contained-renewals.ts';
import type { Granted } from './grant-order.ts';
import { type InvoiceTerms, issueInvoice, type Paid } from './issue-invoice.ts';
import { commerceJobs, commerceLetters } from './jobs.ts';
import type { OrderRow } from './order-queries.ts';
import { type Renewing, renewalJobs } from './schedule-renewal.ts';
import { extendSubscription, type RenewalRow } from './subscription-queries.ts';

/** A payment for a year, by card or by PayPal. */
export interface YearPayment
  extends Pick<Paid, 'paymentId' | 'userId' | 'amountCents'>,
    Pick<Renewing, 'gateway' | 'billsAt'> {}

interface Circumstances {
  readonly terms: InvoiceTerms;
  readonly now: Date;
}

/** Settles the first year, which was granted with the order. */
export const settleFirstYear = (
  tx: Tx,
  payment: YearPayment,
  order: Pick<OrderRow, 'title' | 'priceCents' | 'creditCents'>,
  { id, periodStart, endsAt }: Granted,
  circumstances: Circumstances,
): Promise<void> => {
  const discountCents = Math.max(0, order.priceCents - payment.amountCents);
  const creditCents = Math.min(order.creditCents, discountCents);
  const bought = { title: order.title, discountCents, creditCents, periodStart };
  return recordYear(tx, payment, { id, endsAt }, bought, circumstances);
};

/**
 * Settles a further year, which begins at `periodStart`: extends the subscription. The caller has locked it and the
 * buyer.
 */
export async function settleFurtherYear(
  tx: Tx,
  payment: YearPayment,
  subscription: RenewalRow,
  periodStart: Date,
  circumstances: Circumstances,
): Promise<void> {
  const { id, fullTitle: title } = subscription;
  const endsAt = accessPeriodEnd(periodStart);
  await extendSubscription(tx, id, { startsAt: periodStart, endsAt });
  await endContainedRenewals(tx, subscription, circumstances.now);
  const bought = { title, discountCents: 0, creditCents: 0, periodStart };
  await recordYear(tx, payment, { id, endsAt }, bought, circumstances);
}

/** Records the receipt, the jobs for the end of the year, and the invoice. */
async function recordYear(
  tx: Tx,
  { paymentId, userId, amountCents, gateway, billsAt }: YearPayment,
  { id, endsAt }: Pick<Renewing, 'id' | 'endsAt'>,
  bought: Pick<Paid, 'title' | 'discountCents' | 'creditCents' | 'periodStart'>,
  { terms, now }: Circumstances,
): Promise<void> {
  const letter = { dedupeKey: `commerce.receipt:${paymentId}` };
  await enqueueAll(tx, [
    commerceLetters.sendReceipt({ payment_id: paymentId }, letter),
    ...renewalJobs({ id, gateway, endsAt, billsAt }),
  ]);
  await issueInvoice(tx, { paymentId, userId, amountCents, ...bought, periodEnd: endsAt }, terms, now);
}

/** Refunds a payment that bought nothing, in full. */
export const enqueueReturn = (tx: Tx, paymentId: string) =>
  enqueue(
    tx,
    commerceJobs.returnPayment(
      { payment_id: paymentId, refund_id: newId() },
      { dedupeKey: `commerce.return:${paymentId}` },
    ),
  );
