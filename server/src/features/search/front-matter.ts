import { type RawBuilder, sql } from 'kysely';
import { type Db, many } from '../../platform/database/database.ts';

/** Front matter ends before this page. */
const MAX_FRONT_PAGES = 60;
const HAS_DIGIT = /\p{Nd}/u;

/** A label without a number (roman, "Cover"): lists of contents name everything and explain nothing. */
export const isFrontMatter = (label: string): boolean => !HAS_DIGIT.test(label);

/** The same of a label in SQL. */
export const hasFrontLabel = (label: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`${label} !~ '[[:digit:]]'`;

export async function listFrontMatter(db: Db, bookId: string): Promise<ReadonlySet<number>> {
  const rows = await many(
    db,
    sql<{ page: number; label: string }>`select page_number as page, label from book_pages
      where book_id = ${bookId} and page_number <= ${MAX_FRONT_PAGES}::int`,
  );
  return new Set(rows.flatMap(({ page, label }) => (isFrontMatter(label) ? [page] : [])));
}

/** The same order otherwise. */
export const frontMatterLast = <Page>(pages: readonly Page[], isFront: (page: Page) => boolean): Page[] => [
  ...pages.filter((page) => !isFront(page)),
  ...pages.filter(isFront),
];
