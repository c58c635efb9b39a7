import type { Deps } from '../../platform/deps.ts';
import { compareCards, comparePayPal, SETTLING_MS } from './compare-books.ts';
import { paymentProviders } from './payment-providers.ts';
import { ProviderRefused } from './providers/card-provider.ts';
import {
  closeDifferences,
  type Difference,
  listOpenRefunds,
  listPayPalToCheck,
  listRecentCardPayments,
  listRecentPayPalPayments,
  listRecentRefunds,
  listUnreturnedPayments,
  upsertDifference,
} from './reconcile-queries.ts';
import { readPayPalRefunds } from './record-paypal-refund.ts';
import { refundKey, resolveRefund } from './refund-payment.ts';
import { resolvePayment } from './resolve-payment.ts';
import { syncPayPal } from './sync-paypal.ts';

const DAY_MS = 86_400_000;
/** How far back each comparison looks: a review by the provider may take some days. */
const LOOK_BACK_DAYS = 4;

/**
 * Compares our books with the providers', once a day. What can be settled by asking is settled (an attempt without an
 * end, an event that was lost); everything else is written down for the staff, each difference once, until it is gone.
 */
export async function reconcile(deps: Deps): Promise<{ differences: number }> {
  const { db, clock } = deps;
  const { cards, paypal } = paymentProviders(deps);
  const startedAt = clock.now();
  const from = new Date(startedAt.getTime() - LOOK_BACK_DAYS * DAY_MS);
  const differences: Difference[] = [];
  // A refund whose answer was lost: asked about before the lists are compared.
  for (const refund of await listOpenRefunds(db, new Date(startedAt.getTime() - SETTLING_MS)))
    await resolveRefund(deps, refund.id).catch((error: unknown) =>
      deps.log.warn({ err: error, refund: refund.id }, 'a refund is still open'),
    );
  if (cards) {
    for (const one of await listRecentCardPayments(db, from))
      if (one.state === 'started' || one.state === 'unknown' || one.state === 'held')
        await resolvePayment(deps, one.id);
    const theirs = await cards.listTransactions(from, new Date(startedAt.getTime() + DAY_MS));
    const refunds = (await listRecentRefunds(db, 'card', from)).map((one) => ({
      ...one,
      key: refundKey(one.id),
    }));
    differences.push(...compareCards(await listRecentCardPayments(db, from), refunds, theirs, startedAt));
  }
  if (paypal) {
    await readPayPalRefunds(deps, from).catch((error: unknown) => {
      if (!(error instanceof ProviderRefused)) throw error;
      differences.push({
        gateway: 'paypal',
        kind: 'refunds_unreadable',
        subject: 'account',
        detail: 'PayPal does not let us list refunds: give the app the permission "Transaction search".',
      });
    });
    for (const one of await listPayPalToCheck(db, from, startedAt)) {
      const outcome = await syncPayPal(deps, one.providerSubscriptionId);
      if (outcome === 'unknown')
        differences.push({
          gateway: 'paypal',
          kind: 'unknown_there',
          subject: one.providerSubscriptionId,
          detail: 'PayPal does not know this subscription, or knows it as another one.',
        });
      else {
        const sales = await paypal.listSales(
          one.providerSubscriptionId,
          from,
          new Date(startedAt.getTime() + DAY_MS),
        );
        const ours = await listRecentPayPalPayments(db, one.providerSubscriptionId, from);
        differences.push(...comparePayPal(ours, sales, startedAt));
      }
    }
  }
  for (const payment of await listUnreturnedPayments(db, from))
    differences.push({
      gateway: payment.gateway,
      kind: 'not_returned',
      subject: payment.id,
      detail: `${payment.amountCents - payment.refundedCents} cents bought nothing and could not be given back.`,
    });
  for (const refund of await listOpenRefunds(db, new Date(startedAt.getTime() - SETTLING_MS)))
    differences.push({
      gateway: refund.gateway,
      kind: 'refund_open',
      subject: refund.id,
      detail: `A refund of ${refund.amountCents} cents was sent, and its answer was lost.`,
    });
  for (const difference of differences) await upsertDifference(db, difference, startedAt);
  await closeDifferences(
    db,
    differences.map(({ gateway, kind, subject }) => `${gateway}:${kind}:${subject}`),
    startedAt,
  );
  return { differences: differences.length };
}
