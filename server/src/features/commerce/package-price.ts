import type { CheaperSingly } from '@vesalius/contract/catalogue-parts';

/**
 * The price of a package for a buyer who has paid for some of its books already. Each book has a share of the
 * package's price, in proportion to its own price. The credit for a book is the paid part of the coming year times
 * that share, but never more than was paid for that part. A book that was free, given or refunded gives no credit;
 * one that was bought at a discount gives what was paid. Cents are rounded once, at the end, in the buyer's favor.
 */
export interface PackageItem {
  readonly priceCents: number;
  /** The part of the package's year that is paid for already: 0 to 1. */
  readonly paidShare: number;
  /** The amount paid for that part; not necessarily whole. */
  readonly paidCents: number;
}
export interface PackagePrice {
  /** The price of the same books bought one by one. */
  readonly itemsCents: number;
  readonly creditCents: number;
  readonly toPayCents: number;
}

export function packagePrice(priceCents: number, items: readonly PackageItem[]): PackagePrice {
  const itemsCents = items.reduce((sum, item) => sum + item.priceCents, 0);
  const credited = items.map(({ priceCents: itemCents, paidShare, paidCents }) => {
    const share = itemsCents === 0 ? 0 : (priceCents * itemCents) / itemsCents;
    return Math.min(share * Math.min(1, paidShare), paidCents);
  });
  const credit = credited.reduce((sum, cents) => sum + cents, 0);
  const creditCents = Math.min(priceCents, Math.max(0, Math.ceil(credit - 1e-6)));
  return { itemsCents, creditCents, toPayCents: priceCents - creditCents };
}

/**
 * Null: what the package costs this buyer is not more than the books that the buyer cannot read yet, in whatever way.
 */
export function cheaperSingly(
  toPayCents: number,
  books: readonly { readonly bookId: string; readonly priceCents: number }[],
  held: readonly { readonly id: string }[],
): CheaperSingly | null {
  const others = books.filter(({ bookId }) => !held.some(({ id }) => id === bookId));
  const heldBooks = books.length - others.length;
  const othersCents = others.reduce((sum, { priceCents }) => sum + priceCents, 0);
  return heldBooks > 0 && others.length > 0 && toPayCents > othersCents
    ? { number_held: heldBooks, price_of_others: othersCents / 100 }
    : null;
}
