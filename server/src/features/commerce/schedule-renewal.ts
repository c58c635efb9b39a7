import { RENEWAL_REMINDER_DAYS } from '@vesalius/contract/constants';
import type { Tx } from '../../platform/database/database.ts';
import type { NewJob } from '../../platform/define-job.ts';
import { DAY_MS } from '../../platform/durations.ts';
import { enqueue } from '../../platform/jobs.ts';
import { commerceJobs, commerceLetters } from './jobs.ts';

/** Days after the end of a paid period on which a card is tried; after the last failed one the access ends. */
export const RENEWAL_TRY_DAYS = [0, 5, 10] as const;

export interface Renewing {
  readonly id: string;
  readonly gateway: 'card' | 'paypal';
  readonly endsAt: Date;
  /** PayPal charges on its own date; null when PayPal has not said it yet. */
  readonly billsAt: Date | null;
}

/**
 * What the clock does to a subscription that renews: a reminder 30 days before the charge, and the charge by card at the
 * end. The jobs look again when their time comes: a cancelled, moved or ended subscription is left alone.
 */
export function renewalJobs({ id, gateway, endsAt, billsAt }: Renewing): NewJob[] {
  const payload = { subscription_id: id, period_end: endsAt.toISOString() };
  const key = `${id}:${endsAt.toISOString()}`;
  const chargedAt = gateway === 'paypal' ? (billsAt ?? endsAt) : endsAt;
  const reminder = commerceLetters.remindRenewal(payload, {
    runAt: new Date(chargedAt.getTime() - RENEWAL_REMINDER_DAYS * DAY_MS),
    dedupeKey: `commerce.remind:${key}`,
  });
  if (gateway === 'card') return [reminder, tryJob(id, endsAt, 1)];
  // PayPal renews by itself; the product looks shortly before, and then daily, in case the news of it were lost.
  return [
    reminder,
    commerceJobs.checkPayPalRenewal(payload, {
      runAt: new Date(chargedAt.getTime() - DAY_MS),
      dedupeKey: `commerce.check-paypal-renewal:${key}`,
    }),
  ];
}

/** When another year is charged. */
export const chargeDate = (renewing: {
  readonly billsAt: Date | null;
  readonly graceFrom: Date | null;
  readonly endsAt: Date;
}): Date => renewing.billsAt ?? renewing.graceFrom ?? renewing.endsAt;

/** `number` counts from 1. */
export const tryJob = (subscriptionId: string, periodEnd: Date, number: number): NewJob =>
  commerceJobs.renew(
    { subscription_id: subscriptionId, period_end: periodEnd.toISOString(), try: number },
    {
      runAt: new Date(periodEnd.getTime() + (RENEWAL_TRY_DAYS[number - 1] ?? 0) * DAY_MS),
      dedupeKey: `commerce.renew:${subscriptionId}:${periodEnd.toISOString()}:${number}`,
    },
  );

export const enqueueTry = (tx: Tx, subscriptionId: string, periodEnd: Date, number: number) =>
  enqueue(tx, tryJob(subscriptionId, periodEnd, number));
