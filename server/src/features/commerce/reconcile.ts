import type { Db } from '../../platform/database/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { DAY_MS } from '../../platform/durations.ts';
import { compareCards, comparePayPal, SETTLING_MS } from './compare-books.ts';
import { followShop } from './follow-shop.ts';
import { scheduleFreeEnds } from './free-ends.ts';
import { paymentProviders } from './payment-providers.ts';
import { PermissionMissing, ProviderRefused } from './providers/card-provider.ts';
import {
  closeDifferences,
  type Difference,
  findLookBack,
  insertRun,
  listOpenCardPayments,
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
import { scheduleMissedRenewals } from './schedule-missed-renewals.ts';
import { syncPayPal } from './sync-paypal.ts';

/** How many days before the last comparison each one starts: a review by the provider may take some days. */
const LOOK_BACK_DAYS = 4;
/** The limit after weeks without a comparison, and for the first one. */
const MAX_LOOK_BACK_DAYS = 90;

/** Schedules missing renewals and letters before the comparison, which may fail with a provider. */
export async function reconcileDaily(deps: Deps): Promise<void> {
  await followShop(deps, null);
  await scheduleMissedRenewals(deps);
  await scheduleFreeEnds(deps);
  await reconcile(deps);
}

/** Starts before the last comparison and the oldest open attempt; the first comparison covers three months. */
async function lookBackFrom(db: Db, now: Date): Promise<Date> {
  const { lastRunAt, oldestOpenAt } = await findLookBack(db);
  const earliest = Math.min(now.getTime(), lastRunAt?.getTime() ?? 0, (oldestOpenAt ?? now).getTime());
  return new Date(Math.max(earliest - LOOK_BACK_DAYS * DAY_MS, now.getTime() - MAX_LOOK_BACK_DAYS * DAY_MS));
}

/**
 * Compares our records with the providers' once a day. Differences that a question to the provider can resolve are
 * resolved (an attempt without an outcome, a lost event, a cancellation that never arrived); all others are recorded
 * for staff, each once, until it is gone.
 */
export async function reconcile(deps: Deps): Promise<{ differences: number }> {
  const { db, clock } = deps;
  const { cards, paypal } = paymentProviders(deps);
  const startedAt = clock.now();
  const from = await lookBackFrom(db, startedAt);
  const differences: Difference[] = [];
  const failures: unknown[] = [];
  // A failure for one of them, or for one provider, does not stop the cancellation of other renewals.
  const attempt = (work: () => Promise<void>) =>
    work().catch((error: unknown) => {
      deps.log.warn({ err: error }, 'one part of the comparison with the providers failed');
      failures.push(error);
    });
  // Refunds whose answers were lost are resolved before the lists are compared.
  for (const refund of await listOpenRefunds(db, new Date(startedAt.getTime() - SETTLING_MS)))
    await resolveRefund(deps, refund.id).catch((error: unknown) =>
      deps.log.warn({ err: error, refund: refund.id }, 'a refund is still open'),
    );
  if (cards) {
    for (const { id } of await listOpenCardPayments(db)) await attempt(() => resolvePayment(deps, id));
    await attempt(async () => {
      const theirs = await cards.listTransactions(from, new Date(startedAt.getTime() + DAY_MS));
      const refunds = (await listRecentRefunds(db, 'card', from)).map((one) => ({
        ...one,
        key: refundKey(one.id),
      }));
      differences.push(...compareCards(await listRecentCardPayments(db, from), refunds, theirs, startedAt));
    });
  }
  if (paypal) {
    await attempt(() =>
      readPayPalRefunds(deps, from).catch((error: unknown) => {
        if (!(error instanceof ProviderRefused)) throw error;
        differences.push({
          gateway: 'paypal',
          kind: 'refunds_unreadable',
          subject: 'account',
          detail:
            error instanceof PermissionMissing
              ? 'PayPal does not let us list refunds: give the app the permission "Transaction search".'
              : `PayPal did not list refunds: ${error.message}.`,
        });
      }),
    );
    const to = new Date(startedAt.getTime() + DAY_MS);
    for (const { providerSubscriptionId: id } of await listPayPalToCheck(db, from, startedAt))
      await attempt(async () => {
        if ((await syncPayPal(deps, id)) === 'unknown')
          differences.push({
            gateway: 'paypal',
            kind: 'unknown_there',
            subject: id,
            detail: 'PayPal does not know this subscription, or knows it as another one.',
          });
        else {
          const sales = await paypal.listSales(id, from, to);
          const ours = await listRecentPayPalPayments(db, id, from);
          differences.push(...comparePayPal(ours, sales, startedAt));
        }
      });
  }
  for (const payment of await listUnreturnedPayments(db))
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
  // The comparison is incomplete: nothing is closed, and the job is retried.
  if (failures.length > 0) throw failures[0];
  await closeDifferences(
    db,
    differences.map(({ gateway, kind, subject }) => `${gateway}:${kind}:${subject}`),
    { at: startedAt, from },
  );
  await insertRun(db, { startedAt, finishedAt: clock.now(), differences: differences.length });
  return { differences: differences.length };
}
