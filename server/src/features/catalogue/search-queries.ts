import { PREVIEW_LAST_PAGE } from '@vesalius/contract/constants';
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

/** A section that begins a chapter has the chapter's result. */
const isNoChapter = sql`not exists (select 1 from chapters h where h.book_id = o.book_id
  and (h.first_page = o.page_number or h.plain_title = o.plain_title))`;

/** Sections have no id of their own: the same place has the same one (UUID version 8). */
const sectionId = sql`overlay(overlay(md5(o.book_id::text || o.position) placing '8' from 13) placing '8' from 17)::uuid`;

/** Headings of sections on pages that the reader may open. */
const sections = ({ term, readable, limits, now }: CatalogueSearch) => {
  const plain = sql`o.plain_title`;
  const isOpen =
    readable === 'all'
      ? inShop(now)
      : sql`(o.book_id = any(${[...readable]}::uuid[]) or (o.page_number <= ${PREVIEW_LAST_PAGE} and ${inShop(now)}))`;
  return sql`select jsonb_build_object('kind', 'chapter', 'bookId', b.id, 'bookTitle', b.title,
      'id', ${sectionId}, 'title', o.title, 'firstPage', o.page_number) as hit
    from (select o.book_id, o.position, o.title, o.page_number, o.plain_title
      from outline_entries o join books b on b.id = o.book_id
      where ${contains(plain, term)} and ${isOpen} and ${isNoChapter} limit ${MAX_RANKED}) o
    join books b on b.id = o.book_id
    order by ${likeness(plain, term)} desc, o.book_id, o.position limit ${limits.chapters}`;
};

/** All groups in one statement, so that each key press costs one round trip. */
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
      (${books(search)}) union all (${authors(search)}) union all (${chapters(search)}) union all (${sections(search)}) ${pages}`,
  );
  return rows.map((row) => row.hit);
};
