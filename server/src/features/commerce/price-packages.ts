import type { Db } from '../../platform/database/database.ts';
import { listCredits } from './credit-queries.ts';
import { type CheaperSingly, cheaperSingly, type PackagePrice, packagePrice } from './package-price.ts';

/**
 * The present prices of packages for this user, in their order: the same in the shop, at the checkout and in the
 * charge.
 */
export async function pricePackages(
  db: Db,
  userId: string | null,
  packages: readonly { id: string; priceCents: number }[],
  now: Date,
): Promise<(PackagePrice & { readonly cheaperSingly: CheaperSingly | null })[]> {
  if (packages.length === 0) return [];
  const ids = packages.map(({ id }) => id);
  const books = await listCredits(db, userId, ids, now);
  return packages.map(({ id, priceCents }) => {
    const items = books.filter(({ packageId }) => packageId === id);
    const price = packagePrice(priceCents, items);
    return { ...price, cheaperSingly: cheaperSingly(price.toPayCents, items) };
  });
}
