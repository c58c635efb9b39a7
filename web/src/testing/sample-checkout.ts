import type { Checkout } from '@vesalius/contract/commerce-payment';
import type { Answers } from './render.tsx';

/** A book that is bought for the first time, at its full price. */
export const checkout: Checkout = {
  title: 'Chest Radiography',
  author: 'V. Author',
  cover_photo: null,
  is_sold: true,
  books: ['Chest Radiography'],
  number_of_books: 1,
  price: 199,
  credit: 0,
  amount: 199,
  cheaper_singly: null,
  held_books: [],
  held_in_year: [],
  renewal_price: 199,
  renews_at: '2029-02-14T09:00:00.000Z',
  running: null,
  included_in: null,
  begins_after: null,
  ends_renewals: [],
  pending: false,
  waiting_since: null,
  waiting_ended: null,
  test_mode: false,
  payable: true,
};

/** What the checkout asks for. */
export const checkoutAnswers: Answers = {
  'GET /checkout': checkout,
  'GET /users': { first_name: 'Ada', second_name: 'Reader', city: 'Leuven', country_id: 'be' },
  'GET /countries': { data: [{ id: 'be', name: 'Belgium', name_ar: 'بلجيكا' }] },
};
