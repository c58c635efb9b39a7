import { type RawBuilder, sql } from 'kysely';

/** Without a time, every book with a publication date counts as published: only a release sets that date. */
const ALWAYS = sql`'infinity'::timestamptz`;

/** For a query with `books` as `b`: the published editions (`n`) that replace it. */
export const newerEdition = (now?: Date): RawBuilder<unknown> =>
  sql`books n where n.old_version_book_id = b.id and n.published_at <= ${now ?? ALWAYS}`;

/** The last of them, also as `n`, for a join. */
export const newestEdition = (now?: Date): RawBuilder<unknown> =>
  sql`lateral (select n.* from ${newerEdition(now)} order by n.published_at desc limit 1) n`;

/**
 * For `books` as `b`: in the shop, which means published, not withdrawn, and not replaced by a newer published
 * edition.
 */
export const inShop = (now?: Date): RawBuilder<boolean> =>
  sql<boolean>`b.published_at <= ${now ?? ALWAYS} and b.withdrawn_at is null and not exists (select from ${newerEdition(now)})`;

/**
 * Whether a bundle that was bought at that time included the book: neither withdrawn nor replaced by then. Without a
 * time: whether one that is bought now includes it.
 */
export const wasSoldWith = (
  bookId: RawBuilder<unknown>,
  at?: RawBuilder<unknown>,
): RawBuilder<boolean> => sql`
  not exists (select from books sold where sold.id = ${bookId} and (sold.withdrawn_at <= ${at ?? ALWAYS}
    or exists (select from books n where n.old_version_book_id = sold.id and n.published_at <= ${at ?? ALWAYS})))`;

/**
 * Whether the shop offers a bundle: it has books left, and if it lost books, those left cost at least as much as the
 * bundle. A bundle that lost none keeps the price that staff set.
 */
export const isBundleSold = (
  packageId: RawBuilder<unknown>,
  now?: Date,
): RawBuilder<boolean> => sql<boolean>`(
  select count(*) filter (where ${inShop(now)}) > 0 and (bool_and(${inShop(now)})
    or sum(b.price_cents) filter (where ${inShop(now)}) >= (
      select bundle.price_cents from packages bundle where bundle.id = ${packageId}))
  from package_books pb join books b on b.id = pb.book_id where pb.package_id = ${packageId})`;

/**
 * A relation (book_id, edition_id): each book with itself and all editions that it replaced, directly or indirectly.
 */
export const withOlderEditions = (books: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  with recursive line (book_id, edition_id, older_id) as (
    select b.id, b.id, b.old_version_book_id from books b where b.id in (${books})
    union select line.book_id, b.id, b.old_version_book_id from line join books b on b.id = line.older_id)
  select book_id, edition_id from line)`;
