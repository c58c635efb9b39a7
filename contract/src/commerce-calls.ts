import { defineCalls, EVERY_PORTAL } from './calls.ts';

/** Readers buy, and directors of programs. */
const BUYERS = ['customer', 'program_director'] as const;
/** What was bought stays: a renewal goes on, and is cancelled, in whatever role its owner is now. */
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
  /** What the checkout shows before anything is entered. Query: book_id or package_id. */
  getCheckout: { method: 'GET', path: '/checkout', portals: BUYERS },
  /** Makes the subscription at PayPal, with the plan of the promo code or the default one. */
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
  getInvoice: { method: 'GET', path: '/invoices/:id', ...OWNERS },
});
