import { type RawBuilder, sql } from 'kysely';
import type { BooksTable } from '../../schema/tables.ts';
import { isBundleSold, newerEdition, newestEdition } from './in-shop.ts';

/* Conditions on items that left the shop. */

/** Why an item is not sold any more. A replaced edition does not return; a withdrawn book may. */
export type OffSale = 'replaced' | 'withdrawn';

/**
 * Why the item of a subscription (the row `s`) is not sold any more, or null. A package returns like a withdrawn
 * book: when staff put it in the shop again, with a book, or with a price that its remaining books reach.
 */
export const offSale: RawBuilder<OffSale | null> = sql<OffSale | null>`case
  when s.book_id is not null then (select case when exists (select from ${newerEdition()}) then 'replaced'
    when b.withdrawn_at is not null then 'withdrawn' end from books b where b.id = s.book_id)
  when (select published_at from packages where id = s.package_id) is null
    or not ${isBundleSold(sql`s.package_id`)} then 'withdrawn' end`;

export interface LeftShop {
  readonly because: OffSale;
  /** Null if it is unknown: for a package, or for a book from before this was recorded. */
  readonly since: string | null;
  /** The edition of the book; null for a package. */
  readonly edition: BooksTable['edition'] | null;
  readonly newEdition: Pick<BooksTable, 'id' | 'title' | 'edition'> | null;
}
/** The same with the details for the reader, as JSON. */
export const leftShop: RawBuilder<LeftShop | null> = sql<LeftShop | null>`(
  select jsonb_build_object('because', off.because, 'since', coalesce(n.published_at, b.withdrawn_at), 'edition', b.edition,
    'newEdition', case when n.id is not null then jsonb_build_object('id', n.id, 'title', n.title, 'edition', n.edition) end)
  from (select ${offSale} as because) off left join books b on b.id = s.book_id
  left join ${newestEdition()} on true
  where off.because is not null)`;
