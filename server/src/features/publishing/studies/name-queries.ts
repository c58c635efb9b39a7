import { sql } from 'kysely';
import { many, type Tx } from '../../../platform/database/database.ts';
import { forgetUploadNames } from '../../../platform/resumable/upload-queries.ts';
import type { WorkFileRow } from '../works/work-queries.ts';
import { renamedImages } from './study-names.ts';
import { updateMovedFiles } from './study-queries.ts';

interface StudyFile {
  readonly path: string;
  readonly assetHash: string;
}

/** Somebody has decided: what the files were called is forgotten, wherever it is kept. */
export async function forgetNames(
  tx: Tx,
  { workId, materialKey, files }: { workId: string; materialKey: string; files: readonly WorkFileRow[] },
): Promise<void> {
  const renamed = renamedImages(files);
  await updateMovedFiles(tx, workId, renamed);
  const numbers = new Map(renamed.map(({ from, path }) => [from, path]));
  const paths = files.map(({ path }) => numbers.get(path) ?? path);
  await sql`update work_files set original_name = regexp_replace(path, '^.*/', '')
    where work_id = ${workId} and path = any(${paths}::text[])`.execute(tx);
  const removed = await forgetRemovedNames(tx, workId);
  await sql`update work_studies set left_out = '[]' where work_id = ${workId} and material_key = ${materialKey}`.execute(
    tx,
  );
  await forgetUploadNames(
    tx,
    [...files, ...removed].map(({ assetHash }) => assetHash),
  );
}

/** Images that were taken out before; a path that may be a name becomes a random one. */
async function forgetRemovedNames(tx: Tx, workId: string): Promise<Pick<StudyFile, 'assetHash'>[]> {
  const ofStudies = sql`from assets a where f.work_id = ${workId} and a.hash = f.asset_hash
    and a.media_type in ('application/dicom', 'application/zip')`;
  await sql`update removed_work_files f set path = coalesce(substring(f.path from '^.*/'), '')
      || left(replace(gen_random_uuid()::text, '-', ''), 16)
    ${ofStudies} and f.path !~ '(^|/)([0-9a-f]{16}(-[0-9]{1,4})?|[0-9]{4}(-[0-9]{1,4})?[.]dcm)$'`.execute(tx);
  return many(
    tx,
    sql`update removed_work_files f set original_name = regexp_replace(f.path, '^.*/', '')
      ${ofStudies} returning f.asset_hash as "assetHash"`,
  );
}

/** Files that do not become a part of a study, or no longer are one. */
export async function deleteStudyFiles(tx: Tx, workId: string, files: readonly StudyFile[]): Promise<void> {
  await sql`delete from work_files where work_id = ${workId}
    and path = any(${files.map(({ path }) => path)}::text[])`.execute(tx);
  await forgetUploadNames(
    tx,
    files.map(({ assetHash }) => assetHash),
  );
}
