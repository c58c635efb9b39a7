import { createHash } from 'node:crypto';
import { PREVIEW_LAST_PAGE } from '@vesalius/contract/constants';
import type { PageRun } from '@vesalius/contract/page-runs';
import { indexedText, joinedCompounds } from '@vesalius/contract/reader-search';
import { type RawBuilder, sql } from 'kysely';
import { jsonb, many, type Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { Manifest } from '../manifest.ts';
import type { PageSetId } from '../page-sets/page-set-queries.ts';
import type { OutlineEntry } from '../pages/document-facts.ts';
import type { MaterialRow } from '../place-materials.ts';

/* Chapters, outline, pages and materials of a book, which are replaced as a whole or recognized by their keys. */

const PAGES_A_STATEMENT = 500;

/** Returns the ids of the chapters whose pages changed. */
export async function replaceChapters(
  tx: Tx,
  bookId: string,
  chapters: Manifest['chapters'],
): Promise<string[]> {
  const rows = chapters.map((chapter, index) => ({ ...chapter, id: newId(), position: index + 1 }));
  await sql`delete from chapters where book_id = ${bookId}
    and key <> all(${chapters.map(({ key }) => key)})`.execute(tx);
  const changed = await many(
    tx,
    sql<{ id: string }>`
    with before as (select key, first_page, last_page from chapters where book_id = ${bookId}),
    stored as (
      insert into chapters (id, book_id, key, position, title, first_page, last_page)
      select x.id, ${bookId}::uuid, x.key, x.position, x.title, x.first_page, x.last_page
      from jsonb_to_recordset(${jsonb(rows)})
        as x(id uuid, key text, position int, title text, first_page int, last_page int)
      on conflict (book_id, key) do update set position = excluded.position, title = excluded.title,
        first_page = excluded.first_page, last_page = excluded.last_page
      returning id, key, first_page, last_page)
    select id from stored left join before using (key)
    where (stored.first_page, stored.last_page) is distinct from (before.first_page, before.last_page)`,
  );
  return changed.map(({ id }) => id);
}

export const listOutline = (tx: Tx, bookId: string): Promise<OutlineEntry[]> =>
  many(
    tx,
    sql<OutlineEntry>`select depth, title, page_number as page from outline_entries
      where book_id = ${bookId} order by position`,
  );

export async function replaceOutline(
  tx: Tx,
  bookId: string,
  outline: readonly OutlineEntry[],
): Promise<void> {
  await sql`delete from outline_entries where book_id = ${bookId}`.execute(tx);
  const rows = outline.map((entry, index) => ({ ...entry, position: index + 1 }));
  await sql`
    insert into outline_entries (book_id, position, depth, title, page_number)
    select ${bookId}::uuid, x.position, x.depth, x.title, x.page
    from jsonb_to_recordset(${jsonb(rows)}) as x(position int, depth int, title text, page int)`.execute(tx);
}

export interface PageRow {
  readonly page: number;
  readonly label: string;
  readonly width: number;
  readonly height: number;
  readonly text: string;
}

const searchColumns = (text: string) => ({ folded: indexedText(text), joined: joinedCompounds(text) });

/**
 * The search vector of a page: its words, with each compound as one word at the same positions too; for rows of
 * `searchColumns` as `x`.
 */
const searchVector: RawBuilder<unknown> = sql`case when x.joined = '' then to_tsvector('simple', x.folded)
  else (to_tsvector('simple', x.folded)::text || ' ' || x.joined)::tsvector end`;

/** Most pages of a release are those of the previous one: they are neither written nor indexed again. */
export async function replacePages(tx: Tx, bookId: string, pages: readonly PageRow[]): Promise<void> {
  const others = new Set(await listOtherPages(tx, bookId, pages));
  await sql`delete from book_pages where book_id = ${bookId}
    and (page_number > ${pages.length} or page_number = any(${[...others]}::int[]))`.execute(tx);
  const added = pages.filter(({ page }) => others.has(page));
  if (added.length === 0) return;
  for (let start = 0; start < added.length; start += PAGES_A_STATEMENT) {
    const rows = added
      .slice(start, start + PAGES_A_STATEMENT)
      .map((page) => ({ ...page, ...searchColumns(page.text) }));
    await sql`
      insert into book_pages (book_id, page_number, label, width, height, text, search_vector)
      select ${bookId}::uuid, x.page, x.label, x.width, x.height, x.text, ${searchVector}
      from jsonb_to_recordset(${jsonb(rows)})
        as x(page int, label text, width real, height real, text text, folded text, joined text)`.execute(tx);
  }
  await addSearchWords(tx, [bookId]);
}

/** The pages that are not stored with the same content. */
async function listOtherPages(tx: Tx, bookId: string, pages: readonly PageRow[]): Promise<number[]> {
  const rows = pages.map(({ text, ...page }) => ({
    ...page,
    hash: createHash('md5').update(text).digest('hex'),
  }));
  const found = await many(
    tx,
    sql<{ page: number }>`select x.page
      from jsonb_to_recordset(${jsonb(rows)}) as x(page int, label text, width real, height real, hash text)
      left join book_pages p on p.book_id = ${bookId} and p.page_number = x.page
      where (p.label, p.width, p.height, md5(p.text)) is distinct from (x.label, x.width, x.height, x.hash)`,
  );
  return found.map(({ page }) => page);
}

export interface IndexedPage {
  readonly bookId: string;
  readonly page: number;
  readonly text: string;
}

/** The next pages with a hyphenated word, without those that an import is replacing at the moment. */
export function listDividedPages(
  tx: Tx,
  after: { readonly bookId: string; readonly page: number } | null,
  limit: number,
): Promise<IndexedPage[]> {
  return many(
    tx,
    sql<IndexedPage>`select book_id as "bookId", page_number as page, text from book_pages
      where text ~ '[-\\u2010\\u2011]'
        and (${after?.bookId ?? null}::uuid is null
          or (book_id, page_number) > (${after?.bookId ?? null}::uuid, ${after?.page ?? 0}::int))
      order by book_id, page_number limit ${limit} for update skip locked`,
  );
}

/** Locks the books that show pages of the set, until the transaction ends. Null runs: all pages are those of the set. */
export const lockBooksOfSet = (
  tx: Tx,
  { workId, number }: PageSetId,
): Promise<{ bookId: string; pages: number; runs: readonly PageRun[] | null }[]> =>
  many(
    tx,
    sql`select b.id as "bookId", b.number_of_pages as pages, r.page_runs as runs
      from books b join releases r on r.book_id = b.id and r.revision = b.revision
      where r.page_runs @> jsonb_build_array(jsonb_build_object('set', ${`${workId}/${number}`}::text))
        or (r.page_runs is null and r.book_id = ${workId} and r.revision = ${number})
      order by b.id for update of b`,
  );

/** Stores other texts for pages of a book, with their search index. Returns the number of pages whose text differed. */
export async function updatePageTexts(
  tx: Tx,
  bookId: string,
  pages: readonly Pick<PageRow, 'page' | 'text'>[],
): Promise<number> {
  const before = await listSearchWords(tx, bookId);
  const changed = await many(
    tx,
    sql<IndexedPage>`update book_pages p set text = x.text
      from jsonb_to_recordset(${jsonb(pages)}) as x(page int, text text)
      where p.book_id = ${bookId} and p.page_number = x.page and p.text <> x.text
      returning p.book_id as "bookId", p.page_number as page, p.text`,
  );
  if (changed.length === 0) return 0;
  await indexPages(tx, changed);
  const after = new Set(await listSearchWords(tx, bookId));
  await deleteSearchWords(
    tx,
    before.filter((word) => !after.has(word)),
  );
  await sql`update books set text_version = text_version + 1 where id = ${bookId}`.execute(tx);
  return changed.length;
}

const listSearchWords = async (tx: Tx, bookId: string): Promise<string[]> =>
  (
    await many(
      tx,
      sql<{
        word: string;
      }>`select distinct w.word from book_pages p, unnest(tsvector_to_array(p.search_vector)) as w (word)
        where p.book_id = ${bookId} and p.page_number <= ${PREVIEW_LAST_PAGE}`,
    )
  ).map(({ word }) => word);

/** Suggests these words no longer, unless a preview still has them. */
async function deleteSearchWords(tx: Tx, words: readonly string[]): Promise<void> {
  await sql`delete from search_words where word = any(${words}) and not exists (
    select 1 from book_pages p join books b on b.id = p.book_id and b.preview_of is null
    where p.page_number <= ${PREVIEW_LAST_PAGE}
      and p.search_vector @@ ('''' || replace(search_words.word, '''', '''''') || '''')::tsquery)`.execute(
    tx,
  );
}

/** Rebuilds their search index from the stored text. */
export async function indexPages(tx: Tx, pages: readonly IndexedPage[]): Promise<void> {
  if (pages.length === 0) return;
  const rows = pages.map(({ bookId, page, text }) => ({ bookId, page, ...searchColumns(text) }));
  await sql`update book_pages p set search_vector = ${searchVector}
    from jsonb_to_recordset(${jsonb(rows)}) as x("bookId" uuid, page int, folded text, joined text)
    where p.book_id = x."bookId" and p.page_number = x.page`.execute(tx);
  await addSearchWords(tx, [...new Set(pages.map(({ bookId }) => bookId))]);
}

/**
 * Adds suggestions for misspelled words: from previews only, because a suggestion tells everybody that the word is in
 * some book. Inserted in alphabetical order, so that concurrent imports cannot deadlock.
 */
async function addSearchWords(tx: Tx, bookIds: readonly string[]): Promise<void> {
  await sql`
    insert into search_words (word)
    select distinct w.word from book_pages p join books b on b.id = p.book_id and b.preview_of is null,
      unnest(tsvector_to_array(p.search_vector)) as w (word)
    where p.book_id = any(${bookIds}) and p.page_number <= ${PREVIEW_LAST_PAGE} and length(w.word) between 4 and 40 and w.word !~ '[0-9]'
    order by w.word on conflict do nothing`.execute(tx);
}

export async function upsertMaterials(
  tx: Tx,
  bookId: string,
  materials: readonly MaterialRow[],
  now: Date,
): Promise<void> {
  const rows = materials.map((material) => ({ ...material, id: newId() }));
  await sql`
    insert into materials (id, book_id, key, page, position, type, title, description, diagnosis, speaker,
      duration_seconds, content)
    select x.id, ${bookId}::uuid, x.key, x.page, x.position, x.type, x.title, x.description, x.diagnosis,
      x.speaker, x."durationSeconds", x.content
    from jsonb_to_recordset(${jsonb(rows)}) as x(id uuid, key text, page int, position int, type smallint,
      title text, description text, diagnosis text, speaker text, "durationSeconds" real, content jsonb)
    on conflict (book_id, key) do update set page = excluded.page, position = excluded.position,
      type = excluded.type, title = excluded.title, description = excluded.description,
      diagnosis = excluded.diagnosis, speaker = excluded.speaker,
      duration_seconds = excluded.duration_seconds, content = excluded.content, retired_at = null`.execute(
    tx,
  );
  await sql`update materials set retired_at = ${now} where book_id = ${bookId} and retired_at is null
    and key <> all(${materials.map(({ key }) => key)})`.execute(tx);
}
