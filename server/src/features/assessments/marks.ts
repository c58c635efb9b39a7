import { CERTIFICATE_MIN_PERCENT, PASS_ABOVE_RATIO } from '@vesalius/contract/constants';

/** One decimal: 79.6 must not become an 80 that hides a weak section. */
export const percentageOf = (score: number, total: number): number =>
  total === 0 ? 0 : Math.round((score * 1000) / total) / 10;

/** Above half, not half itself. Not for credit. */
export const isPassed = (score: number, total: number): boolean => score > total * PASS_ABOVE_RATIO;

/** 70 percent or more, in whole numbers: no rounding decides about a certificate. */
export const reachesCertificate = (score: number, total: number): boolean =>
  total > 0 && score * 100 >= total * CERTIFICATE_MIN_PERCENT;
