import { PROMO_ACTIVATED_REASON } from '@vesalius/contract/constants';
import type { TFunction } from 'i18next';

/** What the product itself stores as the reason, to how it is told. */
const KNOWN = {
  'included in a bundle': 'bundle',
  [PROMO_ACTIVATED_REASON]: 'promoCode',
  'ended by the staff': 'staff',
  'payment failed': 'paymentFailed',
  'cancelled at PayPal': 'paypal',
  'not renewed': 'notRenewed',
  refunded: 'refunded',
} as const;

const isKnown = (reason: string): reason is keyof typeof KNOWN => Object.hasOwn(KNOWN, reason);

/** Why a renewal was canceled, in the language of the page; a subscriber's own words stay. */
export const reasonText = (reason: string, t: TFunction<'commerce'>): string =>
  isKnown(reason) ? t(`manage.reasons.${KNOWN[reason]}`) : reason;
