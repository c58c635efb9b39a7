import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { enqueue, enqueueAll } from '../../platform/jobs.ts';
import { issueInvoice, type Paid } from './issue-invoice.ts';
import { commerceJobs, commerceLetters } from './jobs.ts';
import type { OrderRow } from './order-queries.ts';
import { type Renewing, renewalJobs } from './schedule-renewal.ts';
import type { TaxRates } from './tax.ts';

/**
 * What follows when money came for a year, however it was paid: the receipt, what the clock does at the end of the year,
 * and the invoice.
 */
export async function recordPaidYear(
  tx: Tx,
  renewing: Renewing,
  paid: Omit<Paid, 'periodEnd'>,
  { rates, now }: { rates: TaxRates; now: Date },
): Promise<void> {
  await enqueueAll(tx, [
    commerceLetters.sendReceipt(
      { payment_id: paid.paymentId },
      { dedupeKey: `commerce.receipt:${paid.paymentId}` },
    ),
    ...renewalJobs(renewing),
  ]);
  await issueInvoice(tx, { ...paid, periodEnd: renewing.endsAt }, rates, now);
}

/** What the price of an order was lowered by, and how much of it is the credit of a package. */
export function takenOff(
  order: Pick<OrderRow, 'priceCents' | 'creditCents'>,
  paidCents: number,
): Pick<Paid, 'discountCents' | 'creditCents'> {
  const discountCents = Math.max(0, order.priceCents - paidCents);
  return { discountCents, creditCents: Math.min(order.creditCents, discountCents) };
}

/** Money that bought nothing goes back whole. */
export const enqueueReturn = (tx: Tx, paymentId: string) =>
  enqueue(
    tx,
    commerceJobs.returnPayment(
      { payment_id: paymentId, refund_id: newId() },
      { dedupeKey: `commerce.return:${paymentId}` },
    ),
  );
