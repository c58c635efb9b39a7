import type { Deps } from '../../platform/deps.ts';
import { HOUR_MS } from '../../platform/durations.ts';
import { enqueueResolve } from './charge-credit-card.ts';
import { cardsOf } from './payment-providers.ts';
import { findPayment, updateOpenPayment } from './payment-queries.ts';
import { settleApproved, settleFailed } from './settle-payment.ts';

/** An attempt that the provider has not seen for this long after it was sent never arrived (milliseconds). */
const LOST_AFTER_MS = 180_000;
const AGAIN_AFTER_MS = 30_000;
/** A manual review takes hours or days. */
const HELD_AGAIN_AFTER_MS = 6 * HOUR_MS;

/**
 * Asks the provider for the outcome of an attempt whose answer was lost or whose process died. It never charges: an
 * attempt that is found is settled, one that never arrived is closed.
 */
export async function resolvePayment(deps: Deps, paymentId: string): Promise<void> {
  const { db, clock } = deps;
  const payment = await findPayment(db, paymentId);
  if (payment?.gateway !== 'card') return;
  if (payment.state !== 'started' && payment.state !== 'unknown' && payment.state !== 'held') return;
  const now = clock.now();
  const found = await cardsOf(deps).findByAttempt(payment.attemptKey, payment.createdAt);
  if (found?.status === 'approved') {
    await settleApproved(
      deps,
      paymentId,
      { transactionId: found.transactionId, lastFour: found.lastFour, cardType: '' },
      now,
    );
    return;
  }
  if (found?.status === 'held') {
    await updateOpenPayment(db, paymentId, 'held', found.transactionId);
    await enqueueResolve(deps, db, paymentId, HELD_AGAIN_AFTER_MS);
    return;
  }
  if (found) {
    await settleFailed(db, paymentId, { state: 'declined', reason: 'declined' }, now);
    return;
  }
  if (now.getTime() - payment.createdAt.getTime() < LOST_AFTER_MS)
    await enqueueResolve(deps, db, paymentId, AGAIN_AFTER_MS);
  else await settleFailed(db, paymentId, { state: 'lost', reason: 'not received' }, now);
}
