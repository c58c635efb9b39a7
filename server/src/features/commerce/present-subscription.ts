import type { Subscription } from '@vesalius/contract/commerce';
import { CANCELLATION_REASONS } from '@vesalius/contract/constants';
import type { SubscriptionRow } from './queries.ts';
import { chargeDate } from './schedule-renewal.ts';

/**
 * Canceled, still running and sold, with a stored card, and neither replaced by another subscription nor contained in
 * a package.
 */
export const isResumable = (row: SubscriptionRow, now: Date): boolean =>
  !row.renews &&
  row.cancelledAt !== null &&
  row.gateway === 'card' &&
  row.lastFour !== null &&
  row.graceFrom === null &&
  row.cancellationReason !== CANCELLATION_REASONS.promo_code &&
  !row.isCovered &&
  row.leftShop === null &&
  row.endsAt > now;

const CAUSES = Object.entries(CANCELLATION_REASONS) as [keyof typeof CANCELLATION_REASONS, string][];
const causeOf = (reason: string): Subscription['cancelled_because'] =>
  CAUSES.find(([, text]) => text === reason)?.[0] ?? 'other';

export function presentSubscription(row: SubscriptionRow, now: Date): Subscription {
  // On hold while the book is not sold.
  const renews = row.renews && row.leftShop === null;
  return {
    id: row.id,
    subscription_end_date: row.endsAt.toISOString(),
    renews,
    renews_at: renews ? chargeDate(row).toISOString() : null,
    renewal_price: renews ? row.renewalPriceCents / 100 : 0,
    is_active: row.endsAt > now,
    in_grace: row.graceFrom !== null && renews && row.endsAt > now,
    // Also shortly after the end, while the next year is being charged.
    can_cancel: row.renews,
    // A subscription that was canceled at PayPal cannot be resumed there.
    can_resume: isResumable(row, now),
    card:
      row.gateway === 'card' && row.lastFour
        ? { last_four: row.lastFour, card_type: row.cardType ?? '' }
        : null,
    gateway: row.gateway,
    started_at: row.startedAt.toISOString(),
    cancelled_at: row.cancelledAt?.toISOString() ?? null,
    cancellation_reason: row.cancellationReason,
    cancelled_because: row.cancellationReason === null ? null : causeOf(row.cancellationReason),
    left_shop: row.leftShop && {
      because: row.leftShop.because,
      since: row.leftShop.since && new Date(row.leftShop.since).toISOString(),
      new_edition: row.leftShop.newEdition,
    },
    book: row.bookId
      ? {
          id: row.bookId,
          title: row.title ?? '',
          author: row.author ?? '',
          cover_photo: `/files/${row.coverKey}`,
          number_of_pages: row.numberOfPages ?? 0,
        }
      : null,
    package: row.packageId ? { id: row.packageId, name: row.packageName ?? '' } : null,
  };
}
