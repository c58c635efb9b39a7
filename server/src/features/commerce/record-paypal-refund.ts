import { inTransaction } from '../../platform/database/transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { DAY_MS } from '../../platform/durations.ts';
import { newId } from '../../platform/ids.ts';
import { completeRefund } from './complete-refund.ts';
import { payPalOf } from './payment-providers.ts';
import { findPaymentOfSale, lockPayment } from './payment-queries.ts';
import type { PayPalRefund } from './providers/paypal-provider.ts';
import { addRefunded, insertRefund, listRefundsOfPayment } from './refund-queries.ts';

/** Handles an event about a refund: asks PayPal about it, and records it if it was not made here. */
export async function readPayPalRefund(deps: Deps, id: string): Promise<void> {
  const theirs = await payPalOf(deps).findRefund(id);
  if (theirs) await recordPayPalRefund(deps, theirs);
}

/** Reads the refunds of the last days, in case their events were lost. */
export async function readPayPalRefunds(deps: Deps, from: Date): Promise<void> {
  const to = new Date(deps.clock.now().getTime() + DAY_MS);
  for (const theirs of await payPalOf(deps).listRefunds(from, to)) await recordPayPalRefund(deps, theirs);
}

/**
 * A refund made at PayPal counts like ours: the payment shows the refunded amount, sales are reduced from the day on
 * which we learn of it, and only the rest can be refunded. Renewal and access stay, as with any refund without
 * another instruction. The same refund is recorded once, whether it was made here or there.
 */
async function recordPayPalRefund(deps: Deps, theirs: PayPalRefund): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const found = await findPaymentOfSale(tx, theirs.saleId);
    const payment = found && (await lockPayment(tx, found.id));
    if (!payment) return;
    const known = await listRefundsOfPayment(tx, payment.id);
    if (known.some(({ providerRefundId }) => providerRefundId === theirs.id)) return;
    // One of ours whose answer is outstanding: its own job completes it.
    if (known.some((one) => one.state === 'started' && one.amountCents === theirs.amountCents)) return;
    const cents = Math.min(theirs.amountCents, payment.amountCents - payment.refundedCents);
    if (cents <= 0) return;
    const refundId = newId();
    await insertRefund(tx, {
      refundId,
      paymentId: payment.id,
      amountCents: cents,
      endsAccess: false,
      reason: 'refunded at PayPal',
      byUserId: null,
      at: theirs.at,
    });
    await addRefunded(tx, payment.id, cents);
    await completeRefund(tx, refundId, { providerRefundId: theirs.id, at: deps.clock.now() });
  });
}
