import { inTransaction } from '../../platform/database/transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { DAY_MS } from '../../platform/durations.ts';
import { newId } from '../../platform/ids.ts';
import { completeRefund } from './complete-refund.ts';
import { payPalOf } from './payment-providers.ts';
import { findPaymentOfSale, lockPayment } from './payment-queries.ts';
import type { PayPalRefund } from './providers/paypal-provider.ts';
import { addRefunded, insertRefund, listRefundsOfPayment } from './refund-queries.ts';

/** News of a refund: PayPal is asked about it, and one that was not made here is written down. */
export async function readPayPalRefund(deps: Deps, id: string): Promise<void> {
  const theirs = await payPalOf(deps).findRefund(id);
  if (theirs) await recordPayPalRefund(deps, theirs);
}

/** The refunds of the last days, in case their news were lost. */
export async function readPayPalRefunds(deps: Deps, from: Date): Promise<void> {
  const to = new Date(deps.clock.now().getTime() + DAY_MS);
  for (const theirs of await payPalOf(deps).listRefunds(from, to)) await recordPayPalRefund(deps, theirs);
}

/**
 * A refund that somebody made at PayPal counts as ours do: the payment shows what went back, sales are smaller by it from the day we hear of it, and
 * no more than the rest can be refunded. Renewal and access stay as they are, as with any refund of which nobody said
 * otherwise. The same refund is written down once, whether it was made here or there.
 */
async function recordPayPalRefund(deps: Deps, theirs: PayPalRefund): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const found = await findPaymentOfSale(tx, theirs.saleId);
    const payment = found && (await lockPayment(tx, found.id));
    if (!payment) return;
    const known = await listRefundsOfPayment(tx, payment.id);
    if (known.some(({ providerRefundId }) => providerRefundId === theirs.id)) return;
    // One of ours whose answer is still on its way: its own job finishes it.
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
