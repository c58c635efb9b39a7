import { createHash } from 'node:crypto';
import { CANCELLATION_REASONS } from '@vesalius/contract/constants';
import type { Tx } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { JobCannotSucceed } from '../../platform/define-job.ts';
import type { Deps } from '../../platform/deps.ts';
import { demand, ProductError } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs.ts';
import { holdRole } from '../accounts/hold-role.ts';
import { auditRefund, enqueueRefundLetter } from './complete-refund.ts';
import { listCreditedPackages } from './credit-queries.ts';
import { findInvoiceOfPayment } from './invoice-queries.ts';
import { commerceJobs, commerceLetters } from './jobs.ts';
import { cardsOf, payPalOf } from './payment-providers.ts';
import { findPayment, lockPayment, type PaymentRow } from './payment-queries.ts';
import { NotSettledYet, ProviderRefused } from './providers/card-provider.ts';
import { lockBuyer } from './queries.ts';
import { addRefunded, findRefund, insertRefund, type RefundRow, settleRefund } from './refund-queries.ts';
import { resumeContainedRenewals } from './resume-contained-renewals.ts';
import { stopRenewal } from './stop-renewal.ts';
import { findPaidUntil, lockRenewal } from './subscription-queries.ts';

export interface RefundWish {
  /** Made by whoever asks: the same id again is the same refund. */
  readonly refundId: string;
  readonly paymentId: string;
  readonly amountCents: number;
  /** Ends renewal and access at once; otherwise both stay as they are. */
  readonly endsAccess: boolean;
  /** What becomes of a package whose price the payment lowered; has to be said where there is one. */
  readonly endsCredited?: boolean | undefined;
  readonly reason: string;
  readonly byUserId: string | null;
}

/** The reason is a note: the first one stays. */
const isSameWish = (
  known: RefundRow,
  { amountCents, endsAccess, endsCredited = false }: RefundWish,
): boolean =>
  known.amountCents === amountCents && known.endsAccess === endsAccess && known.endsCredited === endsCredited;

/** Nobody is at it any more: longer than the provider's timeout. */
const ASK_AFTER_MS = 180_000;

/**
 * Gives money back, in full or in part. The row and the job that would resolve it stand before the provider is asked;
 * the amount is held against the payment under its lock, so that never more goes back than came. Wherever the process
 * dies, the job asks the provider what became of the refund, and only what never arrived is asked for again.
 */
export async function refundPayment(deps: Deps, wish: RefundWish): Promise<'done' | 'pending'> {
  const { db, clock } = deps;
  const now = clock.now();
  const { payment, state } = await inTransaction(db, async (tx) => {
    if (wish.byUserId) await holdRole(tx, { userId: wish.byUserId, role: 'staff' });
    // Locked: two that ask for the same refund at once find each other here.
    const payment = await lockPayment(tx, wish.paymentId);
    demand(payment, 'not_found');
    const known = await findRefund(tx, wish.refundId);
    demand((!known || known.paymentId === payment.id) && known?.state !== 'failed', 'not_refundable');
    demand(!known || isSameWish(known, wish), 'refund_differs');
    // On its way: the first request, or the job, finds out. Asking a second time meanwhile could give back twice.
    if (known) return { payment: null, state: known.state === 'done' ? 'done' : 'pending' } as const;
    demand(payment.state === 'approved' && payment.transactionId, 'not_refundable');
    demand(
      wish.amountCents > 0 && payment.refundedCents + wish.amountCents <= payment.amountCents,
      'not_refundable',
    );
    // The buyer is locked: a package that is bought at this moment counts the refund, or is counted here.
    await lockBuyer(tx, payment.userId);
    const credited = await listCreditedPackages(tx, payment.id, now);
    demand(wish.endsCredited !== undefined || credited.length === 0, 'refund_credited');
    await insertRefund(tx, { ...wish, at: now });
    await addRefunded(tx, payment.id, wish.amountCents);
    await enqueue(
      tx,
      commerceJobs.resolveRefund(
        { refund_id: wish.refundId },
        { runAt: new Date(now.getTime() + ASK_AFTER_MS) },
      ),
    );
    return { payment, state: 'done' } as const;
  });
  if (!payment) return state;
  const providerRefundId = await ask(deps, payment, { id: wish.refundId, amountCents: wish.amountCents });
  const { refundId: id, endsAccess, endsCredited = false } = wish;
  await finish(deps, payment, { id, endsAccess, endsCredited }, providerRefundId);
  return state;
}

/** What became of a refund whose end was not written down: found at the provider, or asked for again. */
export async function resolveRefund(deps: Deps, refundId: string): Promise<void> {
  const refund = await findRefund(deps.db, refundId);
  if (refund?.state !== 'started') return;
  const payment = await findPayment(deps.db, refund.paymentId);
  if (!payment?.transactionId) return;
  const found =
    payment.gateway === 'card'
      ? await cardsOf(deps).findRefund(refundKey(refundId), {
          transactionId: payment.transactionId,
          around: refund.createdAt,
        })
      : null;
  // PayPal answers the same key with the same refund.
  const providerRefundId = found?.refundId ?? (await ask(deps, payment, refund));
  await finish(deps, payment, refund, providerRefundId);
}

/**
 * All of a payment that bought nothing, by its job. What the provider has refused is not asked for again: the job is dead,
 * so that the staff see it, until they have returned the money in another way.
 */
export async function returnPayment(
  deps: Deps,
  wanted: { paymentId: string; refundId: string },
): Promise<void> {
  const payment = await findPayment(deps.db, wanted.paymentId);
  const known = await findRefund(deps.db, wanted.refundId);
  // Its own job asks what became of it; this one stays until that is known.
  demand(known?.state !== 'started', 'refund_pending');
  if (!payment || known?.state === 'done' || payment.refundedCents === payment.amountCents) return;
  if (known?.state === 'failed') throw new JobCannotSucceed('the provider refused to return this payment');
  const state = await refundPayment(deps, {
    ...wanted,
    amountCents: payment.amountCents - payment.refundedCents,
    endsAccess: false,
    endsCredited: false,
    reason: 'bought nothing: twice, after the cancel, or on terms that were over',
    byUserId: null,
  });
  demand(state === 'done', 'refund_pending');
}

async function finish(
  deps: Deps,
  payment: PaymentRow,
  refund: Pick<RefundRow, 'id' | 'endsAccess' | 'endsCredited'>,
  providerRefundId: string,
): Promise<void> {
  const now = deps.clock.now();
  await inTransaction(deps.db, async (tx) => {
    await lockPayment(tx, payment.id);
    // What ends with the refund may let other renewals go on: the buyer before the subscriptions, as everywhere.
    await lockBuyer(tx, payment.userId);
    if (!(await settleRefund(tx, refund.id, { state: 'done', providerRefundId, at: now }))) return;
    await auditRefund(tx, refund.id, now);
    if (refund.endsAccess) await endBoughtYear(tx, payment, now);
    const ended = refund.endsCredited ? await endCreditedPackages(tx, payment, now) : [];
    await enqueueRefundLetter(tx, refund.id, ended);
  });
}

/**
 * Ends what the payment bought: the year that runs, or one that is to come, with the renewal. What other payments paid for
 * stays, so an older year ends nothing, and a payment that bought nothing neither.
 */
async function endBoughtYear(tx: Tx, payment: PaymentRow, now: Date): Promise<void> {
  const subscription = payment.subscriptionId && (await lockRenewal(tx, payment.subscriptionId));
  const bought = await findInvoiceOfPayment(tx, payment.id);
  if (!subscription || !bought) return;
  const paidUntil = await findPaidUntil(tx, subscription.id, payment.id);
  if (paidUntil && paidUntil >= bought.periodEnd) return;
  const endsAt = paidUntil && paidUntil > now ? paidUntil : now;
  await stopRenewal(tx, subscription, { at: now, reason: CANCELLATION_REASONS.refunded, endsAt });
  if (endsAt <= now) await resumeContainedRenewals(tx, subscription, now);
}

/** What was paid for these packages does not cover them any more. Answers which ones ended. */
async function endCreditedPackages(tx: Tx, payment: PaymentRow, now: Date): Promise<string[]> {
  const credited = await listCreditedPackages(tx, payment.id, now);
  for (const { id } of credited) {
    const subscription = await lockRenewal(tx, id);
    if (!subscription) continue;
    await stopRenewal(tx, subscription, { at: now, reason: CANCELLATION_REASONS.staff, endsAt: now });
    const ended = { subscription_id: id, reason: CANCELLATION_REASONS.staff };
    await enqueue(tx, commerceLetters.sendEnded(ended));
    await resumeContainedRenewals(tx, subscription, now);
  }
  return credited.map(({ title }) => title);
}

async function ask(
  deps: Deps,
  payment: PaymentRow,
  refund: Pick<RefundRow, 'id' | 'amountCents'>,
): Promise<string> {
  const isWhole = refund.amountCents === payment.amountCents;
  const key = refundKey(refund.id);
  const transactionId = payment.transactionId ?? '';
  try {
    const answer =
      payment.gateway === 'paypal'
        ? await payPalOf(deps).refundSale(key, transactionId, isWhole ? null : refund.amountCents)
        : await cardsOf(deps).refund(transactionId, refund.amountCents, {
            key,
            lastFour: payment.lastFour ?? '',
            isWhole,
          });
    return answer.refundId;
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw new ProductError('provider_failed', { cause: error });
    await inTransaction(deps.db, async (tx) => {
      await lockPayment(tx, payment.id);
      if ((await settleRefund(tx, refund.id, { state: 'failed' })) === 1)
        await addRefunded(tx, payment.id, -refund.amountCents);
    });
    const code = error instanceof NotSettledYet ? 'refund_unsettled' : 'not_refundable';
    throw new ProductError(code, { cause: error });
  }
}

/** Our name of a refund at the provider: 20 characters, always the same for the same refund. */
export const refundKey = (refundId: string): string =>
  `R${BigInt(`0x${createHash('sha256').update(refundId).digest('hex').slice(0, 24)}`)
    .toString(36)
    .toUpperCase()
    .padStart(19, '0')}`;
