import { COMPLETED_PAGES_RATIO } from '@vesalius/contract/constants';
import { type RawBuilder, sql } from 'kysely';

type Chapter = 'c' | 'due';

/** The rows `s` of `shown_pages` that hold pages of the chapter. */
export const holdsChapter = (chapter: Chapter): RawBuilder<boolean> => {
  const [bookId, first, last] = columnsOf(chapter);
  return sql<boolean>`s.book_id = ${bookId} and s.part between (${first} - 1) / 64 and (${last} - 1) / 64`;
};

/**
 * Whether these rows `s` show enough of the chapter: what a book takes to be completed. The present place says nothing:
 * a reader turns back, or jumps. The director counts the pages that were shown since `resultsFrom`.
 */
export const isChapterRead = (
  chapter: Chapter,
  resultsFrom: RawBuilder<unknown> | null,
): RawBuilder<boolean> => {
  const [, first, last] = columnsOf(chapter);
  const slots = sql`s.shown_at[${first} - s.part * 64 : ${last} - s.part * 64]`;
  const times = sql`array_remove(${slots}, null)`;
  const since = sql`(case when isfinite(${resultsFrom}) then shown_time(${resultsFrom}) else 0 end)`;
  // Page by page only where some are older and some are not: ten thousand students have millions of pages.
  const count = resultsFrom
    ? sql`case when ${since} <= all(${slots}) then cardinality(${slots})
        when ${since} <= all(${times}) then cardinality(${times}) when ${since} > all(${times}) then 0
        else (select count(*)::int from unnest(${times}) as at where at >= ${since}) end`
    : sql`cardinality(${times})`;
  return sql<boolean>`coalesce(sum(${count}), 0) >= (${last} - ${first} + 1) * ${COMPLETED_PAGES_RATIO}::float8`;
};

const columnsOf = (chapter: Chapter) =>
  ['book_id', 'first_page', 'last_page'].map((column) => sql.ref(`${chapter}.${column}`)) as [
    RawBuilder<unknown>,
    RawBuilder<unknown>,
    RawBuilder<unknown>,
  ];
