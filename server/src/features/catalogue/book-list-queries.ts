import type { BooksQuery } from '@vesalius/contract/catalogue';
import { type RawBuilder, sql } from 'kysely';
import { type Db, many, one } from '../../platform/database/database.ts';
import { contains, isLike, likeness, plainTerm } from '../../platform/database/plain-text.ts';
import { PLANNED_FOR_ITS_TERM } from '../../platform/database/terms.ts';
import type { Slice } from '../../platform/lists.ts';
import type { Actor } from '../accounts/actor.ts';
import { replacedColumn, titleWithEdition } from '../commerce/edition-columns.ts';
import { inShop } from '../commerce/in-shop.ts';
import { packagedBooks } from '../commerce/packaged-books.ts';
import { isRetired } from './access-queries.ts';
import { type CardRow, cardColumns, cardColumnsWith } from './book-rows.ts';
import { bestNamedFirst, hasCode, inCategory, namedBooks } from './name-search.ts';

export interface CardList {
  readonly rows: readonly CardRow[];
  readonly count: number;
  /** More books match than are listed: the search is too broad. */
  readonly more?: boolean;
}
type Filter = Pick<BooksQuery, 'search_term' | 'category_id' | 'language' | 'sorting_term'>;

/** The maximum of search results, which bounds the ranking: nobody opens 25 pages of twelve. */
const MAX_FOUND = 300;
/** If fewer names contain the term, similar ones are added. */
const ENOUGH_FOUND = 10;

/** Without region, as in the index; for `books` as `b`. */
const baseLanguage = sql`split_part(lower(b.language), '-', 1)`;
/** Of the chosen category and language, for `books` as `b`. */
const isChosen = ({ category_id, language }: Filter): RawBuilder<unknown> =>
  sql`${category_id ? sql`and b.category_id = ${category_id}::uuid` : sql``}
    ${language ? sql`and ${baseLanguage} = ${language}` : sql``}`;

function byOrder(sorting_term: Filter['sorting_term']): RawBuilder<unknown> {
  if (sorting_term === 'price_high') return sql`b.price_cents desc, b.id desc`;
  if (sorting_term === 'price_low') return sql`b.price_cents, b.id`;
  return sql`b.release_date desc, b.id`;
}

/** The rows and their total in one statement; beyond the last page, the total needs a second query. */
async function cards(
  db: Db,
  {
    where,
    order,
    slice,
    replacedAt,
    columns = cardColumns,
    count: countSql = sql`select count(*) from books b where ${where}`,
  }: {
    where: RawBuilder<unknown>;
    order: RawBuilder<unknown>;
    slice: Slice;
    /** For lists with books that are not sold. */
    replacedAt?: Date;
    columns?: RawBuilder<CardRow>;
    /** A faster query for the same number. */
    count?: RawBuilder<unknown>;
  },
): Promise<CardList> {
  const rows = await many(
    db,
    sql<
      CardRow & { count: number }
    >`select ${columns}, ${replacedAt ? replacedColumn(replacedAt) : sql`null as replaced`}, (${countSql})::int as count from books b join categories c on c.id = b.category_id
      where ${where} order by ${order} limit ${slice.limit} offset ${slice.offset}`,
  );
  const count =
    rows[0]?.count ??
    (slice.offset === 0
      ? 0
      : (await one(db, sql<{ count: number }>`select (${countSql})::int as count`)).count);
  return { rows, count };
}

/**
 * The number of sold books, in total or of those that satisfy `and`: counts published ones from an index and subtracts the few that
 * were replaced or withdrawn. Testing each book takes ten times as long.
 */
function shopCount(and: RawBuilder<unknown>, now: Date): RawBuilder<unknown> {
  return sql`select (select count(*) from books b where b.published_at <= ${now} ${and})
    - (select count(*) from books b where b.id in (
          select n.old_version_book_id from books n where n.old_version_book_id is not null and n.published_at <= ${now}
          union select id from books where withdrawn_at is not null)
        and b.published_at <= ${now} ${and})`;
}

export function listShopBooks(db: Db, filter: Filter, slice: Slice, now: Date): Promise<CardList> {
  const { search_term, sorting_term } = filter;
  if (search_term) return findShopBooks(db, { ...filter, search_term }, slice, now);
  const and = isChosen(filter);
  return cards(db, {
    where: sql`${inShop(now)} ${and}`,
    order: byOrder(sorting_term),
    slice,
    count: shopCount(and, now),
  });
}

const listIdentified = (db: Db, isMeant: RawBuilder<boolean>, slice: Slice, now: Date): Promise<CardList> =>
  cards(db, {
    where: sql`${isMeant} and ${inShop(now)}`,
    order: byOrder('date'),
    slice,
  });

async function findShopBooks(
  db: Db,
  filter: Filter & { search_term: string },
  slice: Slice,
  now: Date,
): Promise<CardList> {
  const { search_term, sorting_term } = filter;
  const and = isChosen(filter);
  const isMeant = hasCode(search_term, and);
  const identified = isMeant && (await listIdentified(db, isMeant, slice, now));
  if (identified && identified.count > 0) return identified;
  const term = await plainTerm(db, search_term);
  const order = sorting_term ? byOrder(sorting_term) : null;
  const named = namedBooks({
    term,
    authors: true,
    and,
    order,
    max: MAX_FOUND + 1,
    enough: ENOUGH_FOUND,
    now,
  });
  const rows = await many(
    db,
    sql<CardRow & { found: number }>`${PLANNED_FOR_ITS_TERM}
      select ${cardColumns}, found from (
        select b.id, row_number() over (order by ${order ?? bestNamedFirst(term)}) as place,
          (count(*) over ())::int as found
        from (${named}) b) ranked
      join books b on b.id = ranked.id join categories c on c.id = b.category_id
      where place <= ${MAX_FOUND} and place > ${slice.offset} and place <= ${slice.offset + slice.limit}
      order by place`,
  );
  // Beyond the last page: the first page has the total.
  if (rows.length === 0 && slice.offset > 0) {
    const { count, more } = await findShopBooks(db, filter, { limit: 1, offset: 0 }, now);
    return { rows: [], count, more };
  }
  const found = rows[0]?.found ?? 0;
  return { rows, count: Math.min(found, MAX_FOUND), more: found > MAX_FOUND };
}

export const listFeaturedBooks = (db: Db, slice: Slice, now: Date): Promise<CardList> =>
  cards(db, { where: sql`b.featured and ${inShop(now)}`, order: byOrder('date'), slice });

/** Related books: of the same package first, then of the same category. */
export const listRelatedBooks = (db: Db, bookId: string, slice: Slice, now: Date): Promise<CardList> => {
  // Nothing is returned for a book that is not public.
  const known = sql`(select id from books where id = ${bookId} and published_at <= ${now})`;
  const bundled = sql`select other.book_id from package_books mine join package_books other
    on other.package_id = mine.package_id where mine.book_id = ${known}`;
  const own = sql`(select category_id from books where id = ${known})`;
  // This many books of the category are enough for the page, in the order of its index.
  const ofCategory = sql`(select b.id from books b where b.category_id = ${own} and ${inShop(now)}
    order by b.release_date desc, b.id limit ${slice.offset + slice.limit + 1})`;
  const isBundled = sql`(b.id in (${bundled}))`;
  return cards(db, {
    where: sql`b.id <> ${bookId} and b.id = any(array(${bundled} union ${ofCategory})) and ${inShop(now)}`,
    order: sql`${isBundled} desc, b.release_date desc, b.id`,
    slice,
    count: sql`select (${shopCount(sql`and b.category_id = ${own}`, now)})
      + (select count(*) from books b where b.id in (${bundled}) and b.category_id <> ${own} and ${inShop(now)})
      - (select count(*) from books b where b.id = ${bookId} and ${inShop(now)})`,
  });
};

const isCalled = (term: string): RawBuilder<boolean> => {
  const names = [sql`b.plain_title`, sql`b.plain_author`];
  const ways = names.flatMap((name) => [contains(name, term), isLike(name, term)]);
  return sql`(${sql.join([...ways, inCategory(term)], sql` or `)})`;
};

/**
 * Includes unpublished books, which their authors and editors see before the public does, and all editions of a book, so
 * titles name the edition.
 */
export async function listAssignedBooks(
  db: Db,
  actor: Actor,
  filter: Filter,
  slice: Slice,
): Promise<CardList> {
  const term = filter.search_term ? await plainTerm(db, filter.search_term) : null;
  return cards(db, {
    where: sql`b.id in (select a.book_id from book_assignments a join users u on lower(u.email) = lower(a.email)
      where u.id = ${actor.userId} and a.role in (${actor.role}, 'producer'))
      ${isChosen(filter)}
      ${term ? sql`and ${isCalled(term)}` : sql``}`,
    order:
      term && !filter.sorting_term
        ? sql`greatest(${likeness(sql`b.plain_title`, term)},
            ${likeness(sql`b.plain_author`, term)}) desc, b.release_date desc, b.id`
        : byOrder(filter.sorting_term),
    slice,
    columns: cardColumnsWith(titleWithEdition),
  });
}

export const listInstitutionBooks = (
  db: Db,
  { userId, institutionIds }: Actor,
  slice: Slice,
  now: Date,
): Promise<CardList> =>
  cards(db, {
    where: sql`b.id in (select ib.book_id from institution_books ib where ib.institution_id = any(${[...institutionIds]}::uuid[]))
      and b.published_at <= ${now} and not ${isRetired(sql`${userId}`, now)}`,
    order: sql`b.plain_title collate "C", b.release_date desc, b.id`,
    slice,
    replacedAt: now,
  });

/** Books that are open by an own subscription, a package or a program (also for its directors), last read first. */
export const listOwnBooks = (db: Db, actor: Actor, slice: Slice, now: Date): Promise<CardList> =>
  cards(db, {
    where: sql`b.id in (
      select s.book_id from subscriptions s where s.user_id = ${actor.userId} and s.ends_at > ${now}
      union ${packagedBooks(sql`s.user_id = ${actor.userId} and s.ends_at > ${now}`)}
      union select pb.book_id from program_students ps join program_books pb on pb.program_id = ps.program_id
        where ps.user_id = ${actor.userId}
      ${
        actor.role === 'program_director'
          ? sql`union select pb.book_id from program_directors pd join program_books pb on pb.program_id = pd.program_id
              where pd.user_id = ${actor.userId}`
          : sql``
      }) and b.published_at <= ${now} and not ${isRetired(sql`${actor.userId}`, now)}`,
    order: sql`(select p.updated_at from book_progress p where p.book_id = b.id and p.user_id = ${actor.userId})
      desc nulls last, b.plain_title collate "C", b.id`,
    slice,
    replacedAt: now,
  });

export const listBookLanguages = (db: Db, now: Date): Promise<{ language: string }[]> =>
  many(
    db,
    sql`select distinct ${baseLanguage} as language from books b where ${inShop(now)} order by language`,
  );

export const listCategories = (
  db: Db,
  now: Date,
): Promise<{ id: string; name: string; name_ar: string | null }[]> =>
  many(
    db,
    sql`select c.id, c.name, c.name_ar from categories c
      where exists (select 1 from books b where b.category_id = c.id and ${inShop(now)}) order by c.name collate "C"`,
  );
