import { defineCalls } from './calls.ts';

/** Promo codes, payment, subscriptions. Specification, document 2 section 7 "Promo, subscription and payment". */
export const commerceCalls = defineCalls({
  /** Query: name and book_id or package_id. */
  requestDiscountedPrice: {
    method: 'GET',
    path: '/promo_codes/request_discounted_price',
    portals: ['customer', 'program_director'],
  },
  createFreeSubscription: {
    method: 'POST',
    path: '/book_subscriptions/create_free_subscription',
    portals: ['customer', 'program_director'],
  },
  chargeCreditCard: {
    method: 'POST',
    path: '/payment/charge_credit_card',
    portals: ['customer', 'program_director'],
  },
  createBookSubscription: {
    method: 'POST',
    path: '/book_subscriptions',
    portals: ['customer', 'program_director'],
  },
  updateBookSubscription: {
    method: 'PATCH',
    path: '/book_subscriptions/:id',
    portals: ['customer', 'program_director'],
  },
  /** Also for those who can buy nothing: whoever deletes an account is told before what ends with it. */
  listSubscribedBooks: {
    method: 'GET',
    path: '/subscribed_books',
    portals: ['customer', 'program_director', 'author', 'editor'],
  },
  /** What the checkout shows before anything is entered. Query: book_id or package_id. */
  getCheckout: { method: 'GET', path: '/checkout', portals: ['customer', 'program_director'] },
  /** Makes the subscription at PayPal, with the plan of the promo code or the default one. */
  createPaypalSubscription: {
    method: 'POST',
    path: '/book_subscriptions/paypal',
    portals: ['customer', 'program_director'],
  },
  resumeBookSubscription: {
    method: 'POST',
    path: '/book_subscriptions/:id/resume',
    portals: ['customer', 'program_director'],
  },
  updateSubscriptionCard: {
    method: 'PUT',
    path: '/book_subscriptions/:id/card',
    portals: ['customer', 'program_director'],
  },
  listPayments: { method: 'GET', path: '/payments', portals: ['customer', 'program_director'] },
  getInvoice: { method: 'GET', path: '/invoices/:id', portals: ['customer', 'program_director'] },
});
