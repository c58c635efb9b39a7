import type { Package } from '@vesalius/contract/catalogue';
import type { Db } from '../../platform/database/database.ts';
import type { Actor } from '../accounts/actor.ts';
import { cheaperSingly } from '../commerce/package-price.ts';
import { pricePackages } from '../commerce/price-packages.ts';
import { bookCard, dollars, publicUrl } from './book-card.ts';
import { heldBooksOf, listHolds } from './holds.ts';
import { listOwnPackages, type PackageRow } from './package-queries.ts';
import { listPersonal } from './personal-queries.ts';

/** Packages as this user sees them: existing subscriptions lower the price. */
export async function packagesAsSeenBy(
  db: Db,
  actor: Actor | null,
  rows: readonly PackageRow[],
  now: Date,
): Promise<Package[]> {
  const bookIds = [...new Set(rows.flatMap((row) => row.items.map((item) => item.id)))];
  const [personal, own, prices] = await Promise.all([
    actor && rows.length > 0 ? listPersonal(db, actor, bookIds, now) : [],
    actor && rows.length > 0 ? listOwnPackages(db, actor, now) : [],
    pricePackages(db, actor?.userId ?? null, rows, now),
  ]);
  const holds = actor ? await listHolds(db, actor, personal, now) : new Map();
  const byBook = new Map(personal.map((row) => [row.bookId, row]));
  const owned = new Set(own);
  return rows.map((row, index) => {
    const price = prices[index];
    const toPayCents = price?.toPayCents ?? row.priceCents;
    const held = heldBooksOf(row.items, personal, holds, row.id);
    return {
      id: row.id,
      name: row.name,
      description: row.description,
      price: dollars(row.priceCents),
      image_url: row.imageKey && publicUrl(row.imageKey),
      is_subscribed: owned.has(row.id),
      price_of_items: dollars(price?.itemsCents ?? 0),
      credit: dollars(price?.creditCents ?? 0),
      price_to_pay: dollars(toPayCents),
      cheaper_singly: cheaperSingly(toPayCents, price?.books ?? [], held),
      items: row.items.map((item) => bookCard(item, actor, byBook.get(item.id))),
      held_books: held,
    };
  });
}
