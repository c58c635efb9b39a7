import { type RawBuilder, sql } from 'kysely';
import { type Db, many } from '../../platform/database/database.ts';
import { contains, isLike, likeness, plainTerm } from '../../platform/database/plain-text.ts';
import { PLANNED_FOR_ITS_TERM } from '../../platform/database/terms.ts';
import { inShop } from '../commerce/in-shop.ts';
import { bestNamedFirst, hasCode, namedBooks } from './name-search.ts';
import { type PageHit, pageHits } from './page-search-queries.ts';

interface BookFacts {
  readonly bookId: string;
  readonly bookTitle: string;
}
export type HitRow =
  | (BookFacts & { readonly kind: 'book'; readonly author: string; readonly coverKey: string })
  | { readonly kind: 'author'; readonly name: string; readonly books: number }
  | (BookFacts & {
      readonly kind: 'chapter';
      readonly id: string;
      readonly title: string;
      readonly firstPage: number;
    })
  | PageHit;

export interface CatalogueSearch {
  readonly term: string;
  /** A `tsquery` of folded words; null = no search in texts. */
  readonly pageQuery: string | null;
  /** Books whose pages beyond the preview may be shown. */
  readonly readable: 'all' | readonly string[];
  readonly limits: {
    readonly books: number;
    readonly authors: number;
    readonly chapters: number;
    readonly pages: number;
  };
  readonly now: Date;
}

/** This many matches of a common name are ranked, from the newest books. */
const MAX_RANKED = 100;

const books = ({ term, limits, now }: CatalogueSearch) => {
  const named = namedBooks({ term, authors: false, max: MAX_RANKED, enough: limits.books, now });
  return sql`select jsonb_build_object('kind', 'book', 'bookId', b.id, 'bookTitle', b.title, 'author', b.author,
      'coverKey', b.cover_key) as hit
    from (select b.id, row_number() over (order by ${bestNamedFirst(term)}) as place from (${named}) b) best
    join books b on b.id = best.id where place <= ${limits.books} order by place`;
};

/** A number that identifies a book or a subject is not searched as a word. */
const listIdentified = async (
  db: Db,
  isMeant: RawBuilder<boolean>,
  { limits, now }: CatalogueSearch,
): Promise<HitRow[]> => {
  const rows = await many(
    db,
    sql<{ hit: HitRow }>`select jsonb_build_object('kind', 'book', 'bookId', b.id, 'bookTitle', b.title,
        'author', b.author, 'coverKey', b.cover_key) as hit
      from books b where ${isMeant} and ${inShop(now)} order by b.release_date desc, b.id limit ${limits.books}`,
  );
  return rows.map((row) => row.hit);
};

const authors = ({ term, limits, now }: CatalogueSearch) => {
  const plain = sql`b.plain_author`;
  const sold = inShop(now);
  return sql`select jsonb_build_object('kind', 'author', 'name', best.author, 'books',
      (select count(*) from books b where b.plain_author = best.plain_author and ${sold})) as hit
    from (with written as materialized (
        select b.author, b.plain_author from books b where ${contains(plain, term)} and ${sold}
        order by b.release_date desc, b.id limit ${MAX_RANKED})
      select min(b.author) as author, b.plain_author from (
        select * from written
        union all
        (select b.author, b.plain_author from books b where not exists (select 1 from written)
          and ${isLike(plain, term)} and ${sold} limit ${MAX_RANKED})) b
      group by b.plain_author order by ${likeness(plain, term)} desc, b.plain_author limit ${limits.authors}) best`;
};

const chapters = ({ term, limits, now }: CatalogueSearch) => {
  const plain = sql`h.plain_title`;
  const from = sql`select h.id from chapters h join books b on b.id = h.book_id`;
  return sql`select jsonb_build_object('kind', 'chapter', 'bookId', b.id, 'bookTitle', b.title, 'id', h.id,
      'title', h.title, 'firstPage', h.first_page) as hit
    from (with written as materialized (
        ${from} where ${contains(plain, term)} and ${inShop(now)} limit ${MAX_RANKED})
      select id from written
      union
      (${from} where (select count(*) from written) < ${limits.chapters}
        and ${isLike(plain, term)} and ${inShop(now)} limit ${MAX_RANKED})) named
    join chapters h on h.id = named.id join books b on b.id = h.book_id
    order by ${likeness(plain, term)} desc, h.id limit ${limits.chapters}`;
};

/** All four groups in one statement, so that each key press costs one round trip. */
export const searchCatalogue = async (db: Db, asked: CatalogueSearch): Promise<HitRow[]> => {
  const isMeant = hasCode(asked.term);
  const identified = isMeant ? await listIdentified(db, isMeant, asked) : [];
  if (identified.length > 0) return identified;
  const search = { ...asked, term: await plainTerm(db, asked.term) };
  const { pageQuery, readable, limits, now } = search;
  const pages = pageQuery
    ? sql`union all ${pageHits({ pageQuery, readable, limit: limits.pages, now })}`
    : sql``;
  const rows = await many(
    db,
    sql<{ hit: HitRow }>`${PLANNED_FOR_ITS_TERM}
      (${books(search)}) union all (${authors(search)}) union all (${chapters(search)}) ${pages}`,
  );
  return rows.map((row) => row.hit);
};
