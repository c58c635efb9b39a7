import { z } from 'zod';
import { Email, Id, Money, SentMoney, Timestamp } from './atoms.ts';
import { CheaperSingly, HeldBook } from './catalogue-parts.ts';
import {
  CARD_NUMBER_MAX_DIGITS,
  CARD_NUMBER_MIN_DIGITS,
  CVV_MAX_LENGTH,
  CVV_MIN_LENGTH,
} from './constants.ts';
import { VALUE_MESSAGES } from './issue-text.ts';

/** Spaces and slashes are removed here, even if the client did not. */
const digits = (text: string) => text.replace(/[\s/]/g, '');

export const BillingAddress = z.object({
  first_name: z
    .string()
    .trim()
    .min(1, VALUE_MESSAGES.required)
    .max(50)
    .meta({ examples: ['Dana'] }),
  last_name: z
    .string()
    .trim()
    .min(1, VALUE_MESSAGES.required)
    .max(50)
    .meta({ examples: ['Reader'] }),
  address: z
    .string()
    .trim()
    .min(1, VALUE_MESSAGES.required)
    .max(60)
    .meta({ examples: ['12 Ward Street'] }),
  city: z
    .string()
    .trim()
    .min(1, VALUE_MESSAGES.required)
    .max(40)
    .meta({ examples: ['Boston'] }),
  state: z
    .string()
    .trim()
    .max(40)
    .default('')
    .meta({ examples: ['MA'] }),
  zip: z
    .string()
    .trim()
    .min(1, VALUE_MESSAGES.required)
    .max(20)
    .meta({ examples: ['02115'] }),
  country: z
    .string()
    .trim()
    .min(1, VALUE_MESSAGES.required)
    .max(60)
    .meta({ examples: ['US'] }),
});
export type BillingAddress = z.output<typeof BillingAddress>;

/** Sent to the payment provider and never stored. */
export const CardFields = z.object({
  card_number: z
    .string()
    .overwrite(digits)
    .regex(
      new RegExp(`^\\d{${CARD_NUMBER_MIN_DIGITS},${CARD_NUMBER_MAX_DIGITS}}$`),
      VALUE_MESSAGES.cardNumber,
    )
    .meta({ description: 'Digits alone.', examples: ['4111111111111111'] }),
  expiry: z
    .string()
    .overwrite(digits)
    .regex(/^(0[1-9]|1[0-2])\d{2}$/, VALUE_MESSAGES.cardExpiry)
    .meta({ description: 'Month and year: MMYY.', examples: ['0928'] }),
  cvv: z
    .string()
    .regex(new RegExp(`^\\d{${CVV_MIN_LENGTH},${CVV_MAX_LENGTH}}$`), VALUE_MESSAGES.cardCode)
    .meta({ description: 'Three digits, or four of American Express.', examples: ['900'] }),
});
export type CardFields = z.output<typeof CardFields>;

export const PromoCodeName = z.string().trim().min(1, VALUE_MESSAGES.promoCodeRequired).max(60);
const OptionalPromoCode = z
  .string()
  .trim()
  .max(60)
  .nullish()
  .transform((name) => name || undefined);

export const OneOf = { book_id: Id.optional(), package_id: Id.optional() };
export const exactlyOne = (value: { book_id?: string | undefined; package_id?: string | undefined }) =>
  (value.book_id === undefined) !== (value.package_id === undefined);
export const NAME_ONE = { message: VALUE_MESSAGES.nameBookOrPackage, path: ['book_id'] };

/**
 * The buyer was shown that they can read it all in another way, as by a program, and still buys it. Without it such a
 * purchase is refused.
 */
export const DespiteAccess = z.boolean().optional();

export const ChargeCreditCard = z
  .object({
    payment: CardFields,
    bill_to: BillingAddress,
    ship_to: BillingAddress.optional(),
    name: z.string().max(255).optional(),
    /** The price that the buyer saw; another current price is refused. */
    amount: SentMoney,
    customer: z.object({ email: Email }).optional(),
    promo_code_name: OptionalPromoCode,
    /** An own running subscription that a promo code replaces. */
    replaces_subscription_id: Id.optional(),
    despite_access: DespiteAccess,
    ...OneOf,
  })
  .refine(exactlyOne, NAME_ONE);
export type ChargeCreditCard = z.output<typeof ChargeCreditCard>;

export const CreatePaypalSubscription = z
  .object({
    promo_code_name: OptionalPromoCode,
    amount: SentMoney.optional(),
    replaces_subscription_id: Id.optional(),
    despite_access: DespiteAccess,
    ...OneOf,
  })
  .refine(exactlyOne, NAME_ONE);
export type CreatePaypalSubscription = z.output<typeof CreatePaypalSubscription>;

export const PaypalApproval = z.object({ subscription_id: z.string(), approve_url: z.string() });
export const CreateBookSubscription = z
  .object({
    payment_gateway: z.literal('paypal'),
    /** PayPal's id of the subscription. */
    subscription_id: z
      .string()
      .trim()
      .max(50)
      .regex(/^I-\w+$/),
    ...OneOf,
  })
  .refine(exactlyOne, NAME_ONE);

const CoveringPackage = z.object({ id: Id, title: z.string(), subscription_end_date: Timestamp });

/** A purchase that the buyer approved at PayPal, and that PayPal never completed. Nothing was charged for it. */
export const EndedWait = z.object({
  /** When the buyer approved it. */
  approved_at: Timestamp,
  at: Timestamp,
  /**
   * `not_completed`: PayPal has said nothing for three days, and may still complete it. `readable_otherwise`: the buyer got
   * access in another way since then, and what PayPal still takes is returned.
   */
  because: z.enum(['ended_at_paypal', 'not_completed', 'readable_otherwise']),
});
export type EndedWait = z.output<typeof EndedWait>;

/** What is bought, its price now and later, and how it can be paid. */
export const Checkout = z.object({
  title: z.string(),
  author: z.string().nullable(),
  cover_photo: z.string().nullable(),
  /** False: it left the shop, and there is nothing to buy. */
  is_sold: z.boolean(),
  /** The titles of what is bought: of a package, those of its books that are sold. */
  books: z.array(z.string()),
  number_of_books: z.number().int(),
  /** The list price of one year. */
  price: Money,
  /** Deducted: payments for books of the package, for the months that the package would begin with. */
  credit: Money,
  /** The price to pay now, before a promo code. */
  amount: Money,
  cheaper_singly: CheaperSingly.nullable(),
  /**
   * The book, or the books of the package, that the buyer can read already; not by a subscription to the same package.
   */
  held_books: z.array(HeldBook),
  /** Those of `held_books` that the buyer can still read when the year that is bought begins. */
  held_in_year: z.array(HeldBook),
  renewal_price: Money,
  /** When the next year is charged, by card as by PayPal: after everything that is paid for by then. */
  renews_at: Timestamp,
  /** A running subscription to the same item. */
  running: z
    .object({ id: Id, subscription_end_date: Timestamp, renews: z.boolean(), renewal_price: Money })
    .nullable(),
  /** An own package that contains it for the whole new year: nothing is sold. */
  included_in: CoveringPackage.nullable(),
  /** An own package that contains it and ends: the new year begins then. */
  begins_after: CoveringPackage.nullable(),
  /** Subscriptions whose books the package contains: their renewals end with the purchase. `date`: of the next charge. */
  ends_renewals: z.array(z.object({ title: z.string(), date: Timestamp })),
  /** A payment for it whose result is not known yet. */
  pending: z.boolean(),
  /** Since when the buyer's approval waits for PayPal to activate it; null = none does. */
  waiting_since: Timestamp.nullable(),
  /** The latest approval that PayPal never completed, for some days; null = there is none. */
  waiting_ended: EndedWait.nullable(),
  /** Payments are emulated: no money is charged. */
  test_mode: z.boolean(),
  payable: z.boolean(),
});
export type Checkout = z.output<typeof Checkout>;

/** A purchase that the buyer approved at PayPal, and that PayPal has not activated. */
export const WaitingPurchase = z.object({
  id: Id,
  book_id: Id.nullable(),
  package_id: Id.nullable(),
  title: z.string(),
  waiting_since: Timestamp,
  /** Null: it still waits. */
  ended: EndedWait.nullable(),
});
export type WaitingPurchase = z.output<typeof WaitingPurchase>;

export const Payment = z.object({
  id: Id,
  paid_at: Timestamp,
  title: z.string(),
  kind: z.enum(['initial', 'renewal']),
  gateway: z.enum(['card', 'paypal']),
  state: z.enum(['started', 'unknown', 'held', 'approved', 'declined', 'lost']),
  amount: Money,
  refunded: Money,
  /** Those that were made, oldest first. */
  refunds: z.array(z.object({ amount: Money, at: Timestamp })),
  last_four: z.string().nullable(),
  card_type: z.string().nullable(),
  subscription_id: Id.nullable(),
  invoice_id: Id.nullable(),
  invoice_number: z.string().nullable(),
});
export type Payment = z.output<typeof Payment>;

/** An invoice, unchanged since the day of issue. */
export const Invoice = z.object({
  id: Id,
  number: z.string(),
  issued_at: Timestamp,
  title: z.string(),
  buyer: z.object({ name: z.string(), email: z.string(), lines: z.array(z.string()) }),
  /** Who sold, as stored at the issue; null if the installation names nobody. */
  seller: z
    .object({ name: z.string(), lines: z.array(z.string()), tax_id: z.string().nullable() })
    .nullable(),
  period_start: Timestamp,
  period_end: Timestamp,
  price: Money,
  /** The total discount. */
  discount: Money,
  /** The part of the discount that is credit for books of the package. */
  credit: Money,
  /** Included in the total. */
  tax: Money,
  /** Percent. */
  tax_rate: z.number().min(0).max(100),
  total: Money,
  refunded: Money,
  /** When it was refunded last. */
  refunded_at: Timestamp.nullable(),
  /** If the access ends, or ended, before the end of the period that was paid. */
  access_ends_at: Timestamp.nullable(),
  paid_with: z.string(),
  kind: z.enum(['initial', 'renewal']),
  /** Of the subscription's latest year, if it renews. */
  renewal: z.object({ date: Timestamp, price: Money }).nullable(),
});
export type Invoice = z.output<typeof Invoice>;
