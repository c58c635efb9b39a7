import { identifierOf, subjectCodeOf } from '@vesalius/contract/identifiers';
import { type RawBuilder, sql } from 'kysely';
import { jsonb } from '../../platform/database/database.ts';
import { beginsWith, contains, isLike, likeness } from '../../platform/database/plain-text.ts';
import { escapeLike } from '../../platform/database/terms.ts';
import { inShop } from '../commerce/in-shop.ts';

/** Titles that begin with the term come first, however old the book is. */
const MAX_BEGINNING = 50;
/** Names that are like the term are compared letter by letter: only so many of them. */
const MAX_SIMILAR = 100;

/** There are few categories: no index is needed to find those whose name matches. */
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
 * What was typed is an ISBN or DOI: the book that has it; or a subject code: the books of that subject, of `and` alone. For
 * `books` as `b`. Null: it is neither, and is looked for among names.
 */
export function hasCode(typed: string, and: RawBuilder<unknown> = sql``): RawBuilder<boolean> | null {
  const identifier = identifierOf(typed);
  if (identifier) return sql`(b.identifiers @> array[${identifier}] and b.identifiers <> '{}')`;
  const code = subjectCodeOf(typed);
  return code === null ? null : sql`(b.subjects @> ${jsonb([{ code }])} and b.subjects <> '[]' ${and})`;
}

export interface NameSearch {
  /** As `plainTerm` gives it; so everywhere here. */
  readonly term: string;
  /** Authors are looked at, too. */
  readonly authors: boolean;
  /** Further conditions on `b`. */
  readonly and?: RawBuilder<unknown>;
  /** Which matches are taken if there are more than `max`; by what matches best: the newest ones. */
  readonly order?: RawBuilder<unknown> | null;
  readonly max: number;
  /** With fewer matches than that, names that are only like the term are added. */
  readonly enough: number;
  readonly now: Date;
}

/** What rows of `namedBooks` consist of. */
const columns = (alike: boolean) =>
  sql`b.id, ${sql.lit(alike)} as alike, b.plain_title, b.plain_author, b.release_date, b.price_cents`;

/**
 * Books of the shop by what they are called, who wrote or published them, or what they are about. The cost is bounded however many
 * there are: the planner either walks the order's index until it has found `max` or, when the indexes of names promise
 * few, fetches those and sorts them; a category's and a publisher's books come from their own indexes.
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

/** From the name itself to what is only like it; for rows of `namedBooks` as `b`. */
export const bestNamedFirst = (term: string): RawBuilder<unknown> => {
  const pattern = escapeLike(term);
  return sql`case when b.alike then 6
      when b.plain_title = ${term} then 0
      when b.plain_title like ${`${pattern}%`} then 1
      when b.plain_title like ${`% ${pattern}%`} then 2
      when b.plain_title like ${`%${pattern}%`} then 3
      when b.plain_author like ${`%${pattern}%`} then 4
      else 5 end,
    case when b.alike then greatest(${likeness(sql`b.plain_title`, term)}, ${likeness(sql`b.plain_author`, term)}) end
      desc nulls last,
    b.release_date desc, b.id`;
};
