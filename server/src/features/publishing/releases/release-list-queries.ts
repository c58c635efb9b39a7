import { sql } from 'kysely';
import { affected, type Db, many, maybeOne, type Tx } from '../../../platform/database/database.ts';
import type { Slice } from '../../../platform/lists.ts';
import type { BooksTable, ReleasesTable } from '../../../schema/tables.ts';

export interface ListedRelease extends Pick<ReleasesTable, 'revision' | 'note' | 'restoredFrom'> {
  readonly publishedAt: Date;
  readonly publishedBy: string | null;
  readonly pages: number;
  readonly isCurrent: boolean;
  readonly canRestore: boolean;
  readonly count: number;
}
const name = sql`(select u.first_name || ' ' || u.second_name from users u where u.id = r.created_by)`;

/** The newest first. Releases from before they were kept cannot be restored. */
export const listReleases = (db: Db, bookId: string, { limit, offset }: Slice): Promise<ListedRelease[]> =>
  many(
    db,
    sql<ListedRelease>`select r.revision, r.note, r.restored_from as "restoredFrom", r.published_at as "publishedAt",
        ${name} as "publishedBy", coalesce((r.page_runs -> -1 ->> 'last')::int, b.number_of_pages) as pages,
        r.revision = b.revision as "isCurrent", r.manifest is not null as "canRestore", count(*) over ()::int as count
      from releases r join books b on b.id = r.book_id
      where r.book_id = ${bookId} and r.published_at is not null
      order by r.revision desc limit ${limit} offset ${offset}`,
  );

export interface Scheduled extends Pick<ReleasesTable, 'revision' | 'note' | 'workVersion'> {
  readonly publishAt: Date;
  readonly askedBy: string | null;
}
/** What waits for its time; one at most. */
export const findScheduled = (db: Db, bookId: string): Promise<Scheduled | null> =>
  maybeOne(
    db,
    sql<Scheduled>`select r.revision, r.note, r.work_version as "workVersion", r.publish_at as "publishAt",
      ${name} as "askedBy" from releases r
      where r.book_id = ${bookId} and r.publish_at is not null and r.published_at is null`,
  );

export const findWithdrawnAt = async (db: Db, bookId: string): Promise<Date | null> =>
  (
    await maybeOne(
      db,
      sql<
        Pick<BooksTable, 'withdrawnAt'>
      >`select withdrawn_at as "withdrawnAt" from books where id = ${bookId}`,
    )
  )?.withdrawnAt ?? null;

export const isBook = async (db: Db, bookId: string): Promise<boolean> =>
  (await maybeOne(db, sql`select 1 from books where id = ${bookId}`)) !== null;

/** 0: it was so already. */
export const updateWithdrawn = (tx: Tx, bookId: string, withdrawnAt: Date | null): Promise<number> =>
  affected(
    tx,
    sql`update books set withdrawn_at = ${withdrawnAt}
      where id = ${bookId} and (withdrawn_at is null) <> ${withdrawnAt === null}`,
  );

/** The published editions of a book, or the one that is meant. */
export const findPublished = (
  db: Db,
  slug: string,
  edition: string | null,
): Promise<(Pick<BooksTable, 'edition' | 'title' | 'revision'> & { bookId: string })[]> =>
  many(
    db,
    sql`select id as "bookId", edition, title, revision from books
      where slug = ${slug} and revision > 0 and (${edition}::text is null or edition = ${edition}) order by edition`,
  );
