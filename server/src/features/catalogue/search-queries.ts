import { sql } from 'kysely';
import { type Db, many } from '../../platform/database/database.ts';
import { inShop, isNamed, matches } from './book-rows.ts';
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
  /** A `tsquery` of folded words; null = nothing to look for in texts. */
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

const likeness = (term: string, column: ReturnType<typeof sql>) =>
  sql`word_similarity(plain_text(${term}), plain_text(${column}))`;

/** The four groups in one statement, so that typing costs one round trip a key. */
export const searchCatalogue = async (db: Db, search: CatalogueSearch): Promise<HitRow[]> => {
  const { term, pageQuery, readable, limits, now } = search;
  const title = sql`b.title`;
  const author = sql`b.author`;
  const chapter = sql`h.title`;
  const rows = await many(
    db,
    sql<{ hit: HitRow }>`
      (select jsonb_build_object('kind', 'book', 'bookId', b.id, 'bookTitle', b.title, 'author', b.author,
          'coverKey', b.cover_key) as hit
        from books b where ${isNamed(term, ['title'])} and ${inShop(now)}
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
      ${pageQuery ? sql`union all ${pageHits({ pageQuery, readable, limit: limits.pages, now })}` : sql``}`,
  );
  return rows.map((row) => row.hit);
};
