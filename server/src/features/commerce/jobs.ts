import { z } from 'zod';
import { defineJob } from '../../platform/define-job.ts';
import { MINUTE_MS } from '../../platform/durations.ts';

const OfPayment = z.object({ payment_id: z.uuid() });
const OfOrder = z.object({ order_id: z.uuid() });
const OfPayPal = z.object({ provider_subscription_id: z.string() });
const OfSubscription = z.object({ subscription_id: z.uuid() });
const OfRefund = z.object({ refund_id: z.uuid() });
const Period = OfSubscription.extend({ period_end: z.iso.datetime() });

/** Background work on payments. Each job may run twice: all of its effects are conditional. */
export const commerceJobs = {
  resolvePayment: defineJob('commerce.resolve-payment', OfPayment),
  storeCard: defineJob(
    'commerce.store-card',
    OfSubscription.extend({ transaction_id: z.string(), last_four: z.string(), card_type: z.string() }),
  ),
  forgetCard: defineJob('commerce.forget-card', z.object({ customer_profile_id: z.string() })),
  renew: defineJob('commerce.renew', Period.extend({ try: z.number().int().min(1) })),
  renewNow: defineJob('commerce.renew-now', Period),
  syncPayPal: defineJob('commerce.sync-paypal', OfPayPal),
  lookAtPayPal: defineJob('commerce.look-at-paypal', OfPayPal.extend({ number: z.number() })),
  checkPayPalRenewal: defineJob('commerce.check-paypal-renewal', Period),
  cancelAtPayPal: defineJob('commerce.cancel-at-paypal', OfPayPal.extend({ reason: z.string() })),
  /** PayPal has had its days to activate what the buyer approved. */
  endWait: defineJob('commerce.end-wait', OfOrder),
  abandonOrder: defineJob('commerce.abandon-order', OfOrder),
  resolveRefund: defineJob('commerce.resolve-refund', OfRefund),
  /** The refund's id at PayPal. */
  readPayPalRefund: defineJob('commerce.read-paypal-refund', z.object({ refund_id: z.string() })),
  returnPayment: defineJob('commerce.return-payment', OfPayment.extend({ refund_id: z.uuid() })),
  /** A book or bundle left the shop or returned, or a price changed that decides whether a bundle is sold. */
  followShop: defineJob(
    'commerce.follow-shop',
    z.union([z.object({ book_id: z.uuid() }), z.object({ package_id: z.uuid() })]),
  ),
  /** Stores the seller with invoices that have none yet. */
  storeSellers: defineJob('commerce.store-sellers', z.object({}), { dailyAtHour: 2 }),
  reconcile: defineJob('commerce.reconcile', z.object({}), { dailyAtHour: 3 }),
};

/** The delay of letters about changes by staff: a change that is undone within it sends none. */
export const STAFF_LETTER_DELAY_MS = 10 * MINUTE_MS;

export const commerceLetters = {
  sendReceipt: defineJob('commerce.send-receipt', OfPayment),
  remindRenewal: defineJob('commerce.remind-renewal', Period),
  sendRenewalFailed: defineJob('commerce.send-renewal-failed', OfSubscription.extend({ try: z.number() })),
  sendEnded: defineJob('commerce.send-ended', OfSubscription.extend({ reason: z.string() })),
  sendCancelled: defineJob('commerce.send-cancelled', OfSubscription),
  /** A cancellation was undone. */
  sendRenewing: defineJob('commerce.send-renewing', OfSubscription),
  sendLeftShop: defineJob('commerce.send-left-shop', OfSubscription),
  sendBackInShop: defineJob('commerce.send-back-in-shop', OfSubscription),
  sendIncluded: defineJob(
    'commerce.send-included',
    z.object({
      package_subscription_id: z.uuid(),
      ended: z.array(z.object({ subscription_id: z.uuid(), charge_date: z.iso.datetime() })),
    }),
  ),
  sendResumed: defineJob(
    'commerce.send-resumed',
    z.object({ package_subscription_id: z.uuid(), subscription_ids: z.array(z.uuid()) }),
  ),
  sendRefunded: defineJob(
    'commerce.send-refunded',
    // Jobs of the previous release name no bundles.
    OfRefund.extend({ ended_bundles: z.array(z.string()).default([]) }),
  ),
  /** A free year that the reader took, with a promo code or because the price is zero. */
  sendFreeStarted: defineJob('commerce.send-free-started', OfSubscription),
  /** Access given by staff, in its state when the letter is sent. */
  sendGranted: defineJob('commerce.send-granted', OfSubscription),
  /** Staff moved the end; `ends_before`: the end that the reader knows of. */
  sendEndMoved: defineJob(
    'commerce.send-end-moved',
    OfSubscription.extend({ ends_before: z.iso.datetime(), ends_at: z.iso.datetime() }),
  ),
  /** PayPal never completed what the buyer approved. */
  sendWaitEnded: defineJob('commerce.send-wait-ended', OfOrder),
  remindFreeEnd: defineJob('commerce.remind-free-end', Period),
  sendFreeEnded: defineJob('commerce.send-free-ended', Period),
};
