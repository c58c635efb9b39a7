import { z } from 'zod';
import { Id, ListQuery, listOf, Message, Money, Timestamp } from './atoms.ts';
import { commerceCalls } from './commerce-calls.ts';
import {
  BillingAddress,
  CardFields,
  ChargeCreditCard,
  Checkout,
  CreateBookSubscription,
  CreatePaypalSubscription,
  DespiteAccess,
  exactlyOne,
  Invoice,
  NAME_ONE,
  OneOf,
  Payment,
  PaypalApproval,
  PromoCodeName,
  WaitingPurchase,
} from './commerce-payment.ts';
import {
  CANCELLATION_REASONS,
  UNSUBSCRIBE_REASON_MAX_LENGTH,
  UNSUBSCRIBE_REASON_MIN_LENGTH,
} from './constants.ts';
import { defineEndpoints } from './endpoints.ts';
import type { ErrorCode } from './errors.ts';
import { VALUE_MESSAGES } from './issue-text.ts';
import { PROMO_REFUSALS } from './promo-refusals.ts';

/** The reasons for refusing a card. */
const CARD_REFUSALS = [
  'payment_declined',
  'payment_card_number',
  'payment_card_expired',
  'payment_card_code',
  'payment_address',
  'payment_card_type',
  'payment_funds',
  'payment_duplicate',
  'payment_unavailable',
] as const satisfies readonly ErrorCode[];

export const DiscountedPrice = z.object({
  success: z.boolean(),
  /** The price to pay now. */
  discounted_price: Money,
  /** The deduction of the code. */
  discount_price: Money,
  promo_code: z.string(),
  /** Whether later years keep the discount. */
  recurs: z.boolean(),
  /** What a later year costs. */
  renewal_price: Money,
});
export type DiscountedPrice = z.output<typeof DiscountedPrice>;

type CancellationCause = keyof typeof CANCELLATION_REASONS;
const CANCELLATION_CAUSES = Object.keys(CANCELLATION_REASONS) as [CancellationCause, ...CancellationCause[]];

export const Subscription = z.object({
  id: Id,
  subscription_end_date: Timestamp,
  /** Another year follows automatically. */
  renews: z.boolean(),
  /** When that year is charged: at the end, or on PayPal's date. */
  renews_at: Timestamp.nullable(),
  /** The price of that year; 0 without a renewal. */
  renewal_price: Money,
  is_active: z.boolean(),
  /** The renewal failed and is being retried; access continues until the retries end. */
  in_grace: z.boolean(),
  /** A cancellation that can still be undone. */
  can_resume: z.boolean(),
  can_cancel: z.boolean(),
  /** The card for the renewal. */
  card: z.object({ last_four: z.string(), card_type: z.string() }).nullable(),
  gateway: z.enum(['free', 'card', 'paypal', 'grant']),
  started_at: Timestamp,
  cancelled_at: Timestamp.nullable(),
  /** The reason in words: the reader's, or the product's. */
  cancellation_reason: z.string().nullable(),
  /** The meaning of the reason; `other` = the reader's own words. */
  cancelled_because: z.enum([...CANCELLATION_CAUSES, 'other']).nullable(),
  /** Why it is not sold any more, and therefore does not renew; null = it is sold. */
  left_shop: z
    .object({
      /** What was replaced stays out of the shop; what was withdrawn may come back, and then renews as before. */
      because: z.enum(['replaced', 'withdrawn']),
      since: Timestamp.nullable(),
      new_edition: z.object({ id: Id, title: z.string() }).nullable(),
    })
    .nullable(),
  book: z
    .object({
      id: Id,
      title: z.string(),
      author: z.string(),
      cover_photo: z.string(),
      number_of_pages: z.number(),
    })
    .nullable(),
  package: z.object({ id: Id, name: z.string() }).nullable(),
});
export type Subscription = z.output<typeof Subscription>;

const isReasonOfProduct = (reason: string): boolean =>
  Object.values<string>(CANCELLATION_REASONS).includes(reason);

export const commerceEndpoints = defineEndpoints(commerceCalls, {
  requestDiscountedPrice: {
    summary: 'What a promo code makes of the price of a book or package',
    query: z.object({ name: PromoCodeName, ...OneOf }).refine(exactlyOne, NAME_ONE),
    answer: DiscountedPrice,
    errors: [...PROMO_REFUSALS, 'free_year_while_running', 'not_sold', 'too_many_promo_codes'],
  },
  createFreeSubscription: {
    summary: 'Subscribes where there is nothing to pay, with or without a promo code',
    body: z
      .object({ promocode_name: PromoCodeName.optional(), despite_access: DespiteAccess, ...OneOf })
      .refine(exactlyOne, NAME_ONE),
    answer: Subscription,
    status: 201,
    description:
      'Sent twice it answers with the subscription of the first time. A code that is refused for what runs already is refused by `requestDiscountedPrice` with the same answer.',
    errors: [
      ...PROMO_REFUSALS,
      'free_year_while_running',
      'already_subscribed',
      'not_free',
      'included_in_bundle',
      'already_readable',
      'not_sold',
      'too_many_promo_codes',
    ],
  },
  chargeCreditCard: {
    summary: 'Pays one year by card',
    body: ChargeCreditCard,
    answer: Message.extend({
      subscription_id: Id,
      paid_before: z
        .object({ receipt: z.string().nullable() })
        .nullable()
        .describe('The same purchase was paid minutes ago: nothing was charged now. Its receipt'),
    }),
    errors: [
      'price_changed',
      ...PROMO_REFUSALS,
      'already_subscribed',
      'included_in_bundle',
      'already_readable',
      'not_sold',
      ...CARD_REFUSALS,
      'payment_pending',
      'payment_returned',
      'too_many_declined_cards',
      'too_many_promo_codes',
    ],
  },
  createPaypalSubscription: {
    summary: 'Makes the subscription at PayPal and answers where the buyer approves it',
    body: CreatePaypalSubscription,
    answer: PaypalApproval,
    status: 201,
    errors: [
      'payment_unavailable',
      'price_changed',
      ...PROMO_REFUSALS,
      'already_subscribed',
      'included_in_bundle',
      'already_readable',
      'not_sold',
      'too_many_promo_codes',
    ],
  },
  createBookSubscription: {
    summary: 'Records an approved PayPal subscription, after asking PayPal about it',
    body: CreateBookSubscription,
    answer: Subscription,
    status: 201,
    errors: ['payment_pending', 'payment_cancelled', 'payment_returned', 'payment_unavailable'],
  },
  getCheckout: {
    summary: 'What is about to be bought, at what price',
    query: z.object(OneOf).refine(exactlyOne, NAME_ONE),
    answer: Checkout,
  },
  resumeBookSubscription: {
    summary: 'Takes a cancel back, as long as the period runs',
    answer: Subscription,
    errors: ['not_resumable'],
  },
  updateSubscriptionCard: {
    summary: 'Renews with another card from now on',
    body: z.object({ payment: CardFields, bill_to: BillingAddress }),
    answer: Subscription,
    errors: ['no_stored_card', ...CARD_REFUSALS, 'too_many_declined_cards'],
  },
  listPayments: {
    summary: "One's own payments, newest first",
    query: ListQuery,
    answer: listOf(Payment),
  },
  listWaitingPurchases: {
    summary:
      'What the caller approved at PayPal and PayPal has not activated: what still waits, and for two weeks what ended',
    answer: listOf(WaitingPurchase),
  },
  getInvoice: { summary: "One of one's own invoices", answer: Invoice },
  updateBookSubscription: {
    summary: 'Cancels the renewal; access lasts to the end of the period',
    body: z.object({
      cancellation_reason: z
        .string()
        .trim()
        .min(UNSUBSCRIBE_REASON_MIN_LENGTH)
        .max(UNSUBSCRIBE_REASON_MAX_LENGTH)
        // The product's own reasons are reserved, because they are read as facts.
        .refine((reason) => !isReasonOfProduct(reason), VALUE_MESSAGES.ownWords),
    }),
    answer: Message,
  },
  listSubscribedBooks: {
    summary: "One's own subscriptions, running ones first",
    query: ListQuery,
    answer: listOf(Subscription),
  },
});
export type CommerceEndpoints = typeof commerceEndpoints;
