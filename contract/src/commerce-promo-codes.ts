/** Promo codes, as staff create and watch them. */
import { z } from 'zod';
import { FIELD_MESSAGES } from './accounts-messages.ts';
import { Id, MAX_PRICE, Money, Timestamp } from './atoms.ts';
import { PromoCodeName } from './commerce-payment.ts';
import { VALUE_MESSAGES } from './issue-text.ts';

export const PromoCodeKind = z.enum(['percentage', 'amount', 'fixed_price']);
export const PromoCodeRow = z.object({
  id: Id,
  name: z.string(),
  kind: PromoCodeKind,
  /** Percent, or dollars. */
  value: z.number(),
  item: z.string().nullable(),
  starts_at: Timestamp.nullable(),
  ends_at: Timestamp.nullable(),
  /** For a code that was ended early: its planned end. */
  planned_ends_at: Timestamp.nullable(),
  max_uses: z.number().int().nullable(),
  max_uses_per_person: z.number().int().nullable(),
  mail_domain: z.string().nullable(),
  recurs: z.boolean(),
  uses: z.number().int(),
  /** The total paid with it, after refunds. */
  paid: Money,
  is_active: z.boolean(),
  /** Its end has passed: it can be reopened. */
  is_ended: z.boolean(),
});
/** The sort orders of the list of codes; a `-` in front reverses the order. */
export const PROMO_CODE_ORDERS = ['name', 'uses', 'paid', 'ends_at', 'created_at'] as const;
export const PromoCodeOrder = z.enum(PROMO_CODE_ORDERS.flatMap((order) => [order, `-${order}`] as const));
export type PromoCodeOrder = z.output<typeof PromoCodeOrder>;
export const PromoCodeUse = z.object({
  id: Id,
  at: Timestamp,
  person: z.object({ id: Id, name: z.string(), email: z.string() }),
  /** What it was used for; null if no purchase followed. */
  title: z.string().nullable(),
  paid: Money,
  refunded: Money,
});
export type PromoCodeUse = z.output<typeof PromoCodeUse>;
export type PromoCodeRow = z.output<typeof PromoCodeRow>;

const Count = z.number().int().min(1).max(1_000_000).nullable();
export const CreatePromoCode = z
  .object({
    name: PromoCodeName.regex(/^[\p{L}\p{N}_-]+$/u, FIELD_MESSAGES.codeCharacters),
    kind: PromoCodeKind,
    value: z.number().min(0).max(MAX_PRICE).multipleOf(0.01),
    book_id: Id.nullish(),
    package_id: Id.nullish(),
    starts_at: Timestamp.nullish(),
    ends_at: Timestamp.nullish(),
    max_uses: Count.default(null),
    max_uses_per_person: Count.default(1),
    mail_domain: z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^([a-z0-9-]+\.)+[a-z]{2,}$/, FIELD_MESSAGES.domainFormat)
      .nullish(),
    recurs: z.boolean().default(false),
    /** Confirms that a price of 0 is meant. */
    free: z.boolean().default(false),
  })
  .refine(({ kind, value }) => kind === 'fixed_price' || value > 0, {
    message: VALUE_MESSAGES.nothingOff,
    path: ['value'],
  })
  .refine(({ kind, value }) => kind !== 'percentage' || (value <= 100 && Number.isInteger(value)), {
    message: FIELD_MESSAGES.wholePercentage,
    path: ['value'],
  })
  .refine((code) => !(code.book_id && code.package_id), {
    message: VALUE_MESSAGES.nameNotBoth,
    path: ['book_id'],
  })
  .refine(({ starts_at: from, ends_at: until }) => !from || !until || Date.parse(from) < Date.parse(until), {
    message: FIELD_MESSAGES.endBeforeBeginning,
    path: ['ends_at'],
  });
