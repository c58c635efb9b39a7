import { sql } from 'kysely';
import { affected, type Db, many, maybeOne, type Tx } from '../../../platform/database/database.ts';
import type { FileRemovalsTable, RemovedWorkFilesTable } from '../../../schema/tables.ts';

/** The file `f`, or the files in a folder. */
const isAt = (path: string) => sql`(f.path = ${path} or starts_with(f.path, ${`${path}/`}))`;

export const listPathsAt = async (db: Db, workId: string, path: string): Promise<string[]> =>
  (
    await many(
      db,
      sql<{ path: string }>`select f.path from work_files f where f.work_id = ${workId} and ${isAt(path)}`,
    )
  ).map((row) => row.path);

/** How many files are there, or null if one of them came later than that. */
export async function countPathsOf(
  db: Db,
  workId: string,
  { path, madeAt }: { path: string; madeAt: Date },
): Promise<number | null> {
  const [counted] = await many(
    db,
    sql<{ count: number; isLater: boolean | null }>`select count(*)::int as count,
      bool_or(f.added_at > ${madeAt}) as "isLater" from work_files f where f.work_id = ${workId} and ${isAt(path)}`,
  );
  return counted && !counted.isLater ? counted.count : null;
}

/** Answers 0 for an id that was used before, whatever became of its files. */
export const insertRemoval = (
  tx: Tx,
  { workId, id, now }: Pick<FileRemovalsTable, 'workId' | 'id'> & { now: Date },
): Promise<number> =>
  affected(
    tx,
    sql`insert into file_removals (work_id, id, removed_at) values (${workId}, ${id}, ${now})
      on conflict do nothing`,
  );

export const isRestored = async (
  db: Db,
  { workId, id }: Pick<FileRemovalsTable, 'workId' | 'id'>,
): Promise<boolean> =>
  (await maybeOne(
    db,
    sql`select 1 from file_removals where work_id = ${workId} and id = ${id} and restored_at is not null`,
  )) !== null;

export interface NewRemoval extends Pick<RemovedWorkFilesTable, 'workId' | 'path' | 'removalId'> {
  readonly removedBy: string;
  readonly now: Date;
}
/** The same content that was removed under the same name before is part of the newer removal. */
export const moveToRemoved = (
  tx: Tx,
  { workId, path, removalId, removedBy, now }: NewRemoval,
): Promise<number> =>
  affected(
    tx,
    sql`with gone as (
        delete from work_files f where f.work_id = ${workId} and ${isAt(path)} returning f.*)
      insert into removed_work_files
        (work_id, path, asset_hash, original_name, added_by, added_at, removal_id, removed_by, removed_at)
      select work_id, path, asset_hash, original_name, added_by, added_at, ${removalId}::uuid, ${removedBy}::uuid,
        ${now}::timestamptz from gone
      on conflict (work_id, path, asset_hash) do update set removal_id = excluded.removal_id,
        removed_by = excluded.removed_by, removed_at = excluded.removed_at`,
  );

export interface RemovedFile
  extends Pick<RemovedWorkFilesTable, 'removalId' | 'path' | 'assetHash' | 'removedAt'> {
  readonly bytes: number;
  readonly mediaType: string;
  readonly removedBy: string | null;
}
/** Newest first. */
export const listRemovedFiles = (db: Db, workId: string): Promise<RemovedFile[]> =>
  many(
    db,
    sql<RemovedFile>`select f.removal_id as "removalId", f.path, f.asset_hash as "assetHash",
        f.removed_at as "removedAt", a.bytes::float8 as bytes, a.media_type as "mediaType",
        (select u.first_name || ' ' || u.second_name from users u
          where u.id = f.removed_by and u.deleted_at is null) as "removedBy"
      from removed_work_files f join assets a on a.hash = f.asset_hash
      where f.work_id = ${workId} order by f.removed_at desc, f.removal_id, f.path`,
  );

/** False: another file has one of the names. */
export const areNamesFree = async (db: Db, workId: string, removalId: string): Promise<boolean> =>
  (await maybeOne(
    db,
    sql`select 1 from removed_work_files f join work_files w on w.work_id = f.work_id and w.path = f.path
      where f.work_id = ${workId} and f.removal_id = ${removalId} limit 1`,
  )) === null;

export async function updateNamedFilesChanged(tx: Tx, workId: string, now: Date): Promise<void> {
  await sql`update works set named_files_changed_at = ${now} where id = ${workId}`.execute(tx);
}

/** Approvals and previews count them as added now. */
export async function moveBack(
  tx: Tx,
  { workId, removalId, now }: { workId: string; removalId: string; now: Date },
): Promise<void> {
  await sql`with back as (
      delete from removed_work_files where work_id = ${workId} and removal_id = ${removalId} returning *)
    insert into work_files (work_id, path, asset_hash, original_name, added_by, added_at)
    select work_id, path, asset_hash, original_name, added_by, ${now}::timestamptz from back`.execute(tx);
  await sql`update file_removals set restored_at = ${now} where work_id = ${workId} and id = ${removalId}`.execute(
    tx,
  );
}
