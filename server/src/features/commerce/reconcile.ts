import type { Deps } from '../../platform/deps.ts';
import { paymentProviders } from './payment-providers.ts';
import type { FoundTransaction } from './providers/card-provider.ts';
import {
  closeDifferences,
  type Difference,
  listOpenRefunds,
  listPayPalToCheck,
  listRecentCardPayments,
  type RecentPayment,
  upsertDifference,
} from './reconcile-queries.ts';
import { resolvePayment } from './resolve-payment.ts';
import { syncPayPal } from './sync-paypal.ts';

const DAY_MS = 86_400_000;
/** How far back each comparison looks: a review by the provider may take some days. */
const LOOK_BACK_DAYS = 4;
/** What is younger may still be on its way. */
const SETTLING_MS = 10 * 60_000;

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
  if (cards) {
    for (const one of await listRecentCardPayments(db, from))
      if (one.state === 'started' || one.state === 'unknown' || one.state === 'held')
        await resolvePayment(deps, one.id);
    const theirs = await cards.listTransactions(from, new Date(startedAt.getTime() + DAY_MS));
    differences.push(...compareCards(await listRecentCardPayments(db, from), theirs, startedAt));
  }
  if (paypal)
    for (const one of await listPayPalToCheck(db, from, startedAt)) {
      const outcome = await syncPayPal(deps, one.providerSubscriptionId);
      if (outcome === 'unknown')
        differences.push({
          gateway: 'paypal',
          kind: 'unknown_there',
          subject: one.providerSubscriptionId,
          detail: 'PayPal does not know this subscription, or knows it as another one.',
        });
    }
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

/** Pure: what the two lists disagree about. */
export function compareCards(
  ours: readonly RecentPayment[],
  theirs: readonly FoundTransaction[],
  now: Date,
): Difference[] {
  const differences: Difference[] = [];
  const say = (kind: string, subject: string, detail: string) =>
    differences.push({ gateway: 'card', kind, subject, detail });
  const taken = theirs.filter(({ status }) => status === 'approved');
  const byKey = new Map(ours.map((one) => [one.attemptKey, one]));
  for (const one of taken) {
    const own = byKey.get(one.attemptKey);
    if (!own)
      say('missing_here', one.transactionId, 'The provider took money for an attempt that we do not know.');
    else if (own.state !== 'approved')
      say('not_granted', own.id, `The provider took money; here the attempt is ${own.state}.`);
    else if (own.amountCents !== one.amountCents)
      say('amount', own.id, `${one.amountCents} cents at the provider, ${own.amountCents} here.`);
  }
  const known = new Set(theirs.filter(({ status }) => status !== 'declined').map((one) => one.attemptKey));
  for (const own of ours)
    if (
      own.state === 'approved' &&
      !known.has(own.attemptKey) &&
      now.getTime() - own.createdAt.getTime() > SETTLING_MS
    )
      say('missing_there', own.id, 'Granted here, and the provider lists no such payment.');
  return differences;
}
