import type { PromoCodesTable } from '../../schema/tables.ts';

/** The value of a promo code: pure rules, in integer cents. */
export interface PromoCode
  extends Pick<
    PromoCodesTable,
    | 'id'
    | 'name'
    | 'kind'
    | 'bookId'
    | 'packageId'
    | 'startsAt'
    | 'endsAt'
    | 'maxUses'
    | 'maxUsesPerPerson'
    | 'mailDomain'
    | 'recurs'
  > {
  /** Percent, cents off, or the price in cents. */
  readonly value: PromoCodesTable['value'];
}
export interface PromoUse {
  readonly uses: number;
  readonly usesByPerson: number;
}
export interface Purchase {
  readonly bookId: string | null;
  readonly packageId: string | null;
  readonly email: string;
  readonly at: Date;
}

/** Why a code does not apply, or null if it does. */
export function whyNot(code: PromoCode, use: PromoUse, purchase: Purchase): string | null {
  if (code.startsAt && purchase.at < code.startsAt) return 'not yet';
  if (code.endsAt && purchase.at >= code.endsAt) return 'over';
  const bound = code.bookId !== null || code.packageId !== null;
  if (bound && (code.bookId !== purchase.bookId || code.packageId !== purchase.packageId))
    return 'other item';
  if (code.mailDomain && !purchase.email.toLowerCase().endsWith(`@${code.mailDomain.toLowerCase()}`))
    return 'other people';
  if (code.maxUses !== null && use.uses >= code.maxUses) return 'used up';
  if (code.maxUsesPerPerson !== null && use.usesByPerson >= code.maxUsesPerPerson)
    return 'used by this person';
  return null;
}

/**
 * The price in cents with the code, never below zero and never above the price without it. A percentage is rounded
 * half up to the cent once, on the amount to pay.
 */
export function discountedCents(code: Pick<PromoCode, 'kind' | 'value'>, priceCents: number): number {
  if (code.kind === 'percentage') return Math.max(0, Math.round((priceCents * (100 - code.value)) / 100));
  if (code.kind === 'amount') return Math.max(0, priceCents - code.value);
  return Math.min(priceCents, code.value);
}

/** Later years keep the discount only if the code says so, and have no package credit. */
export const renewalCents = (
  code: Pick<PromoCode, 'kind' | 'value' | 'recurs'> | null,
  fullPriceCents: number,
): number => (code?.recurs ? discountedCents(code, fullPriceCents) : fullPriceCents);
