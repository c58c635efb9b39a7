import { sql } from 'kysely';
import { type Db, many } from '../../platform/database/database.ts';
import { inCategory, inShop, matches } from './book-rows.ts';

/** Pages taken from the index before the best are chosen: a word of every page must not rank every page. */
const MAX_CANDIDATES = 400;

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
  | (BookFacts & {
      readonly kind: 'page';
      readonly page: number;
      readonly label: string;
      readonly text: string;
    });

export interface CatalogueSearch {
  readonly term: string;
  /** A `tsquery` of folded words; null = nothing to look for in texts. */
  readonly pageQuery: string | null;
  /** Books whose pages beyond `previewLastPage` may be shown. */
  readonly readable: 'all' | readonly string[];
  readonly previewLastPage: number;
  readonly limits: {
    readonly books: number;
    readonly authors: number;
    readonly chapters: number;
    readonly pages: number;
  };
  readonly now: Date;
}

const likeness = (term: string, column: ReturnType<typeof sql>) =>
  sql`word_similarity(plain_text(${term}), plain_text(${column}))`;

/** The four groups in one statement, so that typing costs one round trip a key. */
export const searchCatalogue = async (db: Db, search: CatalogueSearch): Promise<HitRow[]> => {
  const { term, limits, now } = search;
  const title = sql`b.title`;
  const author = sql`b.author`;
  const chapter = sql`h.title`;
  const rows = await many(
    db,
    sql<{ hit: HitRow }>`
      (select jsonb_build_object('kind', 'book', 'bookId', b.id, 'bookTitle', b.title, 'author', b.author,
          'coverKey', b.cover_key) as hit
        from books b where (${matches(title, term)} or ${inCategory(term)}) and ${inShop(now)}
        order by ${likeness(term, title)} desc, b.release_date desc, b.id limit ${limits.books})
      union all
      (select jsonb_build_object('kind', 'author', 'name', found.author, 'books', found.books) as hit
        from (select b.author, count(*) as books from books b where ${matches(author, term)} and ${inShop(now)}
          group by b.author order by ${likeness(term, author)} desc, b.author limit ${limits.authors}) found)
      union all
      (select jsonb_build_object('kind', 'chapter', 'bookId', b.id, 'bookTitle', b.title, 'id', h.id,
          'title', h.title, 'firstPage', h.first_page) as hit
        from chapters h join books b on b.id = h.book_id where ${matches(chapter, term)} and ${inShop(now)}
        order by ${likeness(term, chapter)} desc, h.id limit ${limits.chapters})
      ${search.pageQuery ? sql`union all ${pages(search, search.pageQuery)}` : sql``}`,
  );
  return rows.map((row) => row.hit);
};

const pages = ({ readable, previewLastPage, limits, now }: CatalogueSearch, query: string) => {
  const allowed =
    readable === 'all'
      ? sql`true`
      : sql`(p.page_number <= ${previewLastPage} or p.book_id = any(${[...readable]}::uuid[]))`;
  return sql`(select jsonb_build_object('kind', 'page', 'bookId', b.id, 'bookTitle', b.title,
      'page', p.page_number, 'label', p.label, 'text', p.text) as hit
    from (select p.book_id, p.page_number, ts_rank(p.search_vector, to_tsquery('simple', ${query})) as rank
        from (select p.book_id, p.page_number, p.search_vector from book_pages p
          where p.search_vector @@ to_tsquery('simple', ${query}) and ${allowed}
            and exists (select 1 from books b where b.id = p.book_id and ${inShop(now)})
          limit ${MAX_CANDIDATES}) p
        order by rank desc, p.book_id, p.page_number limit ${limits.pages}) best
    join book_pages p on p.book_id = best.book_id and p.page_number = best.page_number
    join books b on b.id = best.book_id
    order by best.rank desc, p.book_id, p.page_number)`;
};
