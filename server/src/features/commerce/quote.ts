import type { Db } from '../../platform/database/database.ts';
import { demand, ProductError } from '../../platform/errors.ts';
import { pricePackages } from './price-packages.ts';
import { discountedCents, type PromoCode, type PromoUse, whyNot } from './promo-code.ts';
import { countPromoUse, findBookItem, findEmail, findPackageItem, type ItemRow } from './queries.ts';

export interface Item {
  readonly bookId: string | null;
  readonly packageId: string | null;
  readonly title: string;
  /** One year without a code; for a package, what is paid for already is taken off. */
  readonly priceCents: number;
  /** What a later year costs. */
  readonly fullPriceCents: number;
}
export interface Wanted {
  readonly book_id?: string | undefined;
  readonly package_id?: string | undefined;
}

/** What this person wants to buy and what it costs them: the only place where a price comes from. */
export async function priceItem(db: Db, userId: string, wanted: Wanted, now: Date): Promise<Item> {
  const row: ItemRow | null = wanted.book_id
    ? await findBookItem(db, wanted.book_id, now)
    : await findPackageItem(db, wanted.package_id ?? '', now);
  demand(row, 'not_found');
  if (row.bookId) return { ...row, fullPriceCents: row.priceCents };
  const id = row.packageId ?? '';
  const [price] = await pricePackages(db, userId, [{ id, priceCents: row.priceCents }], now);
  return { ...row, fullPriceCents: row.priceCents, priceCents: price?.toPayCents ?? row.priceCents };
}

/** Cents to pay with a code that was just read (or locked); throws `promo_code_invalid` with one text for every reason. */
export async function applyPromoCode(
  db: Db,
  code: PromoCode | null,
  buyer: { userId: string; item: Item; at: Date },
): Promise<number> {
  if (!code) throw new ProductError('promo_code_invalid');
  const use: PromoUse = await countPromoUse(db, code, buyer.userId);
  const reason = whyNot(code, use, {
    bookId: buyer.item.bookId,
    packageId: buyer.item.packageId,
    email: await findEmail(db, buyer.userId),
    at: buyer.at,
  });
  if (reason) throw new ProductError('promo_code_invalid', { detail: reason });
  return discountedCents(code, buyer.item.priceCents);
}
