/**
 * What a package costs somebody who already pays for some of its books.
 *
 * Each book has a share of the package's price, in proportion to its own price. For a book with a running
 * subscription the share is credited for as much of the coming year as is paid already: nobody pays twice for
 * the same book in the same months, and a subscription that ends tomorrow credits next to nothing.
 * Cents are rounded once, at the end, in the buyer's favour.
 */
export interface PackageItem {
  readonly priceCents: number;
  /** When the buyer's own subscription to this book ends; null = there is none. */
  readonly paidUntil: Date | null;
}
export interface PackagePrice {
  /** What the same books cost one by one. */
  readonly itemsCents: number;
  readonly creditCents: number;
  readonly toPayCents: number;
}

const YEAR_MS = 365 * 86_400_000;

export function packagePrice(priceCents: number, items: readonly PackageItem[], now: Date): PackagePrice {
  const itemsCents = items.reduce((sum, item) => sum + item.priceCents, 0);
  const paid = items.reduce((sum, item) => sum + item.priceCents * paidShareOfYear(item.paidUntil, now), 0);
  const credit = itemsCents === 0 ? 0 : Math.ceil((priceCents * paid) / itemsCents - 1e-6);
  const creditCents = Math.min(priceCents, Math.max(0, credit));
  return { itemsCents, creditCents, toPayCents: priceCents - creditCents };
}

const paidShareOfYear = (until: Date | null, now: Date): number =>
  until === null ? 0 : Math.min(1, Math.max(0, (until.getTime() - now.getTime()) / YEAR_MS));
