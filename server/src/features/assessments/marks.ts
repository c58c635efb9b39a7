import { CERTIFICATE_MIN_PERCENT, PASS_ABOVE_RATIO } from '@vesalius/contract/constants';

/** With one decimal: 79.6 must not become 80, which would hide a weak section. */
export const percentageOf = (score: number, total: number): number =>
  total === 0 ? 0 : Math.round((score * 1000) / total) / 10;

/** More than half of the points; certificates require more. */
export const isPassed = (score: number, total: number): boolean => score > total * PASS_ABOVE_RATIO;

/** 70 percent or more, compared as integers, so that rounding does not decide about a certificate. */
export const reachesCertificate = (score: number, total: number): boolean =>
  total > 0 && score * 100 >= total * CERTIFICATE_MIN_PERCENT;
