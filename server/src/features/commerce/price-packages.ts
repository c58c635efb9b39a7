import type { Db } from '../../platform/database/database.ts';
import { type CreditRow, listCredits } from './credit-queries.ts';
import { type PackagePrice, packagePrice } from './package-price.ts';

/**
 * The present prices of packages for this user, in their order: the same in the shop, at the checkout and in the
 * charge.
 */
export async function pricePackages(
  db: Db,
  userId: string | null,
  packages: readonly { id: string; priceCents: number }[],
  now: Date,
): Promise<(PackagePrice & { readonly books: readonly CreditRow[] })[]> {
  if (packages.length === 0) return [];
  const ids = packages.map(({ id }) => id);
  const credits = await listCredits(db, userId, ids, now);
  return packages.map(({ id, priceCents }) => {
    const books = credits.filter(({ packageId }) => packageId === id);
    return { ...packagePrice(priceCents, books), books };
  });
}
