import { z } from 'zod';
import { defineJob } from '../../platform/define-job.ts';
import { MINUTE_MS } from '../../platform/durations.ts';

const OfPayment = z.object({ payment_id: z.uuid() });
const OfPayPal = z.object({ provider_subscription_id: z.string() });
const OfSubscription = z.object({ subscription_id: z.uuid() });
const OfRefund = z.object({ refund_id: z.uuid() });
const Period = OfSubscription.extend({ period_end: z.iso.datetime() });

/** What happens to money without anybody waiting for it. Each may run twice: all of it is conditional. */
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
  abandonOrder: defineJob('commerce.abandon-order', z.object({ order_id: z.uuid() })),
  resolveRefund: defineJob('commerce.resolve-refund', OfRefund),
  /** The refund's id at PayPal. */
  readPayPalRefund: defineJob('commerce.read-paypal-refund', z.object({ refund_id: z.string() })),
  returnPayment: defineJob('commerce.return-payment', OfPayment.extend({ refund_id: z.uuid() })),
  /** A book or bundle left the shop, or came back; or a price changed, on which that may depend. */
  followShop: defineJob(
    'commerce.follow-shop',
    z.union([z.object({ book_id: z.uuid() }), z.object({ package_id: z.uuid() })]),
  ),
  reconcile: defineJob('commerce.reconcile', z.object({}), { dailyAtHour: 3 }),
};

/** What the staff take back at once tells nobody that it was done. */
export const STAFF_LETTER_DELAY_MS = 10 * MINUTE_MS;

export const commerceLetters = {
  sendReceipt: defineJob('commerce.send-receipt', OfPayment),
  remindRenewal: defineJob('commerce.remind-renewal', Period),
  sendRenewalFailed: defineJob('commerce.send-renewal-failed', OfSubscription.extend({ try: z.number() })),
  sendEnded: defineJob('commerce.send-ended', OfSubscription.extend({ reason: z.string() })),
  sendCancelled: defineJob('commerce.send-cancelled', OfSubscription),
  /** A cancellation was taken back. */
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
    // Jobs of the release before name no bundles.
    OfRefund.extend({ ended_bundles: z.array(z.string()).default([]) }),
  ),
  /** What the staff gave, as it is when the letter leaves. */
  sendGranted: defineJob('commerce.send-granted', OfSubscription),
  /** The staff moved the end; `ends_before`: the end that the reader knows of. */
  sendEndMoved: defineJob(
    'commerce.send-end-moved',
    OfSubscription.extend({ ends_before: z.iso.datetime(), ends_at: z.iso.datetime() }),
  ),
  remindFreeEnd: defineJob('commerce.remind-free-end', Period),
  sendFreeEnded: defineJob('commerce.send-free-ended', Period),
};
