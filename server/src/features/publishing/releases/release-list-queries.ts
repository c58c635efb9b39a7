import type { PendingRelease } from '@vesalius/contract/work-releases';
import { sql } from 'kysely';
import { affected, type Db, many, maybeOne, type Tx } from '../../../platform/database/database.ts';
import type { Slice } from '../../../platform/lists.ts';
import type { BooksTable, ReleasesTable } from '../../../schema/tables.ts';
import type { Finding } from '../works/work-under-check.ts';

export interface ListedRelease
  extends Pick<ReleasesTable, 'revision' | 'note' | 'restoredFrom' | 'barredAt' | 'barReason'> {
  readonly barredBy: string | null;
  readonly publishedAt: Date;
  readonly publishedBy: string | null;
  readonly previous: number | null;
  readonly pages: number;
  readonly isCurrent: boolean;
  readonly canRestore: boolean;
  readonly count: number;
}
const nameOf = (user: string) =>
  sql`(select u.first_name || ' ' || u.second_name from users u where u.id = ${sql.ref(user)})`;
const name = nameOf('r.created_by');

/** Newest first. Releases from before they were stored cannot be restored. */
export const listReleases = (db: Db, bookId: string, { limit, offset }: Slice): Promise<ListedRelease[]> =>
  many(
    db,
    sql<ListedRelease>`select r.revision, r.note, r.restored_from as "restoredFrom", r.published_at as "publishedAt",
        ${name} as "publishedBy", lag(r.revision) over (order by r.revision) as previous,
        coalesce((r.page_runs -> -1 ->> 'last')::int, b.number_of_pages) as pages,
        r.revision = b.revision as "isCurrent", r.barred_at as "barredAt", r.bar_reason as "barReason",
        ${nameOf('r.barred_by')} as "barredBy", r.manifest is not null and r.barred_at is null as "canRestore", count(*) over ()::int as count
      from releases r join books b on b.id = r.book_id
      where r.book_id = ${bookId} and r.published_at is not null
      order by r.revision desc limit ${limit} offset ${offset}`,
  );

const isFrozen = sql`r.publish_at is not null and r.published_at is null`;
const pendingState = (now: Date) => sql`case when r.refused_because is not null then 'refused'
  when r.publish_at <= ${now}::timestamptz then 'publishing' else 'waiting' end`;

export interface Pending extends Pick<ReleasesTable, 'revision' | 'note' | 'workVersion' | 'restoredFrom'> {
  readonly state: PendingRelease['state'];
  readonly publishAt: Date;
  readonly askedBy: string | null;
  readonly findings: readonly Finding[];
}
/** The release that readers do not see yet; one at most. */
export const findPending = (db: Db, bookId: string, now: Date): Promise<Pending | null> =>
  maybeOne(
    db,
    sql<Pending>`select r.revision, r.note, r.work_version as "workVersion", r.restored_from as "restoredFrom",
      r.publish_at as "publishAt", ${name} as "askedBy", ${pendingState(now)} as state,
      coalesce(r.refused_because, '[]') as findings
      from releases r where r.book_id = ${bookId} and ${isFrozen}`,
  );

/** For several works: when a release is due, and its state. */
export const listPending = (
  db: Db,
  bookIds: readonly string[],
  now: Date,
): Promise<(Pick<Pending, 'state' | 'publishAt'> & { bookId: string })[]> =>
  many(
    db,
    sql`select r.book_id as "bookId", r.publish_at as "publishAt", ${pendingState(now)} as state
      from releases r where r.book_id = any(${[...bookIds]}::uuid[]) and ${isFrozen}`,
  );

export interface CurrentRelease {
  readonly revision: number;
  readonly publishedAt: Date | null;
  readonly publishedBy: string | null;
  readonly withdrawnAt: Date | null;
  readonly withdrawnBy: string | null;
  readonly isWithdrawnByStaff: boolean;
  readonly priceCents: BooksTable['priceCents'];
  readonly priceSetIn: 'administration' | 'desk' | null;
  readonly priceSetAt: BooksTable['priceSetAt'];
  readonly priceSetBy: string | null;
}
/** The release that readers see; null for a book that was never published. */
export const findCurrent = (db: Db, bookId: string): Promise<CurrentRelease | null> =>
  maybeOne(
    db,
    sql<CurrentRelease>`select b.revision, r.published_at as "publishedAt", ${name} as "publishedBy",
        b.withdrawn_at as "withdrawnAt", b.withdrawn_by_staff as "isWithdrawnByStaff",
        ${nameOf('b.withdrawn_by')} as "withdrawnBy", b.price_cents as "priceCents", b.price_set_in as "priceSetIn",
        b.price_set_at as "priceSetAt", ${nameOf('b.price_set_by')} as "priceSetBy"
      from books b left join releases r on r.book_id = b.id and r.revision = b.revision where b.id = ${bookId}`,
  );

/** The release that readers see; 0 = none. */
export const findCurrentRevision = async (db: Db, bookId: string): Promise<number> =>
  (await maybeOne(db, sql<Pick<BooksTable, 'revision'>>`select revision from books where id = ${bookId}`))
    ?.revision ?? 0;

/** 0: nothing changed. A withdrawal by staff replaces one by a producer, and keeps its time. */
export const updateWithdrawn = (
  tx: Tx,
  bookId: string,
  withdrawn: { at: Date; by: string; isStaff: boolean } | null,
): Promise<number> =>
  affected(
    tx,
    sql`update books set withdrawn_at = ${withdrawn ? sql`coalesce(withdrawn_at, ${withdrawn.at})` : null},
        withdrawn_by = ${withdrawn?.by ?? null}::uuid, withdrawn_by_staff = ${withdrawn?.isStaff ?? false}
      where id = ${bookId} and ((withdrawn_at is null) <> ${withdrawn === null}
        or (${withdrawn?.isStaff ?? false} and not withdrawn_by_staff))`,
  );

/** Locks the withdrawal until the transaction ends, because it may change concurrently. Null: there is no such book. */
export const lockWithdrawal = (tx: Tx, bookId: string): Promise<{ isByStaff: boolean } | null> =>
  maybeOne(
    tx,
    sql<{ isByStaff: boolean }>`select withdrawn_at is not null and withdrawn_by_staff as "isByStaff"
      from books where id = ${bookId} for no key update`,
  );

/** The published editions of a book, or the requested one. */
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

/** The working copies of a book, or that of the requested edition; for each, whether that release is stored. */
export const listExportable = (
  db: Db,
  slug: string,
  { edition, revision }: { edition: string | null; revision: number | null },
): Promise<{ workId: string; edition: string; title: string; hasRelease: boolean }[]> =>
  many(
    db,
    sql`select w.id as "workId", coalesce(w.manifest ->> 'edition', '') as edition,
        coalesce(w.manifest ->> 'title', '') as title,
        exists (select 1 from releases r where r.book_id = w.id and r.revision = ${revision}::int
          and r.published_at is not null) as "hasRelease"
      from works w where w.manifest ->> 'slug' = ${slug}
        and (${edition}::text is null or coalesce(w.manifest ->> 'edition', '') = ${edition}) order by edition`,
  );
