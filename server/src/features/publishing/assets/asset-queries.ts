import { type RawBuilder, sql } from 'kysely';
import { affected, type Db, jsonb, many, maybeOne, type Tx } from '../../../platform/database/database.ts';
import type { AssetsTable, RenditionsTable } from '../../../schema/tables.ts';

export interface Claim {
  /** The operation that stores it. When the operation fails, what it alone claimed is deleted. Null: no operation. */
  readonly claim: string | null;
  readonly now: Date;
}

/** The claim after another operation claims the same row: a row with two claims is left to the daily clean-up. */
const sharedClaim = (table: string, claim: string | null) =>
  sql`case when ${sql.ref(table)}.claim = ${claim}::uuid then ${sql.ref(table)}.claim end`;

/** True if the asset exists. Restarts the day after which an unused asset is deleted. */
export const touchAsset = async (db: Db, hash: string, now: Date): Promise<boolean> =>
  (await affected(
    db,
    sql`update assets set unused_since = case when unused_since is null then null else ${now}::timestamptz end
      where hash = ${hash}`,
  )) === 1;

/** Inserted before the file is stored, so that a killed process leaves no file without a row. */
export async function claimAsset(
  db: Db,
  asset: Pick<AssetsTable, 'hash' | 'mediaType'> & { bytes: number },
  { claim, now }: Claim,
): Promise<void> {
  await sql`insert into assets (hash, bytes, media_type, stored_at, unused_since, claim)
    values (${asset.hash}, ${asset.bytes}, ${asset.mediaType}, ${now}, ${now}, ${claim})
    on conflict (hash) do update set unused_since = ${now}, claim = ${sharedClaim('assets', claim)}`.execute(
    db,
  );
}

export interface RenditionKey {
  readonly assetHash: string;
  readonly purpose: Purpose;
  /** The scope of a grant: files with the same place can be opened together; '' = public. */
  readonly place: string;
}
export type Purpose =
  | 'cover'
  | 'portrait'
  | 'samples'
  | 'packages'
  | 'programs'
  | 'question'
  | 'image'
  | 'thumbnail'
  | 'poster'
  | 'video'
  | 'converted-video'
  | 'captions'
  | 'descriptions'
  | 'dicom-refuse'
  | 'dicom-remove'
  | 'study-report'
  | 'proposals';

export interface Rendition {
  readonly storageKey: RenditionsTable['storageKey'];
  readonly facts: Readonly<Record<string, unknown>>;
  /** Of a reader's copy of a DICOM file or a video; absent: it was not written by this version of the program. */
  readonly cleaningVersion?: number;
}

const columns = sql`storage_key as "storageKey", facts`;
const isRendition = ({ assetHash, purpose, place }: RenditionKey) =>
  sql`asset_hash = ${assetHash} and purpose = ${purpose} and place = ${place}`;

export const claimRendition = (db: Db, key: RenditionKey, { claim, now }: Claim): Promise<Rendition | null> =>
  maybeOne(
    db,
    sql<Rendition>`update renditions set unused_since = ${now}, claim = ${sharedClaim('renditions', claim)}
      where ${isRendition(key)} returning ${columns}`,
  );

export const findRendition = (db: Db, key: RenditionKey): Promise<Rendition | null> =>
  maybeOne(db, sql<Rendition>`select ${columns} from renditions where ${isRendition(key)}`);

/** Returns the stored rendition: of two concurrent inserts, the first one. */
export async function insertRendition(
  db: Db,
  key: RenditionKey,
  { storageKey, facts, cleaningVersion = 1 }: Rendition,
  { claim, now }: Claim,
): Promise<Rendition> {
  const { assetHash, purpose, place } = key;
  const [row] = await many(
    db,
    sql<Rendition>`insert into renditions
        (asset_hash, purpose, place, storage_key, facts, cleaning_version, made_at, unused_since, claim)
      values (${assetHash}, ${purpose}, ${place}, ${storageKey}, ${jsonb(facts)}, ${cleaningVersion}, ${now}, ${now},
        ${claim})
      on conflict (asset_hash, purpose, place) do update set claim = ${sharedClaim('renditions', claim)}
      returning ${columns}`,
  );
  return row as Rendition;
}

/** After the file of the rendition was written again, or deleted. */
export async function updateCleaned(
  db: Db,
  key: RenditionKey,
  { facts, version }: { facts: Rendition['facts']; version: number },
): Promise<void> {
  await sql`update renditions set facts = ${jsonb(facts)}, cleaning_version = ${version}
    where ${isRendition(key)}`.execute(db);
}

/** Random, in base64; the first stored key stays. */
export async function keepStudyKey(
  db: Db,
  study: { workId: string; materialKey: string; uidKey: string },
): Promise<string> {
  const { workId, materialKey, uidKey } = study;
  const [row] = await many(
    db,
    sql<{ uidKey: string }>`insert into study_keys (work_id, material_key, uid_key)
      values (${workId}, ${materialKey}, ${uidKey})
      on conflict (work_id, material_key) do update set uid_key = study_keys.uid_key
      returning uid_key as "uidKey"`,
  );
  return (row as { uidKey: string }).uidKey;
}

const assetIsNamed = (
  hash: string,
) => sql`(exists (select 1 from work_files where asset_hash = ${sql.ref(hash)})
  or exists (select 1 from release_files where asset_hash = ${sql.ref(hash)}))`;
const keyIsNamed = sql`(exists (select 1 from questions q
    where q.image_key = r.storage_key or q.justification_image_key = r.storage_key)
  or exists (select 1 from choices c where c.image_key = r.storage_key)
  or exists (select 1 from materials m where position(r.storage_key in m.content::text) > 0)
  or exists (select 1 from books b where position(r.storage_key in
    concat_ws(' ', b.cover_key, b.faculty, b.senior_editors, b.samples)) > 0)
  or exists (select 1 from packages p where p.image_key = r.storage_key)
  or exists (select 1 from programs p where p.photo_key = r.storage_key))`;

/** Selects unused rows: those of one failed operation, or all that have been unused since a time. */
export type Unused = { readonly claim: string } | { readonly since: Date };
const isUnused = (unused: Unused) =>
  'claim' in unused ? sql`x.claim = ${unused.claim}` : sql`x.unused_since <= ${unused.since}`;

/** Sets `unused_since` where a row is no longer named, and clears it where a row is named again. */
export async function markUnused(db: Db, now: Date): Promise<void> {
  const since = (named: RawBuilder<unknown>) =>
    sql`case when ${named} then null::timestamptz else ${now} end`;
  const asset = sql`(${assetIsNamed('x.hash')} or exists (select 1 from page_sets s where s.asset_hash = x.hash))`;
  const rendition = assetIsNamed('x.asset_hash');
  await sql`update assets x set unused_since = ${since(asset)} where (unused_since is null) <> ${asset}`.execute(
    db,
  );
  await sql`update renditions x set unused_since = ${since(rendition)}
    where (unused_since is null) <> ${rendition}`.execute(db);
}

export const listUnusedRenditions = (db: Db, unused: Unused): Promise<RenditionKey[]> =>
  many(
    db,
    sql<RenditionKey>`select x.asset_hash as "assetHash", x.purpose, x.place from renditions x where ${isUnused(unused)}`,
  );

/** Locks the rendition until the transaction ends; null if it is named by now. */
export const holdUnusedRendition = (tx: Tx, key: RenditionKey, unused: Unused): Promise<Rendition | null> =>
  maybeOne(
    tx,
    sql<Rendition>`select ${columns} from (
        select * from renditions x where ${isRendition(key)} and ${isUnused(unused)} for update) r
      where not ${assetIsNamed('r.asset_hash')} and not ${keyIsNamed}`,
  );

export async function deleteRendition(tx: Tx, key: RenditionKey): Promise<void> {
  await sql`delete from renditions where ${isRendition(key)}`.execute(tx);
}

export const listUnusedAssets = async (db: Db, unused: Unused): Promise<string[]> =>
  (await many(db, sql<{ hash: string }>`select x.hash from assets x where ${isUnused(unused)}`)).map(
    ({ hash }) => hash,
  );

export const holdUnusedAsset = async (tx: Tx, hash: string, unused: Unused): Promise<boolean> =>
  (await maybeOne(
    tx,
    sql`select 1 from (select * from assets x where x.hash = ${hash} and ${isUnused(unused)} for update) a
      where not ${assetIsNamed('a.hash')}
        and not exists (select 1 from renditions r where r.asset_hash = a.hash)
        and not exists (select 1 from page_sets s where s.asset_hash = a.hash)`,
  )) !== null;

export async function deleteAsset(tx: Tx, hash: string): Promise<void> {
  await sql`delete from assets where hash = ${hash}`.execute(tx);
}
