import { markedTerms } from '@vesalius/contract/reader-search';
import type { HeadingHit } from '@vesalius/contract/search-hits';
import { sql } from 'kysely';
import { type Db, many } from '../../platform/database/database.ts';
import { markedParts } from './hit-context.ts';
import { rankTexts } from './rank-texts.ts';

const MAX_HITS = 3;

interface HeadingRow {
  readonly title: string;
  readonly page: number;
  readonly label: string;
}

/** Chapters and sections. Those of pages that the caller may not read are not compared. */
export async function searchHeadings(
  db: Db,
  book: { readonly bookId: string; readonly lastReadablePage: number | null },
  question: string,
): Promise<HeadingHit[]> {
  const headings = await listHeadings(db, book);
  if (headings.length === 0) return [];
  const { found, meanings } = await rankTexts(db, headings, {
    question,
    wordsOf: ({ title }) => title,
  });
  const marked = markedTerms(question, meanings);
  return found
    .slice(0, MAX_HITS)
    .map(({ title, page, label }) => ({ title: markedParts(title, marked), page, label }));
}

/** A chapter that begins with a heading of the outline is listed once. */
const listHeadings = (
  db: Db,
  { bookId, lastReadablePage }: { bookId: string; lastReadablePage: number | null },
): Promise<HeadingRow[]> =>
  many(
    db,
    sql<HeadingRow>`
      select h.title, h.page, coalesce(p.label, h.page::text) as label
      from (
        select title, page_number as page from outline_entries where book_id = ${bookId}
        union
        select title, first_page from chapters where book_id = ${bookId}) h
      left join book_pages p on p.book_id = ${bookId} and p.page_number = h.page
      where ${lastReadablePage}::int is null or h.page <= ${lastReadablePage}::int
      order by h.page, h.title`,
  );
