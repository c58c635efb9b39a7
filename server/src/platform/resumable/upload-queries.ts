import { sql } from 'kysely';
import type { ResumableUploadsTable } from '../../schema/tables.ts';
import { affected, type Db, many, maybeOne, one, type Tx } from '../database/database.ts';
import { DAY_MS } from '../durations.ts';

export type UploadRow = Pick<
  ResumableUploadsTable,
  | 'id'
  | 'userId'
  | 'name'
  | 'declaredBytes'
  | 'receivedBytes'
  | 'state'
  | 'refusal'
  | 'hash'
  | 'mediaType'
  | 'storeReference'
  | 'createdAt'
  | 'expiresAt'
>;
const COLUMNS = sql`id, user_id as "userId", name, declared_bytes as "declaredBytes", received_bytes as "receivedBytes",
  state, refusal, hash, media_type as "mediaType", store_reference as "storeReference", created_at as "createdAt",
  expires_at as "expiresAt"`;
const OPEN = sql.raw("state in ('receiving', 'checking')");
/** The maximum length of a list. */
const MAX_LISTED = 100;

export const findUpload = (db: Db, id: string): Promise<UploadRow | null> =>
  maybeOne(db, sql<UploadRow>`select ${COLUMNS} from resumable_uploads where id = ${id}`);

export const findOwnUpload = (db: Db, id: string, userId: string): Promise<UploadRow | null> =>
  maybeOne(
    db,
    sql<UploadRow>`select ${COLUMNS} from resumable_uploads where id = ${id} and user_id = ${userId}`,
  );

export const listOwnUploads = (db: Db, userId: string): Promise<UploadRow[]> =>
  many(
    db,
    sql<UploadRow>`select ${COLUMNS} from resumable_uploads where user_id = ${userId}
      order by created_at desc, id desc limit ${MAX_LISTED}`,
  );

/**
 * Blocks other uploads of the account from being created until the transaction ends, so that the counted usage stays
 * true.
 */
export const lockUser = (tx: Tx, userId: string): Promise<unknown> =>
  maybeOne(tx, sql`select 1 from users where id = ${userId} for no key update`);

export interface Usage {
  /** Uploads in progress, and the total of their declared bytes. */
  readonly open: number;
  readonly openBytes: number;
  /** Of uploads created within a day: the received and unpacked bytes, and of open ones the declared bytes. */
  readonly dayBytes: number;
}

export const getUsage = (tx: Tx, userId: string, now: Date): Promise<Usage> =>
  one(
    tx,
    sql<Usage>`select count(*) filter (where ${OPEN}) as open,
        coalesce(sum(declared_bytes) filter (where ${OPEN}), 0)::bigint as "openBytes",
        coalesce(sum(case when ${OPEN} then declared_bytes else received_bytes + unpacked_bytes end)
          filter (where created_at > ${new Date(now.getTime() - DAY_MS)}), 0)::bigint as "dayBytes"
      from resumable_uploads where user_id = ${userId}`,
  );

export async function insertUpload(
  tx: Tx,
  row: { id: string; userId: string; name: string; bytes: number; now: Date; expiresAt: Date },
): Promise<void> {
  await sql`insert into resumable_uploads (id, user_id, name, declared_bytes, created_at, changed_at, expires_at)
    values (${row.id}, ${row.userId}, ${row.name}, ${row.bytes}, ${row.now}, ${row.now}, ${row.expiresAt})`.execute(
    tx,
  );
}

/** For an upload that the store could not begin. */
export async function deleteUpload(db: Db, id: string): Promise<void> {
  await sql`delete from resumable_uploads where id = ${id}`.execute(db);
}

export async function updateStoreReference(db: Db, id: string, reference: string): Promise<void> {
  await sql`update resumable_uploads set store_reference = ${reference} where id = ${id}`.execute(db);
}

/** Returns the new state of the upload; null if it is no longer being received. */
export async function updateReceived(
  tx: Tx,
  { id, bytes, now, expiresAt }: { id: string; bytes: number; now: Date; expiresAt: Date },
): Promise<string | null> {
  const row = await maybeOne(
    tx,
    sql<{ state: string }>`
      update resumable_uploads set received_bytes = ${bytes}, changed_at = ${now}, expires_at = ${expiresAt},
        state = case when ${bytes} = declared_bytes then 'checking' else state end
      where id = ${id} and state = 'receiving' returning state`,
  );
  return row?.state ?? null;
}

export async function updateContent(
  db: Db,
  id: string,
  { hash, mediaType }: { hash: string; mediaType: string },
): Promise<void> {
  await sql`update resumable_uploads set hash = ${hash}, media_type = ${mediaType}
    where id = ${id} and state = 'checking'`.execute(db);
}

/** An archive that is unpacked again counts once. Returns the bytes of the account's day with it. */
export async function countUnpacked(
  tx: Tx,
  { userId, hash, bytes, now }: { userId: string; hash: string; bytes: number; now: Date },
): Promise<number> {
  await lockUser(tx, userId);
  await sql`update resumable_uploads set unpacked_bytes = ${bytes} where id = (
    select id from resumable_uploads where user_id = ${userId} and hash = ${hash}
    order by created_at desc, id desc limit 1)`.execute(tx);
  return (await getUsage(tx, userId, now)).dayBytes;
}

/** The files keep no name: what they were called may tell who a patient is. */
export async function forgetUploadNames(tx: Tx, hashes: readonly string[]): Promise<void> {
  await sql`update resumable_uploads set name = id::text where hash = any(${[...hashes]}::text[])`.execute(
    tx,
  );
}

/**
 * False if the upload has ended in the meantime, for example because its owner canceled it. `keepsBytes`: the bytes are
 * still stored.
 */
export const updateEnded = async (
  db: Db,
  id: string,
  {
    state,
    from,
    refusal = null,
    keepsBytes,
    now,
  }: {
    state: 'finished' | 'refused' | 'canceled' | 'expired';
    from: readonly ('receiving' | 'checking')[];
    refusal?: string | null;
    keepsBytes: boolean;
    now: Date;
  },
): Promise<boolean> =>
  (await affected(
    db,
    sql`update resumable_uploads set state = ${state}, refusal = ${refusal}, has_bytes = ${keepsBytes}, changed_at = ${now}
      where id = ${id} and state = any(${[...from]}::text[])`,
  )) === 1;

export async function updateBytesGone(db: Db, id: string): Promise<void> {
  await sql`update resumable_uploads set has_bytes = false where id = ${id}`.execute(db);
}

/** Expires uploads that received nothing for a long time or whose account is gone, unless a request writes to them now. */
export const expireUploads = (db: Db, now: Date): Promise<number> =>
  affected(
    db,
    sql`update resumable_uploads set state = 'expired', changed_at = ${now}
      where state = 'receiving' and (expires_at < ${now} or user_id is null)
        and (held_until is null or held_until < now())`,
  );

/** Ended uploads whose bytes are still stored. */
export const listLeftBytes = (db: Db): Promise<UploadRow[]> =>
  many(
    db,
    sql<UploadRow>`select ${COLUMNS} from resumable_uploads where has_bytes and not (${OPEN}) order by id limit 1000`,
  );

export const deleteEndedBefore = (db: Db, before: Date): Promise<number> =>
  affected(
    db,
    sql`delete from resumable_uploads where not (${OPEN}) and not has_bytes and changed_at < ${before}`,
  );
