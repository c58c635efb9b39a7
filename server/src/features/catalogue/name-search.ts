import { identifierOf, subjectCodeOf } from '@vesalius/contract/identifiers';
import { type RawBuilder, sql } from 'kysely';
import { jsonb } from '../../platform/database/database.ts';
import { beginsWith, contains, isLike, likeness } from '../../platform/database/plain-text.ts';
import { escapeLike } from '../../platform/database/terms.ts';
import { inShop } from '../commerce/in-shop.ts';

/** Titles that start with the term come first, however old the book is. */
const MAX_BEGINNING = 50;
/** Similarity to the term is computed for at most this many names. */
const MAX_SIMILAR = 100;

/** There are few categories, so no index is needed to match their names. */
const categoriesLike = (term: string): RawBuilder<unknown> => {
  const ways = [sql`plain_text(k.name)`, sql`plain_text(k.name_ar)`].flatMap((name) => [
    contains(name, term),
    isLike(name, term),
  ]);
  return sql`select k.id from categories k where ${sql.join(ways, sql` or `)}`;
};

export const inCategory = (term: string): RawBuilder<boolean> =>
  sql`b.category_id in (${categoriesLike(term)})`;

/** There are few publishers, too. */
const publishersLike = (term: string): RawBuilder<unknown> => {
  const ways = [sql`plain_text(p.name)`, sql`plain_text(p.imprint)`].map((name) => contains(name, term));
  return sql`select p.id from publishers p where ${sql.join(ways, sql` or `)}`;
};

/**
 * For a typed ISBN or DOI: the book with it; for a subject code: the books of that subject that satisfy `and`. For
 * `books` as `b`. Null: the text is neither, and is searched in names.
 */
export function hasCode(typed: string, and: RawBuilder<unknown> = sql``): RawBuilder<boolean> | null {
  const identifier = identifierOf(typed);
  if (identifier) return sql`(b.identifiers @> array[${identifier}] and b.identifiers <> '{}')`;
  const code = subjectCodeOf(typed);
  return code === null ? null : sql`(b.subjects @> ${jsonb([{ code }])} and b.subjects <> '[]' ${and})`;
}

export interface NameSearch {
  /** As returned by `plainTerm`, like all terms in this file. */
  readonly term: string;
  /** Includes names of authors. */
  readonly authors: boolean;
  /** Further conditions on `b`. */
  readonly and?: RawBuilder<unknown>;
  /** Which matches are kept if there are more than `max`; by relevance, the newest ones. */
  readonly order?: RawBuilder<unknown> | null;
  readonly max: number;
  /** If there are fewer matches than this, similar names are added. */
  readonly enough: number;
  readonly now: Date;
}

/** The columns of `namedBooks`. */
const columns = (alike: boolean) =>
  sql`b.id, ${sql.lit(alike)} as alike, b.plain_title, b.plain_author, b.release_date, b.price_cents`;

/**
 * Sold books by title, author, publisher or subject. The cost is bounded for any number of matches: the planner either
 * scans the order's index until it has found `max` or, when the indexes of names promise few, fetches those and sorts
 * them; the books of a category or publisher come from their own indexes.
 */
export function namedBooks(search: NameSearch): RawBuilder<unknown> {
  const { term, authors, and = sql``, order = null, max, enough, now } = search;
  const title = sql`b.plain_title`;
  const author = sql`b.plain_author`;
  const sold = sql`${inShop(now)} ${and}`;
  const first = sql`order by ${order ?? sql`b.release_date desc, b.id`} limit ${max}`;
  const beginning = sql`(select ${columns(false)} from books b
      where ${beginsWith(title, term)} and ${sold}
      order by b.plain_title using ~<~, b.id limit ${MAX_BEGINNING}) union`;
  return sql`with written as materialized (
      ${order ? sql`` : beginning}
      (select ${columns(false)} from books b
        where (${contains(title, term)} ${authors ? sql`or ${contains(author, term)}` : sql``}) and ${sold} ${first})
      union
      (select b.* from (${categoriesLike(term)}) k
        cross join lateral (select ${columns(false)} from books b where b.category_id = k.id and ${sold} ${first}) b)
      union
      (select b.* from (${publishersLike(term)}) p
        cross join lateral (select ${columns(false)} from books b where b.publisher_id = p.id and ${sold} ${first}) b))
    select * from written
    union all
    (select ${columns(true)} from books b
      where (select count(*) from written) < ${enough}
        and (${isLike(title, term)} ${authors ? sql`or ${isLike(author, term)}` : sql``})
        and ${sold} and b.id not in (select id from written) limit ${MAX_SIMILAR})`;
}

/** Exact names first, then similar ones, also among the books of a category; for rows of `namedBooks` as `b`. */
export const bestNamedFirst = (term: string): RawBuilder<unknown> => {
  const pattern = escapeLike(term);
  return sql`case when b.alike then 6
      when b.plain_title = ${term} then 0
      when b.plain_title like ${`${pattern}%`} then 1
      when b.plain_title like ${`% ${pattern}%`} then 2
      when b.plain_title like ${`%${pattern}%`} then 3
      when b.plain_author like ${`%${pattern}%`} then 4
      else 5 end,
    case when b.alike or b.plain_title not like ${`%${pattern}%`} then greatest(${likeness(sql`b.plain_title`, term)}, ${likeness(sql`b.plain_author`, term)}) end
      desc nulls last,
    b.release_date desc, b.id`;
};
