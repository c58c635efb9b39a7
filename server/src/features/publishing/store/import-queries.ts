import { sql } from 'kysely';
import {
  affected,
  type Db,
  jsonb,
  many,
  maybeOne,
  one,
  type Tx,
} from '../../../platform/database/database.ts';

/* The list of imports (book_imports): who may write which revision's folder, and what must be cleaned up. */

export interface Edition {
  readonly slug: string;
  readonly edition: string;
}

export async function findBookId(db: Db, { slug, edition }: Edition): Promise<string | null> {
  const row = await maybeOne(
    db,
    sql<{ id: string }>`select id from books where slug = ${slug} and edition = ${edition}`,
  );
  return row?.id ?? null;
}

/** The next revision's number, taken by writing it: of two imports at once each gets its own folder. */
export async function insertImport(
  db: Db,
  row: Edition & { bookId: string; contentHash: string; packages: string[]; programs: string[]; now: Date },
): Promise<number> {
  const { bookId, slug, edition, contentHash, packages, programs, now } = row;
  const { revision } = await one(
    db,
    sql<{ revision: number }>`
      insert into book_imports (book_id, revision, slug, edition, content_hash, packages, programs, started_at)
      select ${bookId}::uuid,
        1 + greatest((select coalesce(max(revision), 0) from book_imports where book_id = ${bookId}::uuid),
                     (select coalesce(max(revision), 0) from books where id = ${bookId}::uuid)),
        ${slug}, ${edition}, ${contentHash}, ${jsonb(packages)}, ${jsonb(programs)}, ${now}
      returning revision`,
  );
  return revision;
}

export async function updateImportPublished(tx: Tx, bookId: string, revision: number, now: Date) {
  await sql`update book_imports set published_at = ${now} where book_id = ${bookId} and revision = ${revision}`.execute(
    tx,
  );
}

export async function deleteImport(db: Db, bookId: string, revision: number): Promise<void> {
  await sql`delete from book_imports where book_id = ${bookId} and revision = ${revision}
    and published_at is null`.execute(db);
}

/** Takes those whose process was killed, each once: their folders are the caller's to remove. */
export async function deleteAbandonedImports(
  db: Db,
  before: Date,
): Promise<{ bookId: string; revision: number }[]> {
  return many(
    db,
    sql<{ bookId: string; revision: number }>`
      delete from book_imports where published_at is null and started_at < ${before}
      returning book_id as "bookId", revision`,
  );
}

/** Memberships that the book's earlier imports named. */
export async function listNamedMemberships(
  tx: Tx,
  bookId: string,
): Promise<{ packages: string[]; programs: string[] }[]> {
  return many(
    tx,
    sql<{ packages: string[]; programs: string[] }>`
      select packages, programs from book_imports where book_id = ${bookId} and published_at is not null`,
  );
}

/** Content hashes of what is shown now. */
export async function listPublishedHashes(db: Db): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ hash: string }>`
      select i.content_hash as hash from book_imports i
      join books b on b.id = i.book_id and b.revision = i.revision
      where i.published_at is not null`,
  );
  return rows.map(({ hash }) => hash);
}

export async function isCurrentRevision(db: Db, bookId: string, revision: number): Promise<boolean> {
  return (
    (await maybeOne(db, sql`select 1 from books where id = ${bookId} and revision = ${revision}`)) !== null
  );
}

export async function countPages(db: Db, bookId: string): Promise<number> {
  const row = await maybeOne(
    db,
    sql<{ pages: number }>`select number_of_pages as pages from books where id = ${bookId}`,
  );
  return row?.pages ?? 0;
}

export async function listEditions(db: Db, slug: string): Promise<string[]> {
  const rows = await many(db, sql<{ edition: string }>`select edition from books where slug = ${slug}`);
  return rows.map(({ edition }) => edition);
}

export async function listExistingSlugs(
  db: Db,
  table: 'packages' | 'programs',
  slugs: string[],
): Promise<Set<string>> {
  const rows = await many(
    db,
    sql<{ slug: string }>`select slug from ${sql.table(table)} where slug = any(${slugs})`,
  );
  return new Set(rows.map(({ slug }) => slug));
}

/** Holds the book's row until the end of the transaction; 0 = there is none yet. */
export async function lockRevision(tx: Tx, bookId: string): Promise<number> {
  const row = await maybeOne(
    tx,
    sql<{ revision: number }>`select revision from books where id = ${bookId} for update`,
  );
  return row?.revision ?? 0;
}

export async function updateProgressWithinPages(tx: Tx, bookId: string, pages: number): Promise<number> {
  return affected(
    tx,
    sql`update book_progress set page = ${pages} where book_id = ${bookId} and page > ${pages}`,
  );
}
