import type { Db } from '../../platform/database/database.ts';
import { demand, ProductError } from '../../platform/errors.ts';
import type { CreditRow } from './credit-queries.ts';
import { pricePackages } from './price-packages.ts';
import { discountedCents, type PromoCode, renewalCents, whyNot } from './promo-code.ts';
import { findBookItem, findEmail, findPackageItem, type ItemRow } from './queries.ts';
import { countPromoUse } from './redemption-queries.ts';

export interface Item {
  readonly bookId: string | null;
  readonly packageId: string | null;
  readonly title: string;
  /** One year without a code; for a package, less the credit for paid books. */
  readonly priceCents: number;
  /** The price of a later year. */
  readonly fullPriceCents: number;
  /** False: it was withdrawn or replaced. */
  readonly isSold: boolean;
  /** Of a package: its books that are sold. */
  readonly books: readonly CreditRow[];
}
export interface Wanted {
  readonly book_id?: string | undefined;
  readonly package_id?: string | undefined;
}

/** The same for a purchase. Throws `not_sold` for a withdrawn or replaced item. */
export async function priceItem(db: Db, userId: string, wanted: Wanted, now: Date): Promise<Item> {
  const item = await lookUpItem(db, userId, wanted, now);
  demand(item.isSold, 'not_sold');
  return item;
}

/** The requested item and its price for this user: the only source of prices. */
export async function lookUpItem(db: Db, userId: string, wanted: Wanted, now: Date): Promise<Item> {
  const row: ItemRow | null = wanted.book_id
    ? await findBookItem(db, wanted.book_id, now)
    : await findPackageItem(db, wanted.package_id ?? '', now);
  demand(row, 'not_found');
  if (row.bookId) return { ...row, fullPriceCents: row.priceCents, books: [] };
  const id = row.packageId ?? '';
  const [price] = await pricePackages(db, userId, [{ id, priceCents: row.priceCents }], now);
  return {
    ...row,
    fullPriceCents: row.priceCents,
    priceCents: price?.toPayCents ?? row.priceCents,
    books: price?.books ?? [],
  };
}

/**
 * The price in cents with a code that was just read (or locked). Throws `promo_code_used` to a buyer who used it,
 * `promo_code_without_gain` where it would be used up for nothing, and `promo_code_invalid` with one text for every other reason.
 */
export async function applyPromoCode(
  db: Db,
  code: PromoCode | null,
  buyer: { userId: string; item: Item; at: Date; orderId?: string | undefined },
): Promise<number> {
  if (!code) throw new ProductError('promo_code_invalid');
  const { bookId, packageId } = buyer.item;
  const reason = await whyNotFor(db, code, { ...buyer, bookId, packageId });
  demand(reason !== 'used by this person', 'promo_code_used');
  if (reason) throw new ProductError('promo_code_invalid', { detail: reason });
  const { priceCents, fullPriceCents } = buyer.item;
  const cents = discountedCents(code, priceCents);
  // A free year does not renew.
  const lowersLater = cents > 0 && renewalCents(code, fullPriceCents) < fullPriceCents;
  demand(cents < priceCents || lowersLater, 'promo_code_without_gain');
  return cents;
}

/** Why this buyer cannot use the code now, or null. The reservation of `orderId` does not count against it. */
export const whyNotFor = async (
  db: Db,
  code: PromoCode,
  buyer: {
    userId: string;
    bookId: string | null;
    packageId: string | null;
    at: Date;
    orderId?: string | undefined;
  },
): Promise<string | null> =>
  whyNot(code, await countPromoUse(db, code, buyer), {
    bookId: buyer.bookId,
    packageId: buyer.packageId,
    email: await findEmail(db, buyer.userId),
    at: buyer.at,
  });
