import type { Subscription } from '@vesalius/contract/commerce';
import type { TFunction } from 'i18next';

/** The reason of a cancellation in the page's language; a subscriber's own text stays unchanged. */
export function reasonText(
  { cancelled_because: cause, cancellation_reason: words }: Subscription,
  t: TFunction<'commerce'>,
): string {
  return cause === null || cause === 'other' ? (words ?? '') : t(`manage.reasons.${cause}`);
}
