import { type RawBuilder, sql } from 'kysely';
import { affected, type Db, many, maybeOne, one, type Tx } from '../../../platform/database/database.ts';
import type { WorkApprovalsTable } from '../../../schema/tables.ts';
import { isNamed } from '../works/file-queries.ts';
import { isChanged } from '../works/work-queries.ts';

/**
 * Whether the account `u` may approve the work: it is an author or editor of the book in that role, and not its
 * producer. What producers made is reviewed by another person.
 */
const isApprover = (workId: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  u.deleted_at is null and u.email_verified_at is not null and u.role in ('author', 'editor')
  and exists (select 1 from book_assignments a
    where a.book_id = ${workId} and lower(a.email) = lower(u.email) and a.role = u.role)
  and not exists (select 1 from book_assignments a
    where a.book_id = ${workId} and lower(a.email) = lower(u.email) and a.role = 'producer'))`;

/**
 * For an approval as `v`: no file that its version names was added, removed or put back after it was given. A frozen
 * release contains no file that was added later; an approval given after such a change is of other content.
 */
export const isOfContent = (frozenRevision: number | null = null) => sql`not exists (
  select 1 from work_files f join works c on c.id = f.work_id
  where c.id = v.work_id and c.version = v.version and f.added_at > v.given_at
    and f.added_at <= coalesce((select r.started_at from releases r
      where r.book_id = v.work_id and r.revision = ${frozenRevision}::int), 'infinity')
    and ${isNamed}
    -- Keeps it from becoming a join, which would look each file up in the manifest before it compares the times.
    offset 0)
  and (${frozenRevision}::int is not null or not exists (
    select 1 from works c where c.id = v.work_id and c.version = v.version and c.named_files_changed_at > v.given_at))
  and not exists (
    select 1 from releases r join works c on c.id = r.book_id
    where r.book_id = v.work_id and r.revision = ${frozenRevision}::int and v.given_at > r.started_at
      and (c.named_files_changed_at > r.started_at or exists (select 1 from work_files f
        where f.work_id = c.id and f.added_at > r.started_at and f.added_at <= v.given_at and ${isNamed})))`;

/** For an approval as `v` of the work `w`: the release of the working copy was made after it was given. */
const isUsed = sql`(v.version <= w.released_version and exists (select 1 from releases r
  where r.book_id = w.id and r.revision = w.released_revision and r.started_at >= v.given_at))`;

/** The role in which the user may approve; null if they may not. */
export const findApproverRole = async (
  db: Db,
  workId: string,
  userId: string,
): Promise<WorkApprovalsTable['role'] | null> =>
  (
    await maybeOne(
      db,
      sql<Pick<WorkApprovalsTable, 'role'>>`select u.role from users u
        where u.id = ${userId} and ${isApprover(sql`${workId}::uuid`)}`,
    )
  )?.role ?? null;

const demandOf = (publisher: RawBuilder<unknown>, workId: RawBuilder<unknown>) => sql<{ needed: number }>`
  select coalesce(max(p.required_approvals), 0)::int as needed from publishers p
  where p.slug = ${publisher} or p.id = (select b.publisher_id from books b where b.id = ${workId})`;

/**
 * The number of approvals that a release of the work needs. Naming another publisher, or none, does not avoid the
 * demand of the publisher of the book that readers see.
 */
export const findDemand = async (
  db: Db,
  { workId, publisher }: { workId: string; publisher: string | null },
): Promise<number> => (await one(db, demandOf(sql`${publisher}::text`, sql`${workId}::uuid`))).needed;

/** The approvals of a version that are valid now. */
export const countApprovals = async (
  db: Db,
  {
    workId,
    version,
    frozenRevision = null,
  }: { workId: string; version: number | null; frozenRevision?: number | null },
): Promise<number> =>
  (
    await one(
      db,
      sql<{
        given: number;
      }>`select count(*)::int as given from work_approvals v join users u on u.id = v.user_id
        where v.work_id = ${workId} and v.version = ${version}::int and ${isApprover(sql`v.work_id`)} and ${isOfContent(frozenRevision)}`,
    )
  ).given;

/** The missing approvals of each work whose current content is not published. */
export const listMissingApprovals = (
  db: Db,
  workIds: readonly string[],
): Promise<{ workId: string; count: number }[]> =>
  many(
    db,
    sql<{ workId: string; count: number }>`select w.id as "workId", greatest(d.needed - (
        select count(*) from work_approvals v join users u on u.id = v.user_id
        where v.work_id = w.id and v.version = w.version and ${isApprover(sql`v.work_id`)} and ${isOfContent()}), 0)::int as count
      from works w cross join lateral (${demandOf(sql`w.manifest #>> '{publisher,slug}'`, sql`w.id`)}) d
      where w.id = any(${[...workIds]}::uuid[]) and (w.released_version is null or ${isChanged})`,
  );

export interface ListedApproval extends Pick<WorkApprovalsTable, 'userId' | 'version' | 'givenAt'> {
  /** The giver may still approve, and the approval covers all files that the version names. */
  readonly isStanding: boolean;
}
/** The last approval of each user. */
export const listApprovals = (db: Db, workId: string): Promise<ListedApproval[]> =>
  many(
    db,
    sql<ListedApproval>`select distinct on (v.user_id) v.user_id as "userId", v.version, v.given_at as "givenAt",
        (${isApprover(sql`v.work_id`)} and ${isOfContent()}) as "isStanding"
      from work_approvals v join users u on u.id = v.user_id where v.work_id = ${workId}
      order by v.user_id, v.version desc`,
  );

/** 0: the user gave it already, and no file was added, removed or put back since. */
export const insertApproval = (
  tx: Tx,
  row: Pick<WorkApprovalsTable, 'workId' | 'userId' | 'version' | 'role'>,
  now: Date,
): Promise<number> =>
  affected(
    tx,
    sql`insert into work_approvals (work_id, user_id, version, role, given_at)
      values (${row.workId}, ${row.userId}, ${row.version}, ${row.role}, ${now})
      -- Given again after the files of the version changed.
      on conflict (work_id, user_id, version) do update set given_at = excluded.given_at
        where exists (select 1 from works c
          where c.id = work_approvals.work_id and (c.named_files_changed_at > work_approvals.given_at
            or exists (select 1 from work_files f
              where f.work_id = c.id and f.added_at > work_approvals.given_at and ${isNamed})))`,
  );

/** Deletes the approvals that no release has used yet. Returns their versions, latest first. */
export const deleteApprovals = async (tx: Tx, workId: string, userId: string): Promise<number[]> => {
  const rows = await many(
    tx,
    sql<{ version: number }>`delete from work_approvals v using works w
      where w.id = v.work_id and v.work_id = ${workId} and v.user_id = ${userId}
        and not coalesce(${isUsed}, false)
      returning v.version`,
  );
  return rows.map(({ version }) => version).toSorted((one, other) => other - one);
};

/** Whether a release used the user's approval of the current version. */
export const isApprovalUsed = async (tx: Tx, workId: string, userId: string): Promise<boolean> =>
  (await maybeOne(
    tx,
    sql`select 1 from work_approvals v join works w on w.id = v.work_id
      where v.work_id = ${workId} and v.user_id = ${userId} and v.version = w.version and ${isUsed}`,
  )) !== null;

/**
 * Users whose approval of this version is used by no release, neither by the one that readers see nor by one that
 * waits.
 */
export const listUnusedApprovers = (
  tx: Tx,
  workId: string,
  version: number,
): Promise<Pick<WorkApprovalsTable, 'userId' | 'givenAt'>[]> =>
  many(
    tx,
    sql<
      Pick<WorkApprovalsTable, 'userId' | 'givenAt'>
    >`select v.user_id as "userId", v.given_at as "givenAt" from work_approvals v join works w on w.id = v.work_id
      where v.work_id = ${workId} and v.version = ${version} and not coalesce(${isUsed}, false)
        and not exists (select 1 from releases r where r.book_id = v.work_id and r.work_version = v.version
          and r.started_at >= v.given_at and r.refused_because is null)`,
  );

/**
 * The content of a letter about an approval that is not valid any more; null if there is nothing to tell by now. An
 * approval given again after `givenAt` is another one, with a letter of its own.
 */
export const findVoid = (
  db: Db,
  {
    workId,
    userId,
    version,
    givenAt = null,
  }: { workId: string; userId: string; version: number; givenAt?: Date | null },
): Promise<{ title: string; givenAt: Date } | null> =>
  maybeOne(
    db,
    sql<{ title: string; givenAt: Date }>`
      select coalesce(w.manifest ->> 'title', '') as title, v.given_at as "givenAt"
      from work_approvals v join works w on w.id = v.work_id join users u on u.id = v.user_id
      where v.work_id = ${workId} and v.user_id = ${userId} and v.version = ${version}
        and (${givenAt}::timestamptz is null or v.given_at = ${givenAt})
        and (w.version > v.version or not ${isOfContent()})
        and ${isApprover(sql`v.work_id`)}
        and not exists (select 1 from work_approvals l
          where l.work_id = v.work_id and l.user_id = v.user_id and l.version > v.version)
        and not exists (select 1 from releases r where r.book_id = v.work_id and r.work_version >= v.version
          and r.started_at >= v.given_at and r.refused_because is null)`,
  );

/** Whether the current version of the work names the file, or a folder above it. */
export const isFileNamed = async (tx: Tx, workId: string, path: string): Promise<boolean> =>
  (await maybeOne(
    tx,
    sql`select 1 from works c join work_files f on f.work_id = c.id
      where c.id = ${workId} and f.path = ${path} and ${isNamed}`,
  )) !== null;
