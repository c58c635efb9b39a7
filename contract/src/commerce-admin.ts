import { z } from 'zod';
import { Id, IsoDate, ListQuery, listOf, Money, SentMoney, Timestamp } from './atoms.ts';
import { commerceAdminCalls } from './commerce-admin-calls.ts';
import { Invoice } from './commerce-payment.ts';
import { CreatePromoCode, PromoCodeOrder, PromoCodeRow, PromoCodeUse } from './commerce-promo-codes.ts';
import { REASON_MIN_LENGTH } from './constants.ts';
import { defineEndpoints } from './endpoints.ts';
import { VALUE_MESSAGES } from './issue-text.ts';
import { WrittenText } from './written-text.ts';

export const Price = z.object({
  id: Id,
  kind: z.enum(['book', 'package']),
  title: z.string(),
  /** Null for a package. */
  edition: z.string().nullable(),
  price: Money,
  /** By a newer edition: it is not sold any more. */
  is_replaced: z.boolean(),
  subscribers: z.number().int(),
  /** The plans that were created at PayPal for it, with their prices. */
  plans: z.array(z.object({ plan_id: z.string(), yearly: Money, first_year: Money.nullable() })),
});
export type Price = z.output<typeof Price>;

export const UpdatePrice = z
  .object({
    price: SentMoney,
    /** The price that the screen showed; the call fails if it has changed since. */
    previous_price: Money,
    /** Confirms that a price of 0 is meant. */
    free: z.boolean().default(false),
  })
  .refine(({ price, free }) => price > 0 || free, {
    message: VALUE_MESSAGES.freeMustBeSaid,
    path: ['price'],
  });

/** Another way in which the buyer reads what the refunded payment bought: it stays when the bought access ends. */
export const RemainingAccess = z.object({
  kind: z.enum(['book', 'bundle', 'program', 'institution', 'beta', 'role']),
  /** Null for the beta and for roles that open the book. */
  name: z.string().nullable(),
  /** False: it opens only some of the books of a bundle. */
  whole: z.boolean(),
  /** One of the packages in `credited_to`: it is gone too, if the refund ends them. */
  is_credited: z.boolean(),
});
export type RemainingAccess = z.output<typeof RemainingAccess>;

/** Which member of staff made a refund; null: the system did, or it was made at the provider. */
const RefundMaker = z.object({ id: Id, name: z.string() }).nullable();

export const StaffPayment = z.object({
  id: Id,
  at: Timestamp,
  person: z.object({ id: Id, name: z.string(), email: z.string() }),
  title: z.string(),
  gateway: z.enum(['card', 'paypal']),
  kind: z.enum(['initial', 'renewal']),
  state: z.enum(['started', 'unknown', 'held', 'approved', 'declined', 'lost']),
  amount: Money,
  refunded: Money,
  /** Those that were not refused, oldest first. */
  refunds: z.array(z.object({ amount: Money, at: Timestamp, made_by: RefundMaker, reason: z.string() })),
  reason: z.string().nullable(),
  /** The provider's ids. */
  transaction_id: z.string().nullable(),
  attempt_key: z.string(),
  last_four: z.string().nullable(),
  promo_code: z.string().nullable(),
  invoice_number: z.string().nullable(),
});
export type StaffPayment = z.output<typeof StaffPayment>;

const PaymentsQuery = ListQuery.extend({
  search_term: z.string().trim().max(100).optional(),
  state: z.enum(['approved', 'declined', 'open', 'refunded']).optional(),
  /** Days in UTC, both included. */
  from: IsoDate.optional(),
  to: IsoDate.optional(),
});

export const RefundBody = z.object({
  /** Created by the browser, which makes the refund idempotent. */
  refund_id: Id,
  amount: SentMoney.min(0.01),
  /** Ends renewal and access immediately; otherwise both continue. */
  ends_access: z.boolean(),
  /** Whether the packages in `credited_to` end as well; required if there are any. */
  ends_credited: z.boolean().optional(),
  reason: WrittenText.min(REASON_MIN_LENGTH).max(200),
});

export const SalesQuery = z.object({
  from: IsoDate.optional(),
  to: IsoDate.optional(),
  by: z.enum(['day', 'month', 'item', 'code']).default('month'),
});
export const SalesRow = z.object({
  name: z.string(),
  /** Of a book or package, when grouped by item. Two editions of one title are two rows. */
  item_id: Id.nullable(),
  /** Of a book, when grouped by item. */
  edition: z.string().nullable(),
  payments: z.number().int(),
  gross: Money,
  refunded: Money,
  net: z.number(),
});
export type SalesRow = z.output<typeof SalesRow>;

export const Difference = z.object({
  id: Id,
  gateway: z.string(),
  kind: z.string(),
  subject: z.string(),
  detail: z.string(),
  found_at: Timestamp,
  closed_at: Timestamp.nullable(),
});
export type Difference = z.output<typeof Difference>;

export const commerceAdminEndpoints = defineEndpoints(commerceAdminCalls, {
  listPrices: { summary: 'What books and packages cost', query: ListQuery, answer: listOf(Price) },
  updatePrice: {
    summary: 'A new price, for new subscriptions; running ones keep what they agreed to',
    body: UpdatePrice,
    errors: ['price_changed'],
  },
  listPromoCodes: {
    summary: 'Promo codes with their use',
    query: ListQuery.extend({
      search_term: z.string().trim().max(100).optional(),
      state: z.enum(['active', 'ended']).optional(),
      sort: PromoCodeOrder.default('-created_at'),
    }),
    answer: listOf(PromoCodeRow),
  },
  createPromoCode: {
    summary: 'Makes a promo code',
    body: CreatePromoCode,
    status: 201,
    answer: z.object({ id: Id }),
    errors: ['promo_code_taken'],
  },
  endPromoCode: { summary: 'Ends a promo code now; what was bought with it stays' },
  reopenPromoCode: {
    summary: 'Lets an ended promo code be used again',
    body: z.object({
      /** The next end; null = no end. */
      ends_at: Timestamp.nullable(),
    }),
    errors: ['promo_code_running'],
  },
  listPromoCodeUses: {
    summary: 'Who used a promo code, for what, newest first',
    query: ListQuery,
    answer: listOf(PromoCodeUse),
  },
  listAllPayments: {
    summary: 'Everybody’s payments, newest first',
    query: PaymentsQuery,
    answer: listOf(StaffPayment),
  },
  downloadPayments: {
    summary: 'The same as CSV, to the end; written into the audit log',
    query: PaymentsQuery,
    raw: 'text/csv',
  },
  getReceipt: {
    summary: 'The receipt of a payment, as its buyer has it; written into the audit log',
    answer: Invoice,
  },
  getRefundable: {
    summary: 'What of a payment can be given back now',
    answer: z.object({
      left: Money,
      /** A card payment that has not settled yet can only be refunded completely. */
      whole_only: z.boolean(),
      /** Running packages that were cheaper because of this payment. */
      credited_to: z.array(z.object({ title: z.string(), subscription_end_date: Timestamp })),
      /** The running subscription that it paid for; null = none runs, so that a refund ends nothing. */
      access: z
        .object({
          subscription_end_date: Timestamp,
          renews: z.boolean(),
          /** Where other payments still cover a time to come: ended by the refund, it ends then, not at once. */
          paid_until: Timestamp.nullable(),
          remains: z.array(RemainingAccess),
        })
        .nullable(),
    }),
    errors: ['not_refundable', 'provider_failed'],
  },
  refundPayment: {
    summary: 'Gives a payment back, in full or in part',
    body: RefundBody,
    /** `pending`: the same refund was requested before, and its result is not known yet. */
    answer: z.object({
      state: z.enum(['done', 'pending']),
      /** Who requested it first, where it was requested before. */
      made_by: RefundMaker,
    }),
    errors: ['not_refundable', 'refund_differs', 'refund_unsettled', 'refund_credited', 'provider_failed'],
  },
  getSales: {
    summary: 'Payments and refunds on the day they were entered: by day, month, item or promo code',
    query: SalesQuery,
    /** `from` and `to`: the days of the sum, by default this month and the eleven before it. */
    answer: listOf(SalesRow).extend({ total: SalesRow, from: IsoDate, to: IsoDate }),
  },
  downloadSales: { summary: 'The same as CSV', query: SalesQuery, raw: 'text/csv' },
  listDifferences: {
    summary: 'What our books and the providers’ disagree about, open ones first',
    query: ListQuery,
    answer: listOf(Difference).extend({
      /** The last completed reconciliation; null before the first. */
      last_run: z.object({ at: Timestamp, differences: z.number().int() }).nullable(),
    }),
  },
  runReconciliation: {
    summary: 'Compares with the providers now',
    answer: z.object({ differences: z.number().int() }),
    errors: ['provider_failed'],
  },
  getTestClock: {
    summary: 'The time by which subscriptions live; movable in test mode',
    answer: z.object({ now: Timestamp, movable: z.boolean() }),
  },
  advanceTestClock: {
    summary: 'Lets time pass, in test mode only',
    body: z.object({ days: z.number().int().min(1).max(800) }),
    answer: z.object({ now: Timestamp, movable: z.boolean() }),
    errors: ['test_mode_only'],
  },
});
export type CommerceAdminEndpoints = typeof commerceAdminEndpoints;
