import { RENEWAL_REMINDER_DAYS } from '@vesalius/contract/constants';
import type { Tx } from '../../platform/database/database.ts';
import type { NewJob } from '../../platform/define-job.ts';
import { DAY_MS } from '../../platform/durations.ts';
import { enqueue } from '../../platform/jobs.ts';
import { commerceJobs, commerceLetters } from './jobs.ts';

/** Days after the end of a paid period on which a card is tried; after the last failed try the access ends. */
export const RENEWAL_TRY_DAYS = [0, 5, 10] as const;

export interface Renewing {
  readonly id: string;
  readonly gateway: 'card' | 'paypal';
  readonly endsAt: Date;
  /** PayPal's own billing date; null if PayPal has not stated it yet. */
  readonly billsAt: Date | null;
}

/**
 * The scheduled jobs of a renewing subscription: a reminder 30 days before the charge, and the card charge at the
 * end. The jobs check again when they run: a canceled, moved or ended subscription is skipped.
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
  // PayPal charges by itself; the product checks shortly before, and then daily, in case the event was lost.
  return [
    reminder,
    commerceJobs.checkPayPalRenewal(payload, {
      runAt: new Date(chargedAt.getTime() - DAY_MS),
      dedupeKey: `commerce.check-paypal-renewal:${key}`,
    }),
  ];
}

/** When the next year is charged. */
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
