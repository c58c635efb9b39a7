import { sql } from 'kysely';
import { type Db, many } from '../../../platform/database/database.ts';
import type { Rendition, RenditionKey } from '../assets/asset-queries.ts';

/** What readers get of a DICOM file in one study. */
export type Copy = RenditionKey & Rendition;

const isOld = (version: number) => sql`purpose like 'dicom-%' and cleaning_version < ${version}`;

export const listAssetsToClean = async (db: Db, version: number): Promise<string[]> =>
  (
    await many(
      db,
      sql<{ hash: string }>`select distinct asset_hash as hash from renditions where ${isOld(version)}`,
    )
  ).map(({ hash }) => hash);

export const listOldCopies = (db: Db, assetHash: string, version: number): Promise<Copy[]> =>
  many(
    db,
    sql<Copy>`select asset_hash as "assetHash", purpose, place, storage_key as "storageKey", facts from renditions
      where asset_hash = ${assetHash} and ${isOld(version)} order by purpose, place`,
  );
