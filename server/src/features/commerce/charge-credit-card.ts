import type { ChargeCreditCard } from '@vesalius/contract/commerce-payment';
import type { ErrorCode } from '@vesalius/contract/errors';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { ProductError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { enqueue } from '../../platform/jobs.ts';
import { forgetAttempts, returnAttempts, takeAttempts } from '../../platform/throttle.ts';
import { newAttemptKey } from './attempt-key.ts';
import { findPaidBefore } from './find-paid-before.ts';
import { commerceJobs } from './jobs.ts';
import { cardsOf } from './payment-providers.ts';
import { insertPayment, updateOpenPayment } from './payment-queries.ts';
import { type Buyer, cardCounters } from './payment-throttles.ts';
import { placeOrder } from './place-order.ts';
import type { CardProvider, ChargeResult, DeclineReason } from './providers/card-provider.ts';
import { OutcomeUnknown } from './providers/card-provider.ts';
import { findEmail, findRunningSubscription } from './queries.ts';
import { settleApproved, settleFailed } from './settle-payment.ts';

/** The delay before the provider is asked about an attempt without an outcome: its timeout with a margin. */
const ASK_AFTER_MS = 120_000;
const ASK_UNKNOWN_AFTER_MS = 10_000;

/**
 * Pays one year by card. The attempt and the job that would resolve it are stored first; then the provider is called
 * once; then the outcome is stored with all its consequences. If the process dies in between, the job asks the
 * provider about the attempt; nothing is ever charged twice. A repeated request whose first answer was lost returns
 * what was bought.
 */
export async function chargeCreditCard(
  deps: Deps,
  buyer: Buyer,
  body: ChargeCreditCard,
): Promise<{ subscriptionId: string; paidBefore: { receipt: string | null } | null }> {
  const { db, clock } = deps;
  const cards = cardsOf(deps);
  const now = clock.now();
  const counters = cardCounters(buyer);
  const counted = [counters.buyer, ...counters.place];
  const attempt = await inTransaction(db, async (tx) => {
    const paidBefore = await findPaidBefore(tx, buyer.userId, body, now);
    if (paidBefore) return { isPaid: true, ...paidBefore } as const;
    const order = await placeOrder(tx, buyer.userId, 'card', body, now);
    // In the order's transaction: a purchase that is refused before the card is tried does not count.
    await takeAttempts(tx, counted, now);
    const payment = {
      id: newId(),
      attemptKey: newAttemptKey(),
      orderId: order.id,
      userId: buyer.userId,
      gateway: 'card',
      kind: 'initial',
      state: 'started',
      amountCents: order.amountCents,
      createdAt: now,
    } as const;
    await insertPayment(tx, payment);
    await enqueueResolve(deps, tx, payment.id, ASK_AFTER_MS);
    return {
      isPaid: false,
      order,
      paymentId: payment.id,
      attemptKey: payment.attemptKey,
      email: body.customer?.email ?? (await findEmail(tx, buyer.userId)),
    } as const;
  });

  if (attempt.isPaid) {
    const { subscriptionId, receipt } = attempt;
    return { subscriptionId, paidBefore: { receipt } };
  }
  const { order, paymentId, attemptKey, email } = attempt;

  const result = await ask(deps, cards, paymentId, {
    attemptKey,
    amountCents: order.amountCents,
    description: `${order.title}, one year`,
    email,
    customerId: buyer.userId,
    billTo: body.bill_to,
    shipTo: body.ship_to ?? body.bill_to,
    customerIp: buyer.ip,
    source: {
      card: {
        number: body.payment.card_number,
        expiry: body.payment.expiry,
        cvv: body.payment.cvv,
      },
    },
  }).catch(async (error: unknown) => {
    await returnAttempts(db, counted);
    throw error;
  });
  if (result.outcome === 'declined') {
    await settleFailed(db, paymentId, { state: 'declined', reason: result.reason }, clock.now());
    throw new ProductError(DECLINED[result.reason]);
  }
  if (result.outcome === 'held') {
    await updateOpenPayment(db, paymentId, 'held', result.transactionId);
    await returnAttempts(db, counted);
    throw new ProductError('payment_pending');
  }
  const subscriptionId = await settleApproved(deps, paymentId, result, clock.now()).catch(
    (error: unknown) => {
      // The payment succeeded but could not be stored: the job will store it, and the buyer cannot pay again
      // meanwhile.
      deps.log.error({ err: error, payment: paymentId }, 'an approved payment could not be stored yet');
      throw new ProductError('payment_pending', { cause: error });
    },
  );
  await forgetAttempts(db, counters.buyer);
  await returnAttempts(db, counters.place);
  if (!subscriptionId) {
    // The money is returned: bought twice concurrently, or no longer sold.
    const running = await findRunningSubscription(db, buyer.userId, order, clock.now());
    throw new ProductError(running ? 'already_subscribed' : 'payment_returned');
  }
  return { subscriptionId, paidBefore: null };
}

async function ask(
  deps: Deps,
  cards: CardProvider,
  paymentId: string,
  charge: Parameters<CardProvider['charge']>[0],
): Promise<ChargeResult> {
  try {
    return await cards.charge(charge);
  } catch (error) {
    if (error instanceof OutcomeUnknown) {
      await updateOpenPayment(deps.db, paymentId, 'unknown', null);
      await enqueueResolve(deps, deps.db, paymentId, ASK_UNKNOWN_AFTER_MS);
      throw new ProductError('payment_pending', { cause: error });
    }
    // The provider refused our request and took nothing: the buyer may try again once that is fixed.
    await settleFailed(deps.db, paymentId, { state: 'declined', reason: 'refused' }, deps.clock.now());
    deps.log.error({ err: error, payment: paymentId }, 'the card provider refused our request');
    throw new ProductError('payment_unavailable', { cause: error });
  }
}

export const enqueueResolve = (deps: Deps, tx: Deps['db'], paymentId: string, afterMs: number) =>
  enqueue(
    tx,
    commerceJobs.resolvePayment(
      { payment_id: paymentId },
      { runAt: new Date(deps.clock.now().getTime() + afterMs) },
    ),
  );

export const DECLINED: Readonly<Record<DeclineReason, ErrorCode>> = {
  declined: 'payment_declined',
  card_number: 'payment_card_number',
  expired: 'payment_card_expired',
  card_code: 'payment_card_code',
  address: 'payment_address',
  card_type: 'payment_card_type',
  funds: 'payment_funds',
  duplicate: 'payment_duplicate',
  amount: 'payment_declined',
  other: 'payment_declined',
};
