import type { BooksQuery } from '@vesalius/contract/catalogue';
import { type RawBuilder, sql } from 'kysely';
import { type Db, many, one } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/session.ts';
import { type CardRow, cardColumns, inCategory, inShop, isNamed, matches } from './book-rows.ts';

export interface Slice {
  readonly limit: number;
  readonly offset: number;
}
export interface CardList {
  readonly rows: readonly CardRow[];
  readonly count: number;
}
type Filter = Pick<BooksQuery, 'search_term' | 'category_id' | 'sorting_term'>;

const title = sql`b.title`;
const author = sql`b.author`;

/** `published`: only such books are looked for, which have the indexes of names. */
function filtered({ search_term, category_id }: Filter, published: boolean): RawBuilder<unknown> {
  const term = !search_term
    ? sql``
    : published
      ? sql`and ${isNamed(search_term, ['title', 'author'])}`
      : sql`and (${matches(title, search_term)} or ${matches(author, search_term)} or ${inCategory(search_term)})`;
  const category = category_id ? sql`and b.category_id = ${category_id}` : sql``;
  return sql`${category} ${term}`;
}

function ordered({ search_term, sorting_term }: Filter): RawBuilder<unknown> {
  if (sorting_term === 'price_high') return sql`b.price_cents desc, b.id desc`;
  if (sorting_term === 'price_low') return sql`b.price_cents, b.id`;
  if (search_term && !sorting_term)
    return sql`greatest(word_similarity(plain_text(${search_term}), plain_text(b.title)),
      word_similarity(plain_text(${search_term}), plain_text(b.author))) desc, b.release_date desc, b.id`;
  return sql`b.release_date desc, b.id`;
}

/** One statement for the rows and their number; beyond the last page the number has to be asked for by itself. */
async function cards(
  db: Db,
  {
    from = sql`books b join categories c on c.id = b.category_id`,
    where,
    order,
    slice,
    ranked = false,
  }: {
    from?: RawBuilder<unknown>;
    where: RawBuilder<unknown>;
    order: RawBuilder<unknown>;
    slice: Slice;
    /** The order has to look at every row anyway: then they are counted on the way, instead of read again. */
    ranked?: boolean;
  },
): Promise<CardList> {
  const counted = sql<{ count: number }>`select count(*) as count from ${from} where ${where}`;
  const rows = await many(
    db,
    sql<
      CardRow & { count: number }
    >`select ${cardColumns}, ${ranked ? sql`count(*) over ()` : sql`(${counted})`} as count from ${from} where ${where}
      order by ${order} limit ${slice.limit} offset ${slice.offset}`,
  );
  const count = rows[0]?.count ?? (slice.offset === 0 ? 0 : (await one(db, counted)).count);
  return { rows, count };
}

export const listShopBooks = (db: Db, filter: Filter, slice: Slice, now: Date): Promise<CardList> =>
  cards(db, {
    where: sql`${inShop(now)} ${filtered(filter, true)}`,
    order: ordered(filter),
    slice,
    ranked: Boolean(filter.search_term),
  });

export const listFeaturedBooks = (db: Db, slice: Slice, now: Date): Promise<CardList> =>
  cards(db, { where: sql`b.featured and ${inShop(now)}`, order: sql`b.release_date desc, b.id`, slice });

/** Books that somebody who looks at this one may want: the same package first, then the same category. */
export const listRelatedBooks = (db: Db, bookId: string, slice: Slice, now: Date): Promise<CardList> => {
  const bundled = sql`b.id in (select other.book_id from package_books mine join package_books other
    on other.package_id = mine.package_id where mine.book_id = ${bookId})`;
  return cards(db, {
    where: sql`b.id <> ${bookId} and (${bundled} or b.category_id = (select category_id from books where id = ${bookId}))
      and ${inShop(now)}`,
    order: sql`${bundled} desc, b.release_date desc, b.id`,
    slice,
  });
};

/** Also what is not published yet: its authors and editors see it before the public does. */
export const listAssignedBooks = (db: Db, actor: Actor, filter: Filter, slice: Slice): Promise<CardList> =>
  cards(db, {
    where: sql`b.id in (select a.book_id from book_assignments a join users u on lower(u.email) = lower(a.email)
      where u.id = ${actor.userId} and a.role = ${actor.role}) ${filtered(filter, false)}`,
    order: ordered(filter),
    slice,
  });

export const listInstitutionBooks = (
  db: Db,
  institutionId: string,
  slice: Slice,
  now: Date,
): Promise<CardList> =>
  cards(db, {
    where: sql`b.id in (select ib.book_id from institution_books ib where ib.institution_id = ${institutionId})
      and b.published_at <= ${now}`,
    order: sql`plain_text(b.title) collate "C", b.id`,
    slice,
  });

/** By own subscription, by package or by program; what was read last comes first. */
export const listOwnBooks = (db: Db, actor: Actor, slice: Slice, now: Date): Promise<CardList> =>
  cards(db, {
    where: sql`b.id in (
      select s.book_id from subscriptions s where s.user_id = ${actor.userId} and s.ends_at > ${now}
      union select pb.book_id from subscriptions s join package_books pb on pb.package_id = s.package_id
        where s.user_id = ${actor.userId} and s.ends_at > ${now}
      union select pb.book_id from program_students ps join program_books pb on pb.program_id = ps.program_id
        where ps.user_id = ${actor.userId}) and b.published_at <= ${now}`,
    order: sql`(select p.updated_at from book_progress p where p.book_id = b.id and p.user_id = ${actor.userId})
      desc nulls last, plain_text(b.title) collate "C", b.id`,
    slice,
  });

export const listCategories = (
  db: Db,
  now: Date,
): Promise<{ id: string; name: string; name_ar: string | null }[]> =>
  many(
    db,
    sql`select c.id, c.name, c.name_ar from categories c
      where exists (select 1 from books b where b.category_id = c.id and ${inShop(now)}) order by c.name collate "C"`,
  );
