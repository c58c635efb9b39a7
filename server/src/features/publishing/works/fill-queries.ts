import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { type Db, jsonb, maybeOne, one, type Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { Manifest } from '../manifest.ts';

type Document = Readonly<Record<string, unknown>>;

/** A book's work has its id. */
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

/**
 * The working copy becomes what a folder says, with its question lists taken in: one change of the history, field by field,
 * that can be undone. Answers its version.
 */
export async function fillWork(
  tx: Tx,
  work: {
    workId: string;
    manifest: Manifest;
    files: ReadonlyMap<string, string>;
    userId: string | null;
    now: Date;
  },
): Promise<number> {
  const { workId, files, userId, now } = work;
  await sql`insert into works (id, manifest, created_by, created_at, changed_at)
    values (${workId}, '{}', ${userId}, ${now}, ${now}) on conflict (id) do nothing`.execute(tx);
  const before = await one(
    tx,
    sql<{
      manifest: Document;
      version: number;
    }>`select manifest, version from works where id = ${workId} for update`,
  );
  const { document, changes } = changedDocument(before.manifest, lean(work.manifest) as Document);
  const version = before.version + changes.length;
  const groupId = newId();
  const rows = changes.map(({ field, value, former }, index) => ({
    version: before.version + index + 1,
    operation: { op: 'set', path: [field], ...(value === undefined ? {} : { value }) },
    inverse: { op: 'set', path: [field], ...(former === undefined ? {} : { value: former }) },
  }));
  await sql`insert into work_operations (work_id, version, operation, inverse, group_id, user_id, made_at)
    select ${workId}::uuid, x.version, x.operation, x.inverse, ${groupId}::uuid, ${userId}::uuid, ${now}::timestamptz
    from jsonb_to_recordset(${jsonb(rows)}) as x(version int, operation jsonb, inverse jsonb)`.execute(tx);
  await sql`update works set manifest = ${jsonb(document)}, version = ${version}, changed_at = ${now}
    where id = ${workId}`.execute(tx);
  await sql`insert into work_files (work_id, path, asset_hash, original_name, added_by, added_at)
    select ${workId}::uuid, x.path, x.hash, regexp_replace(x.path, '^.*/', ''), ${userId}::uuid, ${now}::timestamptz
    from unnest(${[...files.keys()]}::text[], ${[...files.values()]}::text[]) as x (path, hash)
    on conflict (work_id, path) do update set asset_hash = excluded.asset_hash, added_by = excluded.added_by,
      added_at = excluded.added_at where work_files.asset_hash <> excluded.asset_hash`.execute(tx);
  return version;
}

export async function updateWorkReleased(
  tx: Tx,
  { workId, revision, version }: { workId: string; revision: number; version: number },
): Promise<void> {
  await sql`update works set released_revision = ${revision}, released_version = ${version}
    where id = ${workId}`.execute(tx);
}

/** A field that says the same stays, with the ids of its entries. */
function changedDocument(before: Document, after: Document) {
  const changes: { field: string; value: unknown; former: unknown }[] = [];
  const document: Record<string, unknown> = {};
  for (const field of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const former = before[field];
    const stays = isDeepStrictEqual(withoutIds(former), after[field]);
    const value = stays ? former : withIds(after[field]);
    if (value !== undefined) document[field] = value;
    if (!stays) changes.push({ field, value, former });
  }
  return { document, changes };
}

/** Without what says nothing: absent fields and empty lists. */
function lean(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lean);
  if (value === null || typeof value !== 'object') return value;
  const fields = Object.entries(value)
    .map(([name, inner]) => [name, lean(inner)] as const)
    .filter(([, inner]) => inner !== undefined && !(Array.isArray(inner) && inner.length === 0));
  return Object.fromEntries(fields);
}

/** Entries of lists are known by their key, or by an id of their own. */
function withIds(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map((entry) => {
      const fields = withIds(entry);
      const isEntry = fields !== null && typeof fields === 'object' && !Array.isArray(fields);
      return isEntry && !('key' in fields) ? { _id: randomBytes(6).toString('hex'), ...fields } : fields;
    });
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withIds(inner)]));
}

export function withoutIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutIds);
  if (value === null || typeof value !== 'object') return value;
  const fields = Object.entries(value).filter(([name]) => name !== '_id');
  return Object.fromEntries(fields.map(([name, inner]) => [name, withoutIds(inner)]));
}
