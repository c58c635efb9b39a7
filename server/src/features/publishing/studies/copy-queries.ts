import { sql } from 'kysely';
import { type Db, many } from '../../../platform/database/database.ts';
import type { Rendition, RenditionKey } from '../assets/asset-queries.ts';

/** What readers get of a DICOM file in one study, or of a video that is not converted. */
export type Copy = RenditionKey & Rendition;

export interface CleaningVersions {
  readonly dicom: number;
  readonly video: number;
}
const isOld = ({
  dicom,
  video,
}: CleaningVersions) => sql`(purpose like 'dicom-%' and cleaning_version < ${dicom}
  or purpose = 'video' and cleaning_version < ${video})`;

export const listAssetsToClean = async (db: Db, versions: CleaningVersions): Promise<string[]> =>
  (
    await many(
      db,
      sql<{ hash: string }>`select distinct asset_hash as hash from renditions where ${isOld(versions)}`,
    )
  ).map(({ hash }) => hash);

export const listOldCopies = (db: Db, assetHash: string, versions: CleaningVersions): Promise<Copy[]> =>
  many(
    db,
    sql<Copy>`select asset_hash as "assetHash", purpose, place, storage_key as "storageKey", facts from renditions
      where asset_hash = ${assetHash} and ${isOld(versions)} order by purpose, place`,
  );
