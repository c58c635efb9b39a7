import { defineCalls, EVERY_PORTAL } from './calls.ts';

/** Readers and directors of programs can buy. */
const BUYERS = ['customer', 'program_director'] as const;
/** Purchases belong to their owner in every role: a renewal continues and can be canceled. */
const OWNERS = { portals: EVERY_PORTAL, isOwn: true } as const;

/** Promo codes, payment, subscriptions. Specification, document 2 section 7 "Promo, subscription and payment". */
export const commerceCalls = defineCalls({
  /** Query: name and book_id or package_id. */
  requestDiscountedPrice: {
    method: 'GET',
    path: '/promo_codes/request_discounted_price',
    portals: BUYERS,
  },
  createFreeSubscription: {
    method: 'POST',
    path: '/book_subscriptions/create_free_subscription',
    portals: BUYERS,
  },
  chargeCreditCard: {
    method: 'POST',
    path: '/payment/charge_credit_card',
    portals: BUYERS,
  },
  createBookSubscription: {
    method: 'POST',
    path: '/book_subscriptions',
    portals: BUYERS,
  },
  updateBookSubscription: {
    method: 'PATCH',
    path: '/book_subscriptions/:id',
    ...OWNERS,
  },
  listSubscribedBooks: {
    method: 'GET',
    path: '/subscribed_books',
    ...OWNERS,
  },
  /** What the checkout shows first. Query: book_id or package_id. */
  getCheckout: { method: 'GET', path: '/checkout', portals: BUYERS },
  /** Creates the subscription at PayPal, with the plan of the promo code or the default one. */
  createPaypalSubscription: {
    method: 'POST',
    path: '/book_subscriptions/paypal',
    portals: BUYERS,
  },
  resumeBookSubscription: {
    method: 'POST',
    path: '/book_subscriptions/:id/resume',
    ...OWNERS,
  },
  updateSubscriptionCard: {
    method: 'PUT',
    path: '/book_subscriptions/:id/card',
    ...OWNERS,
  },
  listPayments: { method: 'GET', path: '/payments', ...OWNERS },
  /** Approved at PayPal, and not activated there yet. */
  listWaitingPurchases: { method: 'GET', path: '/waiting_purchases', ...OWNERS },
  getInvoice: { method: 'GET', path: '/invoices/:id', ...OWNERS },
});
