import type { JobHandlers } from '../../platform/define-job.ts';
import type { Deps } from '../../platform/deps.ts';
import { DAY_MS } from '../../platform/durations.ts';
import { ProductError } from '../../platform/errors.ts';
import { handleJobs } from '../../platform/handle-jobs.ts';
import { enqueue } from '../../platform/jobs.ts';
import { enqueueLook, LOOK_AFTER_MINUTES } from './create-paypal-subscription.ts';
import { endRenewalIfCovered } from './end-contained-renewals.ts';
import { endWait } from './end-wait.ts';
import { endRenewalIfUnsold, followShop } from './follow-shop.ts';
import { storeSellers } from './issue-invoice.ts';
import { commerceJobs } from './jobs.ts';
import { cardsOf, payPalOf } from './payment-providers.ts';
import { reconcileDaily } from './reconcile.ts';
import { readPayPalRefund } from './record-paypal-refund.ts';
import { resolveRefund, returnPayment } from './refund-payment.ts';
import { renewSubscription } from './renew-subscription.ts';
import { resolvePayment } from './resolve-payment.ts';
import { storeCard } from './store-card.ts';
import { findRenewal } from './subscription-queries.ts';
import { abandonOrder, abandonUnsentOrder, syncPayPal } from './sync-paypal.ts';

/** The interval of checks while PayPal has neither billed nor given up. */
const LOOK_AT_RENEWAL_EVERY_MS = DAY_MS;
/** Codes with which the provider refuses a refund permanently. */
const REFUSED: readonly string[] = ['not_refundable', 'refund_unsettled'];
/** The number of the first manual try, after the card was changed; the scheduled tries have lower numbers. */
const TRY_BY_HAND = 100;

export function commerceJobHandlers(deps: Deps): JobHandlers {
  const { db, clock } = deps;
  return handleJobs(deps, commerceJobs, {
    resolvePayment: ({ payment_id: id }) => resolvePayment(deps, id),
    storeCard: (card) =>
      storeCard(deps, {
        subscriptionId: card.subscription_id,
        transactionId: card.transaction_id,
        lastFour: card.last_four,
        cardType: card.card_type,
      }),
    forgetCard: ({ customer_profile_id: id }) => cardsOf(deps).forgetCard(id),
    renew: ({ subscription_id: subscriptionId, period_end: end, try: number }) =>
      renewSubscription(deps, { subscriptionId, periodEnd: new Date(end), number }),
    renewNow: ({ subscription_id: subscriptionId, period_end: end }, { job }) => {
      // One number per job: a job that runs again finds its own attempt.
      const number = TRY_BY_HAND + (Number.parseInt(job.id.slice(-6), 16) % 1_000_000);
      return renewSubscription(deps, { subscriptionId, periodEnd: new Date(end), number });
    },
    syncPayPal: ({ provider_subscription_id: id }) => syncPayPal(deps, id),
    lookAtPayPal: async ({ provider_subscription_id: id, number }) => {
      if ((await syncPayPal(deps, id)) !== 'waiting') return;
      if (number + 1 < LOOK_AFTER_MINUTES.length) await enqueueLook(db, id, clock.now(), number + 1);
      else await abandonOrder(db, id, clock.now());
    },
    checkPayPalRenewal: async (payload) => {
      const { subscription_id: id, period_end: end } = payload;
      const subscription = await findRenewal(db, id);
      if (!subscription?.providerSubscriptionId || !subscription.renews) return;
      if ((await endRenewalIfUnsold(deps, id)) || (await endRenewalIfCovered(deps, id))) return;
      await syncPayPal(deps, subscription.providerSubscriptionId);
      const after = await findRenewal(db, id);
      if (after?.renews && (after.graceFrom ?? after.endsAt).toISOString() === end) {
        const runAt = new Date(clock.now().getTime() + LOOK_AT_RENEWAL_EVERY_MS);
        await enqueue(db, commerceJobs.checkPayPalRenewal(payload, { runAt }));
      }
    },
    cancelAtPayPal: ({ provider_subscription_id: id, reason }) =>
      payPalOf(deps).cancelSubscription(id, reason),
    endWait: ({ order_id: id }) => endWait(deps, id),
    abandonOrder: ({ order_id: id }) => abandonUnsentOrder(db, id, clock.now()),
    resolveRefund: ({ refund_id: id }) =>
      resolveRefund(deps, id).catch((error) => {
        // Refused: the refund is closed and its amount released. Other errors are retried.
        if (!(error instanceof ProductError) || !REFUSED.includes(error.code)) throw error;
      }),
    readPayPalRefund: ({ refund_id: id }) => readPayPalRefund(deps, id),
    returnPayment: ({ payment_id: paymentId, refund_id: refundId }) =>
      returnPayment(deps, { paymentId, refundId }),
    followShop: (item) => followShop(deps, item),
    storeSellers: () => storeSellers(deps),
    reconcile: () => reconcileDaily(deps),
  });
}
