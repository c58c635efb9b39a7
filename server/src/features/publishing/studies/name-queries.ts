import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';

/** Somebody has decided: what the files were called is forgotten, wherever it is kept. */
export async function forgetNames(
  tx: Tx,
  {
    workId,
    materialKey,
    files,
  }: {
    workId: string;
    materialKey: string;
    files: readonly { readonly path: string; readonly assetHash: string }[];
  },
): Promise<void> {
  const paths = files.map(({ path }) => path);
  await sql`update work_files set original_name = regexp_replace(path, '^.*/', '')
    where work_id = ${workId} and path = any(${paths}::text[])`.execute(tx);
  await sql`update removed_work_files f set original_name = regexp_replace(f.path, '^.*/', '')
    from assets a where f.work_id = ${workId} and a.hash = f.asset_hash and a.media_type = 'application/dicom'`.execute(
    tx,
  );
  await sql`update work_studies set left_out = '[]' where work_id = ${workId} and material_key = ${materialKey}`.execute(
    tx,
  );
  await forgetUploadNames(
    tx,
    files.map(({ assetHash }) => assetHash),
  );
}

/** The names of uploads with this content. */
export async function forgetUploadNames(tx: Tx, hashes: readonly string[]): Promise<void> {
  await sql`update resumable_uploads set name = id::text where hash = any(${[...hashes]}::text[])
    and media_type in ('application/dicom', 'application/zip')`.execute(tx);
}
