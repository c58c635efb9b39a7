import { type RawBuilder, sql } from 'kysely';
import { type Db, many, maybeOne, type Tx } from '../../platform/database/database.ts';
import type { BooksTable, SubscriptionsTable } from '../../schema/tables.ts';

/** Why something is not sold any more. A replaced edition does not come back; a withdrawn book may. */
export type OffSale = 'replaced' | 'withdrawn';

const newEdition = sql`from books n where n.old_version_book_id = b.id and n.published_at is not null`;
/** Of `books` as `b`: published, and neither withdrawn nor replaced. */
export const isInShop: RawBuilder<boolean> = sql<boolean>`b.published_at is not null and b.withdrawn_at is null and not exists (select ${newEdition})`;

/**
 * Why what a subscription (the row `s`) is for is not sold any more, or null. A package is sold as long as one of its books
 * is.
 */
export const offSale: RawBuilder<OffSale | null> = sql<OffSale | null>`case
  when s.book_id is not null then (select case when exists (select ${newEdition}) then 'replaced'
    when b.withdrawn_at is not null then 'withdrawn' end from books b where b.id = s.book_id)
  when not exists (select from package_books pb join books b on b.id = pb.book_id
    where pb.package_id = s.package_id and ${isInShop}) then 'withdrawn' end`;

export interface LeftShop {
  readonly because: OffSale;
  /** Null where it cannot be told: of a package, or of a book from before this was kept. */
  readonly since: string | null;
  readonly newEdition: Pick<BooksTable, 'id' | 'title'> | null;
}
/** The same with what a reader is told of it, as JSON. */
export const leftShop: RawBuilder<LeftShop | null> = sql<LeftShop | null>`(
  select jsonb_build_object('because', off.because, 'since', coalesce(n.published_at, b.withdrawn_at),
    'newEdition', case when n.id is not null then jsonb_build_object('id', n.id, 'title', n.title) end)
  from (select ${offSale} as because) off left join books b on b.id = s.book_id
  left join lateral (select n.id, n.title, n.published_at ${newEdition} order by n.published_at desc limit 1) n on true
  where off.because is not null)`;

export const findLeftShop = async (db: Db, subscriptionId: string): Promise<LeftShop | null> =>
  (
    await maybeOne(
      db,
      sql<{
        leftShop: LeftShop | null;
      }>`select ${leftShop} as "leftShop" from subscriptions s where s.id = ${subscriptionId}`,
    )
  )?.leftShop ?? null;

/** What renews although it is not sold, and what is on hold although it is sold again. Of one book, or of all. */
export const listRenewalsToFollow = (
  db: Db,
  bookId: string | null,
): Promise<Pick<SubscriptionsTable, 'id' | 'userId'>[]> =>
  many(
    db,
    sql<Pick<SubscriptionsTable, 'id' | 'userId'>>`select s.id, s.user_id as "userId" from subscriptions s
      where s.renews and s.gateway in ('card', 'paypal')
        and ${
          bookId
            ? sql`(s.book_id = ${bookId} or s.package_id in (select package_id from package_books where book_id = ${bookId}))`
            : sql`(s.package_id is not null or s.renewal_held_at is not null or s.book_id in (
                select id from books where withdrawn_at is not null
                union select old_version_book_id from books where old_version_book_id is not null))`
        }
        and case ${offSale} when 'replaced' then true when 'withdrawn' then s.renewal_held_at is null
          else s.renewal_held_at is not null end
      order by s.id`,
  );

export const updateHeld = async (tx: Tx, id: string, heldAt: Date | null): Promise<void> => {
  await sql`update subscriptions set renewal_held_at = ${heldAt} where id = ${id}`.execute(tx);
};

/** Whether something of a package left the shop, or the package, since then. */
export const hasShrunkSince = async (tx: Tx, packageId: string, since: Date): Promise<boolean> =>
  (await maybeOne(
    tx,
    sql`select from package_books pb join books b on b.id = pb.book_id
      where pb.package_id = ${packageId} and not (${isInShop}) and (b.withdrawn_at > ${since}
        or exists (select ${newEdition} and n.published_at > ${since}))
      union all select from package_left_books where package_id = ${packageId} and left_at > ${since}`,
  )) !== null;
