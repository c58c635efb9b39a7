import { type RawBuilder, sql } from 'kysely';
import { type Db, many, maybeOne, type Tx } from '../../platform/database/database.ts';
import type { BooksTable, SubscriptionsTable } from '../../schema/tables.ts';
import { titleWithEdition } from './edition-columns.ts';
import { inShop, newerEdition } from './in-shop.ts';
import { type LeftShop, leftShop, offSale } from './off-sale.ts';

export const findLeftShop = async (db: Db, subscriptionId: string): Promise<LeftShop | null> =>
  (
    await maybeOne(
      db,
      sql<{
        leftShop: LeftShop | null;
      }>`select ${leftShop} as "leftShop" from subscriptions s where s.id = ${subscriptionId}`,
    )
  )?.leftShop ?? null;

/** A book with the bundles that contain it, or a bundle. */
export type ItemToFollow = { readonly book_id: string } | { readonly package_id: string };

const isOfItem = (item: ItemToFollow | null): RawBuilder<boolean> => {
  if (item === null)
    return sql`(s.package_id is not null or s.renewal_held_at is not null or s.book_id in (
      select id from books where withdrawn_at is not null
      union select old_version_book_id from books where old_version_book_id is not null))`;
  if ('package_id' in item) return sql`s.package_id = ${item.package_id}`;
  return sql`(s.book_id = ${item.book_id}
    or s.package_id in (select package_id from package_books where book_id = ${item.book_id}))`;
};

/** Renewals of items that are not sold, and renewals on hold whose items are sold again. For one item, or for all. */
export const listRenewalsToFollow = (
  db: Db,
  item: ItemToFollow | null,
): Promise<Pick<SubscriptionsTable, 'id' | 'userId'>[]> =>
  many(
    db,
    sql<Pick<SubscriptionsTable, 'id' | 'userId'>>`select s.id, s.user_id as "userId" from subscriptions s
      where s.renews and s.gateway in ('card', 'paypal')
        and ${isOfItem(item)}
        and case ${offSale} when 'replaced' then true when 'withdrawn' then s.renewal_held_at is null
          else s.renewal_held_at is not null end
      order by s.id`,
  );

export const updateHeld = async (tx: Tx, id: string, heldAt: Date | null): Promise<void> => {
  await sql`update subscriptions set renewal_held_at = ${heldAt} where id = ${id}`.execute(tx);
};

/** Whether the package, or a book of it, left the shop since then. */
export const hasShrunkSince = async (db: Db, packageId: string, since: Date): Promise<boolean> =>
  (await maybeOne(
    db,
    sql`select from package_books pb join books b on b.id = pb.book_id
      where pb.package_id = ${packageId} and not (${inShop()}) and (b.withdrawn_at > ${since}
        or exists (select from ${newerEdition()} and n.published_at > ${since}))
      union all select from package_left_books where package_id = ${packageId} and left_at > ${since}`,
  )) !== null;

/** The titles that left a package, or the shop, since then and are not sold with it any more. */
export const listLeftTitles = async (db: Db, packageId: string, since: Date): Promise<string[]> =>
  (
    await many(
      db,
      sql<Pick<BooksTable, 'title'>>`select ${titleWithEdition} as title from books b where b.id in (
          select book_id from package_left_books where package_id = ${packageId} and left_at > ${since}
          except select book_id from package_books where package_id = ${packageId})
        or b.id in (select book_id from package_books where package_id = ${packageId}) and not (${inShop()})
          and (b.withdrawn_at > ${since} or exists (select from ${newerEdition()} and n.published_at > ${since}))
      order by b.title, b.id`,
    )
  ).map(({ title }) => title);
