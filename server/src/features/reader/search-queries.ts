import { sql } from 'kysely';
import { type Db, many, one } from '../../platform/database/database.ts';
import { LONGEST_CORRECTED, meantWords, SHORTEST_CORRECTED } from '../../platform/database/meant-words.ts';
import { PLANNED_FOR_ITS_TERM } from '../../platform/database/terms.ts';

export interface SearchRow {
  readonly pages: number;
  readonly found: readonly { page: number; text: string }[];
}

/**
 * The pages that contain every term, from `fromPage` on, and their total. Pages beyond `lastReadablePage` (null = the
 * book's end) are not read at all: neither the response nor its duration may reveal their content.
 */
export function searchPages(
  db: Db,
  args: { bookId: string; tsquery: string; fromPage: number; lastReadablePage: number | null; limit: number },
): Promise<SearchRow> {
  const { bookId, tsquery, fromPage, lastReadablePage, limit } = args;
  const isOfBook = sql`book_id = ${bookId}`;
  // `offset 0` keeps the planner from using the full-text index: the few pages of a preview are read one by one.
  const readable =
    lastReadablePage === null
      ? sql`book_pages where ${isOfBook}`
      : sql`(select page_number, search_vector from book_pages
          where ${isOfBook} and page_number <= ${lastReadablePage} offset 0) preview where true`;
  return one(
    db,
    // The comment prevents a prepared statement: a generic plan would read a common word's pages of all books.
    sql<SearchRow>`${PLANNED_FOR_ITS_TERM}
      with matching as materialized (
        select page_number from ${readable} and search_vector @@ to_tsquery('simple', ${tsquery})
      ), shown as (
        select page_number from matching where page_number >= ${fromPage} order by page_number limit ${limit}
      )
      select (select count(*)::int from matching) as pages,
        (select coalesce(json_agg(json_build_object('page', p.page_number, 'text', p.text) order by p.page_number), '[]')
          from shown s join book_pages p on p.book_id = ${bookId} and p.page_number = s.page_number) as found`,
  );
}

/** The numbers of a book's pages that contain every term, in order. */
export const listPagesWith = async (
  db: Db,
  args: { bookId: string; tsquery: string; lastReadablePage: number | null },
): Promise<number[]> =>
  (
    await many(
      db,
      // `offset 0`, and no page beyond the last one: as in `searchPages`.
      sql<{ page: number }>`${PLANNED_FOR_ITS_TERM}
        select page_number as page from (select page_number, search_vector from book_pages
          where book_id = ${args.bookId}
            and (${args.lastReadablePage}::int is null or page_number <= ${args.lastReadablePage}::int) offset 0) readable
        where search_vector @@ to_tsquery('simple', ${args.tsquery}) order by page_number`,
    )
  ).map(({ page }) => page);

/**
 * Corrections of misspelled words: words of the book up to `lastReadablePage` (null = the book's end), because the
 * known words reveal the text.
 */
export function listMeantWords(
  db: Db,
  args: { bookId: string; words: readonly string[]; lastReadablePage: number | null },
): Promise<string[][] | null> {
  const { bookId, words, lastReadablePage } = args;
  return meantWords(db, words, {
    table: sql`held_words`,
    cte: sql`select distinct w.word from book_pages p, unnest(tsvector_to_array(p.search_vector)) as w (word)
      where p.book_id = ${bookId} and (${lastReadablePage}::int is null or p.page_number <= ${lastReadablePage}::int)
        and length(w.word) between ${SHORTEST_CORRECTED} and ${LONGEST_CORRECTED} and w.word !~ '[0-9]'`,
  });
}
