import type { PageRun } from '@vesalius/contract/page-runs';
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
import type { BooksTable, ReleasesTable } from '../../../schema/tables.ts';
import type { Manifest } from '../manifest.ts';
import { nextRevision } from '../page-sets/page-set-queries.ts';
import type { Finding } from '../works/work-under-check.ts';

/* The releases of books: those that are being published, and those that were. */

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

/**
 * The earlier editions of which the publication of this manifest changes whether they are sold, or how long they can be
 * read: the one that it replaces, and the one that the published release replaces.
 */
export async function listChangedReplaced(
  db: Db,
  bookId: string,
  { slug, replaces }: Pick<Manifest, 'slug' | 'replaces'>,
): Promise<string[]> {
  const published = await maybeOne(
    db,
    sql<
      Pick<BooksTable, 'oldVersionBookId' | 'readableUntil'>
    >`select old_version_book_id as "oldVersionBookId",
      readable_until::text as "readableUntil" from books where id = ${bookId}`,
  );
  const before = published?.oldVersionBookId ?? null;
  const after = replaces ? await findBookId(db, { slug, edition: replaces.edition }) : null;
  const isSame =
    before === after && (published?.readableUntil ?? null) === (replaces?.readable_until ?? null);
  return isSame ? [] : [...new Set([before, after])].filter((id) => id !== null);
}

/**
 * Takes the next number by inserting the row: concurrent releases get different folders. The desk holds the work, a command
 * may be the first to make it, so the lock is of the number itself.
 */
export async function insertRelease(
  db: Tx,
  row: Edition & {
    bookId: string;
    contentHash: string | null;
    packages: string[];
    programs: string[];
    createdBy: string | null;
    note: string;
    restoredFrom: number | null;
    publishAt?: Date | null;
    workVersion?: number | null;
    now: Date;
  },
): Promise<number> {
  const { bookId, slug, edition, contentHash, packages, programs, createdBy, note, restoredFrom, now } = row;
  const { publishAt = null, workVersion = null } = row;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`release ${bookId}`}, 0))`.execute(db);
  const { revision } = await one(
    db,
    sql<{ revision: number }>`
      insert into releases (book_id, revision, slug, edition, content_hash, packages, programs, started_at,
        created_by, note, restored_from, publish_at, work_version)
      select ${bookId}::uuid, ${nextRevision(bookId)}, ${slug}, ${edition}, ${contentHash}, ${jsonb(packages)},
        ${jsonb(programs)}, ${now}, ${createdBy}, ${note}, ${restoredFrom}, ${publishAt}::timestamptz, ${workVersion}::int
      returning revision`,
  );
  return revision;
}

/** Stores the frozen content of a release that waits for its time. */
export async function updateReleaseFrozen(
  tx: Tx,
  { bookId, revision }: Revision,
  frozen: { manifest: Manifest; files: ReadonlyMap<string, string>; runs: readonly PageRun[] },
): Promise<void> {
  await sql`update releases set manifest = ${jsonb(frozen.manifest)}, page_runs = ${jsonb(frozen.runs)}
    where book_id = ${bookId} and revision = ${revision}`.execute(tx);
  await insertReleaseFiles(tx, { bookId, revision }, frozen.files);
}

/** Stores the published content too, so that it can be published again. False: the release was deleted with its draft. */
export async function updateReleasePublished(
  tx: Tx,
  { bookId, revision }: Revision,
  frozen: { manifest: Manifest; files: ReadonlyMap<string, string>; runs: readonly PageRun[]; now: Date },
): Promise<boolean> {
  const updated = await affected(
    tx,
    sql`update releases set published_at = ${frozen.now}, manifest = ${jsonb(frozen.manifest)},
    page_runs = ${jsonb(frozen.runs)} where book_id = ${bookId} and revision = ${revision}`,
  );
  if (updated === 0) return false;
  await insertReleaseFiles(tx, { bookId, revision }, frozen.files);
  return true;
}

export async function insertReleaseFiles(
  tx: Tx,
  { bookId, revision }: Revision,
  files: ReadonlyMap<string, string>,
): Promise<void> {
  await sql`insert into release_files (book_id, revision, path, asset_hash)
    select ${bookId}::uuid, ${revision}::int, x.path, x.hash
    from unnest(${[...files.keys()]}::text[], ${[...files.values()]}::text[]) as x (path, hash)
    on conflict (book_id, revision, path) do nothing`.execute(tx);
}

export interface ReleaseRow
  extends Revision,
    Edition,
    Pick<ReleasesTable, 'publishedAt' | 'publishAt' | 'workVersion' | 'createdBy' | 'note' | 'restoredFrom'> {
  readonly manifest: Manifest | null;
  readonly runs: readonly PageRun[] | null;
  /** Whether it was requested for a later time. */
  readonly isScheduled: boolean;
  /** Why it was not published. */
  readonly refusedBecause: readonly Finding[] | null;
}
export const findReleaseRow = (db: Db, { bookId, revision }: Revision): Promise<ReleaseRow | null> =>
  maybeOne(
    db,
    sql<ReleaseRow>`select book_id as "bookId", revision, slug, edition, manifest, page_runs as runs,
      published_at as "publishedAt", publish_at as "publishAt", work_version as "workVersion",
      created_by as "createdBy", note, restored_from as "restoredFrom", refused_because as "refusedBecause",
      coalesce(publish_at > started_at, false) as "isScheduled" from releases where book_id = ${bookId} and revision = ${revision}`,
  );

export async function listReleaseFiles(db: Db, { bookId, revision }: Revision): Promise<Map<string, string>> {
  const rows = await many(
    db,
    sql<{ path: string; hash: string }>`select path, asset_hash as hash from release_files
      where book_id = ${bookId} and revision = ${revision} order by path`,
  );
  return new Map(rows.map(({ path, hash }) => [path, hash]));
}

/** 0: it was published, waits for its time, or is deleted; or the number is that of a release that started later. */
export const deleteUnpublished = (
  db: Db,
  { bookId, revision, startedUntil }: Revision & { startedUntil: Date },
): Promise<number> =>
  affected(
    db,
    sql`delete from releases where book_id = ${bookId} and revision = ${revision} and published_at is null
      and publish_at is null and started_at <= ${startedUntil}`,
  );

/** A release that readers do not see yet. One that takes its place may get its number, so the time tells them apart. */
export interface Frozen extends Revision {
  readonly publishAt: Date;
}
const isFrozen = ({
  bookId,
  revision,
  publishAt,
}: Frozen) => sql`book_id = ${bookId} and revision = ${revision}
  and publish_at = ${publishAt} and published_at is null`;

/** 0: it was published or canceled. */
export const deleteFrozen = (tx: Tx, frozen: Frozen): Promise<number> =>
  affected(tx, sql`delete from releases where ${isFrozen(frozen)}`);

/** Locks the release until the transaction ends, so that it cannot be canceled; false = it was. */
export const holdFrozen = async (tx: Tx, frozen: Frozen): Promise<boolean> =>
  (await maybeOne(tx, sql`select 1 from releases where ${isFrozen(frozen)} for update`)) !== null;

/** False: it was canceled meanwhile. */
export const updateRefused = async (tx: Tx, frozen: Frozen, findings: readonly Finding[]): Promise<boolean> =>
  (await affected(
    tx,
    sql`update releases set refused_because = ${jsonb(findings)} where ${isFrozen(frozen)}`,
  )) === 1;

/** Whether rows that are cleaned up one by one name files below a release's folder. */
export async function hasFilesInFolder(db: Db, folder: string): Promise<boolean> {
  const row = await maybeOne(
    db,
    sql`select 1 from renditions where starts_with(storage_key, ${`${folder}/`})
      union all select 1 from page_sets where 'books/' || work_id || '/' || number = ${folder} limit 1`,
  );
  return row !== null;
}

/** The packages and programs that the book's earlier imports named. */
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

/** The content hashes of all folders that were ever published. */
export async function listPublishedHashes(db: Db): Promise<string[]> {
  const rows = await many(
    db,
    sql<{ hash: string }>`select distinct content_hash as hash from releases
      where published_at is not null and content_hash is not null`,
  );
  return rows.map(({ hash }) => hash);
}

/** Whether readers see the book already: a new release date does not take it out of the shop. */
export const isShown = async (db: Db, { slug, edition }: Edition, now: Date): Promise<boolean> =>
  (await maybeOne(
    db,
    sql`select 1 from books where slug = ${slug} and edition = ${edition} and published_at <= ${now}`,
  )) !== null;

/** Whether readers see, or are going to see, a release that was published without a folder. */
export const isPublishedOnDesk = async (db: Db, { slug, edition }: Edition): Promise<boolean> =>
  (await maybeOne(
    db,
    sql`select 1 from releases r join works w on w.id = r.book_id left join books b on b.id = r.book_id
      where w.manifest ->> 'slug' = ${slug} and w.manifest ->> 'edition' = ${edition} and r.content_hash is null
        and (r.revision = b.revision or (r.publish_at is not null and r.published_at is null)) limit 1`,
  )) !== null;

export async function listEditions(db: Db, slug: string): Promise<string[]> {
  const rows = await many(
    db,
    sql<Pick<BooksTable, 'edition'>>`select edition from books where slug = ${slug}`,
  );
  return rows.map(({ edition }) => edition);
}

/** The published last day on which the edition that this one replaces can be read. */
export const findLastDay = async (db: Db, { slug, edition }: Edition): Promise<string | null> =>
  (
    await maybeOne(
      db,
      sql<
        Pick<BooksTable, 'readableUntil'>
      >`select readable_until as "readableUntil" from books where slug = ${slug} and edition = ${edition} and published_at is not null`,
    )
  )?.readableUntil ?? null;

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

/** Locks the book's row until the transaction ends; 0 = there is none yet. */
export async function lockRevision(tx: Tx, bookId: string): Promise<number> {
  const row = await maybeOne(
    tx,
    sql<Pick<BooksTable, 'revision'>>`select revision from books where id = ${bookId} for update`,
  );
  return row?.revision ?? 0;
}
