import { z } from 'zod';
import type { Deps } from '../../platform/deps.ts';
import { ProductError } from '../../platform/errors.ts';
import { enqueue, type JobHandlers } from '../../platform/jobs.ts';
import { enqueueLook, LOOK_AFTER_MINUTES } from './create-paypal-subscription.ts';
import { endRenewalIfCovered } from './end-contained-renewals.ts';
import { cardsOf, payPalOf } from './payment-providers.ts';
import { reconcileDaily } from './reconcile.ts';
import { readPayPalRefund } from './record-paypal-refund.ts';
import { resolveRefund, returnPayment } from './refund-payment.ts';
import { renewSubscription } from './renew-subscription.ts';
import { resolvePayment } from './resolve-payment.ts';
import { storeCard } from './store-card.ts';
import { findRenewal } from './subscription-queries.ts';
import { abandonOrder, abandonUnsentOrder, syncPayPal } from './sync-paypal.ts';

const OfPayment = z.object({ payment_id: z.uuid() });
const OfPayPal = z.object({ provider_subscription_id: z.string() });
const OfSubscription = z.object({ subscription_id: z.uuid() });
const Period = OfSubscription.extend({ period_end: z.iso.datetime() });
const NewCard = OfSubscription.extend({
  transaction_id: z.string(),
  last_four: z.string(),
  card_type: z.string(),
});
/** While PayPal has neither billed nor given up. */
const LOOK_AT_RENEWAL_EVERY_MS = 86_400_000;
/** The provider refused a refund for good. */
const REFUSED: readonly string[] = ['not_refundable', 'refund_unsettled'];
/** A try by hand, after the card was changed: beyond the three of the clock. */
const TRY_BY_HAND = 100;

/** What happens to money without anybody waiting for it. Each may run twice: all of it is conditional. */
export function commerceJobHandlers(deps: Deps): JobHandlers {
  const { db, clock } = deps;
  return {
    'commerce.resolve-payment': (payload) => resolvePayment(deps, OfPayment.parse(payload).payment_id),
    'commerce.store-card': (payload) => {
      const card = NewCard.parse(payload);
      return storeCard(deps, {
        subscriptionId: card.subscription_id,
        transactionId: card.transaction_id,
        lastFour: card.last_four,
        cardType: card.card_type,
      });
    },
    'commerce.forget-card': (payload) =>
      cardsOf(deps).forgetCard(
        z.object({ customer_profile_id: z.string() }).parse(payload).customer_profile_id,
      ),
    'commerce.renew': (payload) => {
      const {
        subscription_id: subscriptionId,
        period_end: end,
        try: number,
      } = Period.extend({
        try: z.number().int().min(1),
      }).parse(payload);
      return renewSubscription(deps, { subscriptionId, periodEnd: new Date(end), number });
    },
    'commerce.renew-now': (payload, { job }) => {
      const { subscription_id: subscriptionId, period_end: end } = Period.parse(payload);
      // One number a job: what runs again finds its own attempt.
      const number = TRY_BY_HAND + (Number.parseInt(job.id.slice(-6), 16) % 1_000_000);
      return renewSubscription(deps, { subscriptionId, periodEnd: new Date(end), number });
    },
    'commerce.sync-paypal': (payload) => syncPayPal(deps, OfPayPal.parse(payload).provider_subscription_id),
    'commerce.look-at-paypal': async (payload) => {
      const { provider_subscription_id: id, number } = OfPayPal.extend({ number: z.number() }).parse(payload);
      if ((await syncPayPal(deps, id)) !== 'waiting') return;
      if (number + 1 < LOOK_AFTER_MINUTES.length) await enqueueLook(db, id, clock.now(), number + 1);
      else await abandonOrder(db, id, clock.now());
    },
    'commerce.check-paypal-renewal': async (payload) => {
      const { subscription_id: id, period_end: end } = Period.parse(payload);
      const subscription = await findRenewal(db, id);
      if (!subscription?.providerSubscriptionId || !subscription.renews) return;
      if (await endRenewalIfCovered(deps, id)) return;
      await syncPayPal(deps, subscription.providerSubscriptionId);
      const after = await findRenewal(db, id);
      if (after?.renews && (after.graceFrom ?? after.endsAt).toISOString() === end)
        await enqueue(db, {
          kind: 'commerce.check-paypal-renewal',
          payload,
          runAt: new Date(clock.now().getTime() + LOOK_AT_RENEWAL_EVERY_MS),
        });
    },
    'commerce.cancel-at-paypal': async (payload) => {
      const { provider_subscription_id: id, reason } = OfPayPal.extend({ reason: z.string() }).parse(payload);
      await payPalOf(deps).cancelSubscription(id, reason);
    },
    'commerce.abandon-order': (payload) =>
      abandonUnsentOrder(db, z.object({ order_id: z.uuid() }).parse(payload).order_id, clock.now()),
    'commerce.resolve-refund': (payload) =>
      resolveRefund(deps, z.object({ refund_id: z.uuid() }).parse(payload).refund_id).catch((error) => {
        // Refused: the refund is closed, its amount free again. Anything else is tried again.
        if (!(error instanceof ProductError) || !REFUSED.includes(error.code)) throw error;
      }),
    'commerce.read-paypal-refund': (payload) =>
      readPayPalRefund(deps, z.object({ refund_id: z.string() }).parse(payload).refund_id),
    'commerce.return-payment': (payload) => {
      const { payment_id: paymentId, refund_id: refundId } = OfPayment.extend({
        refund_id: z.uuid(),
      }).parse(payload);
      return returnPayment(deps, { paymentId, refundId });
    },
    'commerce.reconcile': () => reconcileDaily(deps),
  };
}
