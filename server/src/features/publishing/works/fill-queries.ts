import { sql } from 'kysely';
import { affected, type Db, many, maybeOne, type Tx } from '../../../platform/database/database.ts';

/** A work has the id of its book. */
export async function findWorkId(
  db: Db,
  { slug, edition }: { slug: string; edition: string },
): Promise<string | null> {
  const row = await maybeOne(
    db,
    sql<{
      id: string;
    }>`select id from works where manifest ->> 'slug' = ${slug} and manifest ->> 'edition' = ${edition}`,
  );
  return row?.id ?? null;
}

export const insertEmptyWork = async (
  tx: Tx,
  { workId, userId, now }: { workId: string; userId: string | null; now: Date },
): Promise<boolean> =>
  (await affected(
    tx,
    sql`insert into works (id, manifest, created_by, created_at, changed_at)
      values (${workId}, '{}', ${userId}, ${now}, ${now}) on conflict (id) do nothing`,
  )) === 1;

/** The names of files whose content changed. */
export const listReplacedFiles = async (
  tx: Tx,
  workId: string,
  files: ReadonlyMap<string, string>,
): Promise<string[]> =>
  (
    await many(
      tx,
      sql<{ path: string }>`select f.path from work_files f
        join unnest(${[...files.keys()]}::text[], ${[...files.values()]}::text[]) as x (path, hash) on x.path = f.path
        where f.work_id = ${workId} and f.asset_hash <> x.hash order by f.path`,
    )
  ).map(({ path }) => path);

export async function upsertWorkFiles(
  tx: Tx,
  {
    workId,
    files,
    userId,
    now,
  }: { workId: string; files: ReadonlyMap<string, string>; userId: string | null; now: Date },
): Promise<void> {
  await sql`insert into work_files (work_id, path, asset_hash, original_name, added_by, added_at)
    select ${workId}::uuid, x.path, x.hash, regexp_replace(x.path, '^.*/', ''), ${userId}::uuid, ${now}::timestamptz
    from unnest(${[...files.keys()]}::text[], ${[...files.values()]}::text[]) as x (path, hash)
    on conflict (work_id, path) do update set asset_hash = excluded.asset_hash, added_by = excluded.added_by,
      added_at = excluded.added_at where work_files.asset_hash <> excluded.asset_hash`.execute(tx);
}

export async function updateWorkReleased(
  tx: Tx,
  { workId, revision, version }: { workId: string; revision: number; version: number },
): Promise<void> {
  await sql`update works set released_revision = ${revision}, released_version = ${version}
    where id = ${workId}`.execute(tx);
}
