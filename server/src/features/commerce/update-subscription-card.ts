import type { BillingAddress, CardFields } from '@vesalius/contract/commerce-payment';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { DAY_MS } from '../../platform/durations.ts';
import { demand, ProductError } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs.ts';
import { countWhen } from '../../platform/throttle.ts';
import { DECLINED } from './charge-credit-card.ts';
import { forgetCardJob } from './end-subscriptions-of-person.ts';
import { commerceJobs } from './jobs.ts';
import { cardsOf } from './payment-providers.ts';
import { type Buyer, cardCounters } from './payment-throttles.ts';
import {
  findEmail,
  findOwnSubscription,
  getSubscription,
  lockBuyer,
  type SubscriptionRow,
} from './queries.ts';
import { lockRenewal, upsertStoredCard } from './subscription-queries.ts';

const FORGET_OLD_CARD_AFTER_MS = DAY_MS;
const isDeclined = (error?: unknown) => error instanceof ProductError && error.status === 402;

/** Renews with another card from now on. Nothing is charged, unless a renewal has failed: then it is tried at once. */
export async function updateSubscriptionCard(
  deps: Deps,
  wanted: Buyer & { id: string },
  body: { payment: CardFields; bill_to: BillingAddress },
): Promise<SubscriptionRow> {
  const { db, clock } = deps;
  const own = await findOwnSubscription(db, wanted.id, wanted.userId);
  demand(own, 'not_found');
  demand(own.gateway === 'card' && own.endsAt > clock.now(), 'no_stored_card');
  const { card_number: number, expiry, cvv } = body.payment;
  const email = await findEmail(db, wanted.userId);
  // Storing a card costs nothing: the attempt is not counted, but does not reset the count of declined ones.
  const { buyer, place } = cardCounters(wanted);
  const result = await countWhen(deps, [buyer, ...place], isDeclined, async () => {
    const stored = await cardsOf(deps)
      .storeNewCard({ number, expiry, cvv }, { id: wanted.userId, email, billTo: body.bill_to })
      .catch((error: unknown) => {
        throw new ProductError('payment_unavailable', { cause: error });
      });
    if (stored.outcome === 'declined') throw new ProductError(DECLINED[stored.reason]);
    return stored;
  });
  await inTransaction(db, async (tx) => {
    const now = clock.now();
    const { hasLeft } = await lockBuyer(tx, wanted.userId);
    if (hasLeft) return enqueue(tx, forgetCardJob(result));
    const renewal = await lockRenewal(tx, own.id);
    // A charge with the old card may be in progress.
    if (renewal?.customerProfileId)
      await enqueue(
        tx,
        commerceJobs.forgetCard(
          { customer_profile_id: renewal.customerProfileId },
          { runAt: new Date(now.getTime() + FORGET_OLD_CARD_AFTER_MS) },
        ),
      );
    await upsertStoredCard(tx, { subscriptionId: own.id, ...result, at: now });
    if (renewal?.graceFrom && renewal.renews)
      await enqueue(
        tx,
        commerceJobs.renewNow({ subscription_id: own.id, period_end: renewal.graceFrom.toISOString() }),
      );
  });
  return getSubscription(db, own.id);
}
