import { CANCELLATION_REASONS } from '@vesalius/contract/constants';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { DAY_MS } from '../../platform/durations.ts';
import { newId } from '../../platform/ids.ts';
import { enqueue, enqueueAll } from '../../platform/jobs.ts';
import { newAttemptKey } from './attempt-key.ts';
import { enqueueResolve } from './charge-credit-card.ts';
import { endCoveredRenewal } from './end-contained-renewals.ts';
import { endUnsoldRenewal } from './follow-shop.ts';
import { commerceJobs, commerceLetters } from './jobs.ts';
import { findOpenReplacement } from './order-queries.ts';
import { cardsOf } from './payment-providers.ts';
import {
  findOpenRenewal,
  findRenewalTry,
  insertPayment,
  type PaymentRow,
  releaseRenewalTry,
} from './payment-queries.ts';
import { type ChargeResult, OutcomeUnknown } from './providers/card-provider.ts';
import { findEmail, lockBuyer } from './queries.ts';
import { resolvePayment } from './resolve-payment.ts';
import { enqueueTry, RENEWAL_TRY_DAYS, renewalJobs } from './schedule-renewal.ts';
import { settleApproved, settleFailed } from './settle-payment.ts';
import {
  endRenewal,
  findPaidUntil,
  findRenewal,
  lockRenewal,
  type RenewalRow,
  startGrace,
  updateEnd,
} from './subscription-queries.ts';

const RESOLVE_AFTER_MS = 120_000;

export interface RenewalTry {
  readonly subscriptionId: string;
  readonly periodEnd: Date;
  /** From 1. */
  readonly number: number;
}

/**
 * Charges the stored card for another year. One row per try, unique in the database: a job that runs again after a
 * crash finds its own attempt and asks the provider about it. A failed try leaves access open until the next one;
 * after the last one the subscription ends.
 */
export async function renewSubscription(deps: Deps, wanted: RenewalTry): Promise<void> {
  const { db, clock } = deps;
  const known = await findRenewalTry(db, wanted.subscriptionId, wanted.periodEnd, wanted.number);
  if (known) return finishKnown(deps, wanted, known);
  const subscription = await findRenewal(db, wanted.subscriptionId);
  if (!subscription || !isDue(subscription, wanted.periodEnd)) return;
  const { customerProfileId, paymentProfileId, lastFour } = subscription;
  if (!customerProfileId || !paymentProfileId || !lastFour) return failTry(deps, wanted, 'no_card');

  const payment = {
    id: newId(),
    attemptKey: newAttemptKey(),
    subscriptionId: subscription.id,
    userId: subscription.userId,
    gateway: 'card',
    kind: 'renewal',
    state: 'started',
    amountCents: subscription.renewalPriceCents,
    periodEnd: wanted.periodEnd,
    try: wanted.number,
    createdAt: clock.now(),
  } as const;
  const now = payment.createdAt;
  const outcome = await inTransaction(db, async (tx) => {
    // The buyer is locked, as in every purchase: a purchase that replaces this subscription and its renewal exclude
    // each other.
    await lockBuyer(tx, subscription.userId);
    const locked = await lockRenewal(tx, subscription.id);
    if (!locked || !isDue(locked, wanted.periodEnd)) return 'not due';
    if (await endUnsoldRenewal(tx, locked, now)) return 'not due';
    // The reader has the book in a package, or by a newer subscription: it is not charged twice.
    if (await endCoveredRenewal(tx, locked, now, now)) return 'not due';
    // The end was moved before the end of the paid time: the paid days are granted, and the charge waits for their
    // end.
    const paidUntil = await findPaidUntil(tx, locked.id);
    if (paidUntil && paidUntil > wanted.periodEnd) {
      await updateEnd(tx, locked.id, paidUntil);
      await enqueueAll(tx, renewalJobs({ id: locked.id, gateway: 'card', endsAt: paidUntil, billsAt: null }));
      return 'not due';
    }
    // Access continues while the outcome is open, and while the charge waits.
    await startGrace(tx, subscription.id, wanted.periodEnd, graceEnd(wanted.periodEnd));
    // Another try, or a purchase that replaces it, has no outcome yet: two years must not be charged.
    if ((await findOpenRenewal(tx, subscription.id)) || (await findOpenReplacement(tx, subscription.id)))
      return 'wait';
    return (await insertPayment(tx, payment)) === 1 ? 'ours' : 'not due';
  });
  if (outcome === 'wait') await enqueueAgain(deps, wanted);
  if (outcome !== 'ours') return;
  const result = await charge(deps, payment, subscription, { customerProfileId, paymentProfileId });
  if (result.outcome === 'approved') await settleApproved(deps, payment.id, result, clock.now());
  else if (result.outcome === 'declined') {
    await settleFailed(db, payment.id, { state: 'declined', reason: result.reason }, clock.now());
    await failTry(deps, wanted, result.reason);
  } else await enqueueLater(deps, wanted, payment.id);
}

async function charge(
  deps: Deps,
  payment: Pick<PaymentRow, 'id' | 'attemptKey' | 'amountCents'>,
  subscription: RenewalRow,
  stored: { customerProfileId: string; paymentProfileId: string },
): Promise<ChargeResult> {
  try {
    return await cardsOf(deps).charge({
      attemptKey: payment.attemptKey,
      amountCents: payment.amountCents,
      description: `${subscription.fullTitle}, another year`,
      email: await findEmail(deps.db, subscription.userId),
      customerId: subscription.userId,
      source: { stored },
    });
  } catch (error) {
    if (!(error instanceof OutcomeUnknown)) {
      deps.log.error({ err: error, payment: payment.id }, 'the card provider refused a renewal');
      return { outcome: 'declined', reason: 'other', providerCode: '' };
    }
    // The job throws, so that it runs again and asks.
    throw error;
  }
}

/** The attempt exists: the process died, or the answer was lost. */
async function finishKnown(deps: Deps, wanted: RenewalTry, payment: PaymentRow): Promise<void> {
  if (payment.state === 'approved') return;
  if (payment.state !== 'declined' && payment.state !== 'lost') await resolvePayment(deps, payment.id);
  const after = await findRenewalTry(deps.db, wanted.subscriptionId, wanted.periodEnd, wanted.number);
  if (after?.state === 'lost') {
    await releaseRenewalTry(deps.db, after.id);
    await enqueueAgain(deps, wanted);
  } else if (after?.state === 'declined') await failTry(deps, wanted, after.reason ?? 'declined');
  else if (after && after.state !== 'approved') await enqueueLater(deps, wanted, payment.id);
}

/** The outcome is still open at the provider: this try checks again later. */
async function enqueueLater(deps: Deps, wanted: RenewalTry, paymentId: string): Promise<void> {
  await enqueueResolve(deps, deps.db, paymentId, RESOLVE_AFTER_MS);
  await enqueueAgain(deps, wanted);
}

const enqueueAgain = (deps: Deps, wanted: RenewalTry) =>
  enqueue(
    deps.db,
    commerceJobs.renew(
      {
        subscription_id: wanted.subscriptionId,
        period_end: wanted.periodEnd.toISOString(),
        try: wanted.number,
      },
      { runAt: new Date(deps.clock.now().getTime() + 2 * RESOLVE_AFTER_MS) },
    ),
  );

const graceEnd = (periodEnd: Date): Date =>
  new Date(periodEnd.getTime() + (RENEWAL_TRY_DAYS.at(-1) ?? 0) * DAY_MS + DAY_MS);

/** The period of the job is the one that has ended, the renewal was not canceled, and PayPal does not renew it. */
const isDue = (subscription: RenewalRow, periodEnd: Date): boolean =>
  subscription.gateway === 'card' &&
  subscription.renews &&
  (subscription.graceFrom ?? subscription.endsAt).getTime() === periodEnd.getTime();

async function failTry(deps: Deps, wanted: RenewalTry, reason: string): Promise<void> {
  const now = deps.clock.now();
  await inTransaction(deps.db, async (tx) => {
    const subscription = await lockRenewal(tx, wanted.subscriptionId);
    if (!subscription || !isDue(subscription, wanted.periodEnd)) return;
    // A manual try, after the card was changed, does not replace the scheduled ones.
    if (wanted.number > RENEWAL_TRY_DAYS.length) return;
    const isLast = wanted.number === RENEWAL_TRY_DAYS.length;
    if (isLast)
      await endRenewal(tx, subscription.id, {
        at: now,
        reason: CANCELLATION_REASONS.payment_failed,
        endsAt: now,
      });
    else {
      await startGrace(tx, subscription.id, wanted.periodEnd, graceEnd(wanted.periodEnd));
      await enqueueTry(tx, subscription.id, wanted.periodEnd, wanted.number + 1);
    }
    const once = {
      dedupeKey: `commerce.failed:${subscription.id}:${wanted.periodEnd.toISOString()}:${wanted.number}`,
    };
    await enqueue(
      tx,
      isLast
        ? commerceLetters.sendEnded({ subscription_id: subscription.id, reason }, once)
        : commerceLetters.sendRenewalFailed({ subscription_id: subscription.id, try: wanted.number }, once),
    );
  });
}
