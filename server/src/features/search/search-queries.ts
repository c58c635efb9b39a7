import { sql } from 'kysely';
import { type Db, jsonb, many, maybeOne, type Tx } from '../../platform/database/database.ts';
import { PLANNED_FOR_ITS_TERM } from '../../platform/database/terms.ts';
import type { BookText, BuiltIndex, SearchLayer } from './build-postings.ts';
import type { Abbreviation } from './question-terms.ts';

/** Words that go on from one that is not finished. */
const MAX_BEGUN = 24;
const ROWS_A_STATEMENT = 2000;

export async function getBookText(tx: Tx, bookId: string): Promise<BookText> {
  const pages = await many(
    tx,
    sql<{ text: string }>`select text from book_pages where book_id = ${bookId} order by page_number`,
  );
  const headings = await many(
    tx,
    sql<BookText['headings'][number]>`
      select depth, title, page_number as page from outline_entries where book_id = ${bookId}
      union all
      select 0, c.title, c.first_page from chapters c where c.book_id = ${bookId} and not exists (
        select 1 from outline_entries o where o.book_id = c.book_id and o.page_number = c.first_page)
      order by page, depth`,
  );
  return { pages: pages.map(({ text }) => text), headings };
}

export const findDigest = async (tx: Tx, bookId: string, { open }: SearchLayer): Promise<string | null> =>
  (
    await maybeOne(
      tx,
      sql<{ digest: string }>`select digest from search_books where book_id = ${bookId} and part = ${open}`,
    )
  )?.digest ?? null;

/** Rows that stay as they are, are not written. */
export async function replacePostings(
  tx: Tx,
  { bookId, layer }: { bookId: string; layer: SearchLayer },
  { rows, parts, digest }: BuiltIndex & { digest: string },
): Promise<void> {
  await sql`delete from search_postings where book_id = ${bookId} and part in (${layer.open}, ${layer.rest})
    and (part::text || stem) <> all(${rows.map(({ part, stem }) => `${part}${stem}`)}::text[])`.execute(tx);
  for (let start = 0; start < rows.length; start += ROWS_A_STATEMENT)
    await sql`
      insert into search_postings (book_id, part, stem, best, postings)
      select ${bookId}::uuid, x.part, x.stem, x.best, x.postings
      from jsonb_to_recordset(${jsonb(rows.slice(start, start + ROWS_A_STATEMENT))})
        as x(part smallint, stem text, best real, postings smallint[])
      on conflict (book_id, part, stem) do update set best = excluded.best, postings = excluded.postings
        where search_postings.postings <> excluded.postings or search_postings.best <> excluded.best`.execute(
      tx,
    );
  await sql`
    insert into search_books (book_id, part, first_page, lengths, digest)
    select ${bookId}::uuid, x.part, x.first_page, x.lengths, ${digest}
    from jsonb_to_recordset(${jsonb(parts)}) as x(part smallint, first_page int, lengths int[])
    on conflict (book_id, part) do update set first_page = excluded.first_page, lengths = excluded.lengths,
      digest = excluded.digest`.execute(tx);
}

/** The next book whose index is not there; null = all have one. */
export const findUnindexedBook = async (tx: Tx): Promise<string | null> =>
  (
    await maybeOne(
      tx,
      sql<{ id: string }>`select b.id from books b
        where exists (select 1 from book_pages p where p.book_id = b.id)
          and not exists (select 1 from search_books s where s.book_id = b.id and s.part = 0)
        order by b.id limit 1 for no key update skip locked`,
    )
  )?.id ?? null;

/** Those that a question may hold, either way. */
export const listAbbreviations = (
  db: Db,
  { words, phrases }: { words: readonly string[]; phrases: readonly string[] },
): Promise<Abbreviation[]> =>
  many(
    db,
    sql<Abbreviation>`select short, long from search_abbreviations
      where short = any(${[...words]}::text[]) or long = any(${[...phrases]}::text[])`,
  );

interface FoundRow {
  readonly part: number;
  readonly stem: string;
  readonly postings: readonly number[];
}
export interface BookIndexRow {
  readonly parts: readonly { part: number; first_page: number; lengths: readonly number[] }[];
  readonly found: readonly FoundRow[];
}

/**
 * What the index of a book says about these stems, and about stems that begin so. Of the preview alone where the rest is
 * not for the asker: rows of the other part are not read.
 */
export async function getBookIndex(
  db: Db,
  {
    bookId,
    parts,
    stems,
    begun,
  }: { bookId: string; parts: readonly number[]; stems: readonly string[]; begun: readonly string[] },
): Promise<BookIndexRow | null> {
  const isReadable = sql`book_id = ${bookId} and part = any(${[...parts]}::smallint[])`;
  const row = await maybeOne(
    db,
    sql<BookIndexRow>`${PLANNED_FOR_ITS_TERM}
      with found as (
        select part, stem, postings from search_postings where ${isReadable} and stem = any(${[...stems]}::text[])
        union
        select p.part, p.stem, p.postings from unnest(${[...begun]}::text[]) as asked (beginning)
        cross join lateral (select part, stem, postings from search_postings
          where ${isReadable} and stem >= asked.beginning and stem < asked.beginning || U&'\\FFFF'
          order by stem limit ${MAX_BEGUN}) p)
      select (select json_agg(json_build_object('part', part, 'first_page', first_page, 'lengths', lengths))
          from search_books where ${isReadable}) as parts,
        (select coalesce(json_agg(json_build_object('part', part, 'stem', stem, 'postings', postings)), '[]')
          from found) as found`,
  );
  return row?.parts ? row : null;
}
