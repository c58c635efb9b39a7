import type { Subscription } from '@vesalius/contract/commerce';
import type { TFunction } from 'i18next';

/** Why a renewal was canceled, in the language of the page; a subscriber's own words stay. */
export function reasonText(
  { cancelled_because: cause, cancellation_reason: words }: Subscription,
  t: TFunction<'commerce'>,
): string {
  return cause === null || cause === 'other' ? (words ?? '') : t(`manage.reasons.${cause}`);
}
