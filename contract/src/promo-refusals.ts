import type { ErrorCode } from './errors.ts';

/** Why a promo code does not apply to a purchase. */
export const PROMO_REFUSALS = [
  'promo_code_invalid',
  'promo_code_used',
  'promo_code_without_gain',
] as const satisfies readonly ErrorCode[];
