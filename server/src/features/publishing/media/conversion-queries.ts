import { sql } from 'kysely';
import { type Db, jsonb, many, maybeOne, type Tx } from '../../../platform/database/database.ts';
import { enqueueAgain } from '../../../platform/jobs.ts';
import type { AssetConversionsTable, JobsTable, RenditionsTable } from '../../../schema/tables.ts';
import { publishingJobs } from '../jobs.ts';

const jobKey = (hash: string) => `convert-video:${hash}`;
const MAX_ATTEMPTS = 4;
/** The error of a job whose program was stopped from outside, twice. */
export const CONVERTER_STOPPED = 'the program that converts was stopped from outside';

/** Requests a conversion, also after it failed or was canceled; a running one continues. */
export async function requestConversion(
  tx: Tx,
  { hash, sender }: { hash: string; sender: string },
  now: Date,
): Promise<void> {
  await sql`insert into asset_conversions (asset_hash, changed_at) values (${hash}, ${now})
    on conflict (asset_hash) do update set canceled_at = null, problem = null, changed_at = ${now}`.execute(
    tx,
  );
  await enqueueAgain(tx, [
    publishingJobs.convertVideo(
      { asset: hash, sender },
      { dedupeKey: jobKey(hash), maxAttempts: MAX_ATTEMPTS },
    ),
  ]);
}

export async function cancelConversion(tx: Tx, hash: string, now: Date): Promise<void> {
  await sql`update asset_conversions v set canceled_at = coalesce(canceled_at, ${now}), changed_at = ${now}
    where asset_hash = ${hash} and problem is null
      and not exists (select 1 from renditions r where r.asset_hash = v.asset_hash and r.purpose = 'converted-video')`.execute(
    tx,
  );
}

/** Cancels the conversions of videos that no other working copy and no release names. */
export async function cancelConversionsOf(tx: Tx, workId: string, now: Date): Promise<void> {
  await sql`update asset_conversions v set canceled_at = ${now}, changed_at = ${now}
    where v.canceled_at is null and exists (
        select 1 from work_files f where f.work_id = ${workId} and f.asset_hash = v.asset_hash)
      and not exists (select 1 from work_files f where f.work_id <> ${workId} and f.asset_hash = v.asset_hash)
      and not exists (select 1 from release_files r where r.asset_hash = v.asset_hash)`.execute(tx);
}

export type ConversionStep = 'waiting' | 'reading' | 'video' | 'stream' | 'poster';
type Progress = { step: ConversionStep; seconds: number; totalSeconds: number };

/** False: the conversion was canceled or no longer exists. */
export const recordConversion = async (
  db: Db,
  hash: string,
  { step, seconds, totalSeconds }: Progress,
  now: Date,
): Promise<boolean> =>
  (await maybeOne(
    db,
    sql`update asset_conversions set step = ${step}, made_seconds = ${seconds}, total_seconds = ${totalSeconds},
        changed_at = ${now}
      where asset_hash = ${hash} and canceled_at is null returning asset_hash`,
  )) !== null;

export const isConversionAsked = async (db: Db, hash: string): Promise<boolean> =>
  (await maybeOne(
    db,
    sql`select 1 from asset_conversions where asset_hash = ${hash} and canceled_at is null`,
  )) !== null;

export async function updateConversionFailed(
  db: Db,
  hash: string,
  problem: string,
  now: Date,
): Promise<void> {
  await sql`update asset_conversions set problem = ${problem}, changed_at = ${now} where asset_hash = ${hash}`.execute(
    db,
  );
}

type ConversionRow = Pick<AssetConversionsTable, 'assetHash' | 'canceledAt' | 'problem'> & {
  readonly step: ConversionStep;
  readonly done: number;
  readonly diedAt: JobsTable['deadAt'];
  readonly isStopped: boolean;
};
export const listConversions = (db: Db, hashes: readonly string[]): Promise<ConversionRow[]> =>
  many(
    db,
    sql<ConversionRow>`select v.asset_hash as "assetHash", v.step, v.canceled_at as "canceledAt", v.problem,
        case when v.total_seconds > 0 then least(1, v.made_seconds / v.total_seconds) else 0 end::float8 as done,
        j.dead_at as "diedAt", coalesce(j.last_error = ${CONVERTER_STOPPED}, false) as "isStopped"
      from asset_conversions v left join jobs j on j.dedupe_key = 'convert-video:' || v.asset_hash
      where v.asset_hash = any(${[...hashes]}::text[])`,
  );

type ConvertedRow = Pick<RenditionsTable, 'assetHash' | 'storageKey' | 'facts'>;
export const listConverted = (db: Db, hashes: readonly string[]): Promise<ConvertedRow[]> =>
  many(
    db,
    sql<ConvertedRow>`select asset_hash as "assetHash", storage_key as "storageKey", facts from renditions
      where purpose = 'converted-video' and asset_hash = any(${[...hashes]}::text[])`,
  );

/** Replaces the uploaded files of published lectures with the converted ones. */
export async function updatePublishedVideos(
  tx: Tx,
  hash: string,
  { poster, ...content }: { file: string; stream: string | null; poster: string | null; codec: string },
  { width, height, durationSeconds }: { width: number; height: number; durationSeconds: number },
): Promise<void> {
  await sql`update materials set duration_seconds = ${durationSeconds},
      content = content || ${jsonb({ ...content, width, height })}
        || jsonb_build_object('poster', coalesce(content ->> 'poster', ${poster}::text))
    where content ->> 'file' in (
      select storage_key from renditions where asset_hash = ${hash} and purpose = 'video')`.execute(tx);
}
