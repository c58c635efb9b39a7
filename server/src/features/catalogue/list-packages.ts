import type { Package } from '@vesalius/contract/catalogue';
import type { Db } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/session.ts';
import { packagePrice } from '../commerce/package-price.ts';
import { bookCard, dollars, publicUrl } from './book-card.ts';
import { listOwnSubscriptions, type PackageRow } from './package-queries.ts';
import { listPersonal } from './personal-queries.ts';

/** Packages as this person sees them: what is theirs already lowers the price. */
export async function packagesAsSeenBy(
  db: Db,
  actor: Actor | null,
  rows: readonly PackageRow[],
  now: Date,
): Promise<Package[]> {
  const bookIds = [...new Set(rows.flatMap((row) => row.items.map((item) => item.id)))];
  const [personal, own] =
    actor && rows.length > 0
      ? await Promise.all([listPersonal(db, actor, bookIds, now), listOwnSubscriptions(db, actor, now)])
      : [[], []];
  const byBook = new Map(personal.map((row) => [row.bookId, row]));
  const owned = new Set(own.map((row) => row.packageId));
  const paidUntil = (bookId: string) =>
    own.reduce<Date | null>(
      (latest, row) => (row.bookId === bookId && (!latest || row.endsAt > latest) ? row.endsAt : latest),
      null,
    );
  return rows.map((row) => {
    const price = packagePrice(
      row.priceCents,
      row.items.map((item) => ({ priceCents: item.priceCents, paidUntil: paidUntil(item.id) })),
      now,
    );
    return {
      id: row.id,
      name: row.name,
      description: row.description,
      price: dollars(row.priceCents),
      image_url: row.imageKey && publicUrl(row.imageKey),
      is_subscribed: owned.has(row.id),
      price_of_items: dollars(price.itemsCents),
      credit: dollars(price.creditCents),
      price_to_pay: dollars(price.toPayCents),
      items: row.items.map((item) => bookCard(item, actor, byBook.get(item.id))),
    };
  });
}
