import { sql } from 'kysely';
import { type Db, maybeOne, type Tx } from '../../../platform/database/database.ts';
import type { WorkFilesTable } from '../../../schema/tables.ts';
import type { WorkFileRow } from './work-queries.ts';

/** The fields of a manifest that name one file. */
const FILE_FIELDS = ['pdf', 'cover', 'file', 'poster', 'image', 'photo', 'justification_image'];

/** Whether the manifest `c.manifest` names the file `f`, or a folder above it. */
export const isNamed = sql`exists (select 1
  from jsonb_path_query(c.manifest, 'strict $.** ? (@.type() == "object").keyvalue()') as field,
    lateral (select field ->> 'key' as name, field -> 'value' as value) v,
    lateral (select rtrim(value #>> '{}', '/') as path
      union all select jsonb_path_query(value, '$[*]') #>> '{}' where name = 'samples') n
  where case name when 'folder' then n.path <> '' and starts_with(f.path, n.path || '/')
    when 'samples' then f.path = n.path
    else name = any(${FILE_FIELDS}) and f.path = n.path end)`;

export const findWorkFile = (db: Db, workId: string, path: string): Promise<WorkFileRow | null> =>
  maybeOne(
    db,
    sql<WorkFileRow>`select f.path, f.asset_hash as "assetHash", f.original_name as "originalName",
        f.added_by as "addedBy", f.added_at as "addedAt", a.media_type as "mediaType", a.bytes::float8 as bytes
      from work_files f join assets a on a.hash = f.asset_hash where f.work_id = ${workId} and f.path = ${path}`,
  );

/** The work must be locked, and the paths free. One statement: nobody else edits the work meanwhile. */
export async function insertWorkFiles(
  tx: Tx,
  workId: string,
  files: readonly Pick<WorkFilesTable, 'path' | 'assetHash' | 'originalName'>[],
  { addedBy, now }: { addedBy: string | null; now: Date },
): Promise<void> {
  await sql`insert into work_files (work_id, path, asset_hash, original_name, added_by, added_at)
    select ${workId}, f.path, f.hash, f.name, ${addedBy}::uuid, ${now}::timestamptz
    from unnest(${files.map(({ path }) => path)}::text[], ${files.map(({ assetHash }) => assetHash)}::text[],
      ${files.map(({ originalName }) => originalName)}::text[]) as f (path, hash, name)`.execute(tx);
}

/** The work must be locked, and the path free. */
export async function insertWorkFile(
  tx: Tx,
  file: Pick<WorkFilesTable, 'workId' | 'path' | 'assetHash' | 'originalName' | 'addedBy'> & { now: Date },
): Promise<void> {
  await sql`insert into work_files (work_id, path, asset_hash, original_name, added_by, added_at)
    values (${file.workId}, ${file.path}, ${file.assetHash}, ${file.originalName}, ${file.addedBy}, ${file.now})`.execute(
    tx,
  );
  await sql`delete from removed_work_files
    where work_id = ${file.workId} and path = ${file.path} and asset_hash = ${file.assetHash}`.execute(tx);
}
