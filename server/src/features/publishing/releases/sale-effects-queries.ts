import { type RawBuilder, sql } from 'kysely';
import { type Db, maybeOne } from '../../../platform/database/database.ts';
import type { BooksTable } from '../../../schema/tables.ts';
import { inShop, newerEdition } from '../../commerce/in-shop.ts';
import { packageHolds } from '../../commerce/packaged-books.ts';

export interface BookHolders {
  readonly subscribers: number;
  readonly renewals: number;
  readonly institutions: number;
  readonly programs: number;
}
/** For a query with `books` as `b`. */
const holders = (now: Date): RawBuilder<BookHolders> => sql`
  (select count(distinct s.user_id)::int from subscriptions s where s.ends_at > ${now}
    and (s.book_id = b.id or ${packageHolds(sql`b.id`)})) as subscribers,
  (select count(*)::int from subscriptions s
    where s.book_id = b.id and s.renews and s.gateway in ('card', 'paypal')) as renewals,
  (select count(*)::int from institution_books ib join institutions i on i.id = ib.institution_id
    where ib.book_id = b.id and i.ends_at > ${now}) as institutions,
  (select count(*)::int from program_books pb where pb.book_id = b.id) as programs`;

export interface BookInBundles extends BookHolders {
  readonly bundles: readonly { readonly name: string; readonly books: number; readonly isDear: boolean }[];
}
/**
 * The bundles in the shop that contain `books` as `b`, computed without it; `joining`: what replaces it in package
 * `p`, as rows (cents).
 */
const bundlesWithout = (joining: RawBuilder<unknown>): RawBuilder<BookInBundles['bundles']> => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('name', p.name, 'books', rest.books, 'isDear', rest.cents < p.price_cents)
    order by p.name, p.id), '[]'::jsonb)
  from package_books pb join packages p on p.id = pb.package_id
  cross join lateral (select count(*)::int as books, coalesce(sum(left_in.cents), 0) as cents from (
    select b.price_cents::numeric as cents from package_books others join books b on b.id = others.book_id
      where others.package_id = p.id and b.id <> pb.book_id and ${inShop()} ${joining}) left_in) rest
  where pb.book_id = b.id and p.published_at is not null)`;
/** Null for a book that was never published. */
export const findBookHolders = (db: Db, bookId: string, now: Date): Promise<BookInBundles | null> =>
  maybeOne(
    db,
    sql<BookInBundles>`select ${holders(now)},
        ${bundlesWithout(sql``)} as bundles
      from books b where b.id = ${bookId} and b.revision > 0`,
  );

export interface ReplacedEdition extends BookInBundles, Pick<BooksTable, 'title' | 'edition'> {
  readonly readableUntil: string;
}
/** The edition that a working copy would replace and has not replaced yet. */
export const findReplacedEdition = (db: Db, workId: string, now: Date): Promise<ReplacedEdition | null> =>
  maybeOne(
    db,
    sql<ReplacedEdition>`select b.title, b.edition,
        w.manifest -> 'replaces' ->> 'readable_until' as "readableUntil", ${holders(now)},
        ${bundlesWithout(sql`union all select case jsonb_typeof(w.manifest -> 'price')
            when 'number' then round((w.manifest ->> 'price')::numeric * 100) else 0 end
          where w.manifest -> 'packages' @> jsonb_build_array(jsonb_build_object('slug', p.slug))`)} as bundles
      from works w join books b on b.slug = w.manifest ->> 'slug'
        and b.edition = w.manifest -> 'replaces' ->> 'edition' and b.revision > 0 and b.id <> w.id
      where w.id = ${workId} and w.manifest -> 'replaces' ->> 'readable_until' is not null
        and not exists (select from ${newerEdition()})`,
  );
