import { CREDIT_STEP } from '@vesalius/contract/constants';

/** The nearest quarter that may be claimed. */
export const clampClaim = (credits: number, maximum: number): number =>
  Math.min(maximum, Math.max(CREDIT_STEP, Math.round(credits / CREDIT_STEP) * CREDIT_STEP));
