import { RENEWAL_REMINDER_DAYS } from '@vesalius/contract/constants';
import type { Tx } from '../../platform/database/database.ts';
import { enqueue } from '../../platform/jobs.ts';

const DAY_MS = 86_400_000;
/** Days after the end of a paid period on which a card is tried; after the last failed one the access ends. */
export const RENEWAL_TRY_DAYS = [0, 5, 10] as const;

/**
 * What the clock will do to a subscription that renews: a reminder 30 days before, and the charge at the end. The jobs
 * look again when their time comes: a cancelled, extended or ended subscription is left alone.
 */
export async function scheduleRenewal(
  tx: Tx,
  subscriptionId: string,
  endsAt: Date,
  gateway: 'card' | 'paypal',
): Promise<void> {
  const payload = { subscription_id: subscriptionId, period_end: endsAt.toISOString() };
  const key = `${subscriptionId}:${endsAt.toISOString()}`;
  await enqueue(tx, {
    kind: 'commerce.remind-renewal',
    payload,
    runAt: new Date(endsAt.getTime() - RENEWAL_REMINDER_DAYS * DAY_MS),
    dedupeKey: `commerce.remind:${key}`,
  });
  // PayPal renews by itself; the product looks shortly after, in case the news of it were lost.
  if (gateway === 'card') await enqueueTry(tx, subscriptionId, endsAt, 1);
  else
    await enqueue(tx, {
      kind: 'commerce.check-paypal-renewal',
      payload,
      runAt: new Date(endsAt.getTime() - DAY_MS),
      dedupeKey: `commerce.check-paypal-renewal:${key}`,
    });
}

/** `number` counts from 1. */
export const enqueueTry = (tx: Tx, subscriptionId: string, periodEnd: Date, number: number) =>
  enqueue(tx, {
    kind: 'commerce.renew',
    payload: { subscription_id: subscriptionId, period_end: periodEnd.toISOString(), try: number },
    runAt: new Date(periodEnd.getTime() + (RENEWAL_TRY_DAYS[number - 1] ?? 0) * DAY_MS),
    dedupeKey: `commerce.renew:${subscriptionId}:${periodEnd.toISOString()}:${number}`,
  });
