import { sql } from 'kysely';
import { type Db, jsonb, many, maybeOne, one, type Tx } from '../../../platform/database/database.ts';
import type { BooksTable, ReleasesTable } from '../../../schema/tables.ts';

/* The list of imports (releases): who may write which revision's folder, and what must be cleaned up. */

export interface Edition {
  readonly slug: string;
  readonly edition: string;
}

export interface Revision {
  readonly bookId: string;
  readonly revision: number;
}

export async function findBookId(db: Db, { slug, edition }: Edition): Promise<string | null> {
  const row = await maybeOne(
    db,
    sql<Pick<BooksTable, 'id'>>`select id from books where slug = ${slug} and edition = ${edition}`,
  );
  return row?.id ?? null;
}

/** The next revision's number, taken by writing it: of two imports at once each gets its own folder. */
export async function insertImport(
  db: Tx,
  row: Edition & { bookId: string; contentHash: string; packages: string[]; programs: string[]; now: Date },
): Promise<number> {
  const { bookId, slug, edition, contentHash, packages, programs, now } = row;
  const { revision } = await one(
    db,
    sql<{ revision: number }>`
      insert into releases (book_id, revision, slug, edition, content_hash, packages, programs, started_at)
      select ${bookId}::uuid,
        1 + greatest((select coalesce(max(revision), 0) from releases where book_id = ${bookId}::uuid),
                     (select coalesce(max(revision), 0) from books where id = ${bookId}::uuid)),
        ${slug}, ${edition}, ${contentHash}, ${jsonb(packages)}, ${jsonb(programs)}, ${now}
      returning revision`,
  );
  return revision;
}

export async function updateImportPublished(tx: Tx, bookId: string, revision: number, now: Date) {
  await sql`update releases set published_at = ${now} where book_id = ${bookId} and revision = ${revision}`.execute(
    tx,
  );
}

/** Written before the file is stored: a process that is killed in between leaves nothing unknown. */
export async function addImportPicture(db: Db, { bookId, revision }: Revision, key: string): Promise<void> {
  await sql`update releases set pictures = array_append(pictures, ${key})
    where book_id = ${bookId} and revision = ${revision}`.execute(db);
}

/** Null: it was published, or removed. */
export async function findUnpublishedImport(
  db: Db,
  { bookId, revision }: Revision,
): Promise<{ pictures: string[] } | null> {
  return maybeOne(
    db,
    sql<Pick<ReleasesTable, 'pictures'>>`select pictures from releases
      where book_id = ${bookId} and revision = ${revision} and published_at is null`,
  );
}

/** No import begins until the end of the transaction. */
export async function lockImports(tx: Tx): Promise<void> {
  await sql`lock table releases in share row exclusive mode`.execute(tx);
}

export async function hasOtherImports(db: Db, { bookId, revision }: Revision, since: Date): Promise<boolean> {
  const row = await maybeOne(
    db,
    sql`select 1 from releases where published_at is null and started_at > ${since}
      and (book_id, revision) <> (${bookId}::uuid, ${revision}::int) limit 1`,
  );
  return row !== null;
}

/** Does a book, package or program show a picture whose name carries this hash? */
export async function isShownPicture(db: Db, hash: string): Promise<boolean> {
  const row = await maybeOne(
    db,
    sql`select 1 from books
        where position(${hash} in concat_ws(' ', cover_key, faculty, senior_editors, samples)) > 0
      union all select 1 from packages where position(${hash} in image_key) > 0
      union all select 1 from programs where position(${hash} in photo_key) > 0
      limit 1`,
  );
  return row !== null;
}

export async function deleteImport(db: Db, { bookId, revision }: Revision): Promise<void> {
  await sql`delete from releases where book_id = ${bookId} and revision = ${revision}
    and published_at is null`.execute(db);
}

/** Memberships that the book's earlier imports named. */
export async function listNamedMemberships(
  tx: Tx,
  bookId: string,
): Promise<{ packages: string[]; programs: string[] }[]> {
  return many(
    tx,
    sql<{ packages: string[]; programs: string[] }>`
      select packages, programs from releases where book_id = ${bookId} and published_at is not null`,
  );
}

/** Content hashes of what is shown now. */
export async function listPublishedHashes(db: Db): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ hash: string }>`
      select i.content_hash as hash from releases i
      join books b on b.id = i.book_id and b.revision = i.revision
      where i.published_at is not null and i.content_hash is not null`,
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
    sql<{
      pages: BooksTable['numberOfPages'];
    }>`select number_of_pages as pages from books where id = ${bookId}`,
  );
  return row?.pages ?? 0;
}

export async function listEditions(db: Db, slug: string): Promise<string[]> {
  const rows = await many(
    db,
    sql<Pick<BooksTable, 'edition'>>`select edition from books where slug = ${slug}`,
  );
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
    sql<Pick<BooksTable, 'revision'>>`select revision from books where id = ${bookId} for update`,
  );
  return row?.revision ?? 0;
}
