import { sql } from 'kysely';
import { affected, type Db, many, maybeOne, type Tx } from '../../platform/database/database.ts';
import type { KnownDevicesTable, SessionsTable } from '../../schema/tables.ts';

/** The account as it was when its password, link or identity was checked. */
export interface Credentials {
  readonly id: string;
  readonly credentialsVersion: number;
}

export interface NewSession {
  id: string;
  credentials: Credentials;
  tokenHash: Buffer;
  deviceId: string | null;
  /** The device and the network, which are known from now on. */
  knownHashes: readonly Buffer[];
  deviceName: string;
  fcmToken: string | null;
  now: Date;
  expiresAt: Date;
  idleSeconds: number;
}

/** The number of sessions per user; the one that was unused for the longest time ends first. */
const MAX_SESSIONS = 20;

/**
 * Stores the session, and the device as a known one. Returns false and stores nothing if the credentials were replaced or the
 * account was deleted since they were read: the row lock makes this wait for a reset in progress.
 */
export async function insertSession(db: Db, session: NewSession): Promise<boolean> {
  const {
    id,
    credentials,
    tokenHash,
    deviceId,
    knownHashes,
    deviceName,
    fcmToken,
    now,
    expiresAt,
    idleSeconds,
  } = session;
  const rows = await affected(
    db,
    sql`
    with holder as (
      select id from users
      where id = ${credentials.id} and credentials_version = ${credentials.credentialsVersion} and deleted_at is null
      for no key update
    ), surplus as (
      delete from sessions s using holder where s.user_id = holder.id and (s.expires_at <= ${now} or s.id in (
        select id from sessions where user_id = ${credentials.id}
        order by last_seen_at desc, id desc offset ${MAX_SESSIONS - 1}))
    ), device as (
      insert into known_devices (user_id, device_hash, last_used_at, has_signed_in)
      select holder.id, hash, ${now}, true from holder, unnest(${[...knownHashes]}::bytea[]) as hash
      on conflict (user_id, device_hash) do update set last_used_at = excluded.last_used_at, has_signed_in = true
    )
    insert into sessions (id, user_id, token_hash, device_id, device_name, fcm_token, created_at, last_seen_at, expires_at, idle_seconds)
    select ${id}::uuid, holder.id, ${tokenHash}::bytea, ${deviceId}, ${deviceName}, ${fcmToken}, ${now}::timestamptz,
      ${now}::timestamptz, ${expiresAt}::timestamptz, ${idleSeconds}::integer
    from holder`,
  );
  return rows === 1;
}

/** Locks the account until the end of the transaction; false if it has changed since it was read. */
export async function lockCredentials(tx: Tx, { id, credentialsVersion }: Credentials): Promise<boolean> {
  const row = await maybeOne(
    tx,
    sql`select 1 from users where id = ${id} and credentials_version = ${credentialsVersion} and deleted_at is null
      for no key update`,
  );
  return row !== null;
}

/** Locks the session, so that it cannot end before the transaction does; false if it has ended. */
export async function lockSession(tx: Tx, sessionId: string): Promise<boolean> {
  return (await maybeOne(tx, sql`select 1 from sessions where id = ${sessionId} for share`)) !== null;
}

export type SessionRow = Pick<SessionsTable, 'id' | 'deviceName' | 'createdAt' | 'lastSeenAt' | 'expiresAt'>;

export const listSessions = (db: Db, userId: string, now: Date) =>
  many(
    db,
    sql<SessionRow>`
      select id, device_name as "deviceName", created_at as "createdAt", last_seen_at as "lastSeenAt",
        expires_at as "expiresAt"
      from sessions where user_id = ${userId} and expires_at > ${now}
        and (idle_seconds is null or last_seen_at > ${now}::timestamptz - idle_seconds * interval '1 s')
      order by last_seen_at desc, id desc`,
  );

export async function deleteSession(db: Db, userId: string, sessionId: string): Promise<boolean> {
  const rows = await affected(db, sql`delete from sessions where id = ${sessionId} and user_id = ${userId}`);
  return rows === 1;
}

/** Having the hash proves having had the token, which is enough to end the session. */
export async function deleteSessionByHash(db: Db, tokenHash: Buffer): Promise<void> {
  await sql`delete from sessions where token_hash = ${tokenHash}`.execute(db);
}

/** What the tokens of a deleted account are told. The account must be locked. */
export const rememberDeletedSessions = (tx: Tx, userId: string): Promise<number> =>
  affected(
    tx,
    sql`insert into deleted_account_sessions (token_hash, expires_at)
      select token_hash, expires_at from sessions where user_id = ${userId}`,
  );

export const isOfDeletedAccount = async (db: Db, tokenHash: Buffer): Promise<boolean> =>
  (await maybeOne(db, sql`select 1 from deleted_account_sessions where token_hash = ${tokenHash}`)) !== null;

/**
 * Ends all sessions of the account, or all but one, and invalidates credentials that were checked before. Locks the account
 * first: whoever opens a session holds that lock, so the second statement sees the new session.
 */
export async function endSessions(tx: Tx, userId: string, exceptId: string | null = null): Promise<number> {
  await sql`update users set credentials_version = credentials_version + 1 where id = ${userId}`.execute(tx);
  return affected(
    tx,
    sql`delete from sessions where user_id = ${userId} and (${exceptId}::uuid is null or id <> ${exceptId}::uuid)`,
  );
}

export interface KnownDevice extends Pick<KnownDevicesTable, 'deviceHash'> {
  /** A session was opened from here, with the second step if there is one. */
  hasSignedIn: KnownDevicesTable['hasSignedIn'];
}

/** The first of these devices or networks that is known for the user; null = none. */
export const findKnownDevice = (
  db: Db,
  userId: string,
  deviceHashes: readonly Buffer[],
): Promise<KnownDevice | null> =>
  maybeOne(
    db,
    sql<KnownDevice>`
      select k.device_hash as "deviceHash", k.has_signed_in as "hasSignedIn"
      from unnest(${[...deviceHashes]}::bytea[]) with ordinality as asked (device_hash, n)
      join known_devices k on k.user_id = ${userId} and k.device_hash = asked.device_hash
      order by asked.n limit 1`,
  );

/**
 * Stores devices and networks that belong to the user although no session was opened from them. They have not passed the
 * second step, so codes from there still count as a stranger's: access to the mailbox gives no additional guesses.
 */
export async function rememberDevices(
  tx: Tx,
  userId: string,
  deviceHashes: readonly Buffer[],
  now: Date,
): Promise<void> {
  await sql`
    insert into known_devices (user_id, device_hash, last_used_at, has_signed_in)
    select ${userId}, hash, ${now}, false from unnest(${[...deviceHashes]}::bytea[]) as hash
    on conflict (user_id, device_hash) do update set last_used_at = excluded.last_used_at`.execute(tx);
}

export const forgetDevices = (db: Db, userId: string): Promise<number> =>
  affected(db, sql`delete from known_devices where user_id = ${userId}`);

export async function findSessionStart(db: Db, sessionId: string): Promise<Date | null> {
  const row = await maybeOne(
    db,
    sql<
      Pick<SessionsTable, 'createdAt'>
    >`select created_at as "createdAt" from sessions where id = ${sessionId}`,
  );
  return row?.createdAt ?? null;
}

/** Deletes expired rows of all users. */
export async function deleteExpired(
  db: Db,
  { now, devicesUsedSince }: { now: Date; devicesUsedSince: Date },
): Promise<void> {
  await sql`delete from known_devices where last_used_at < ${devicesUsedSince}`.execute(db);
  await sql`delete from sessions where expires_at <= ${now}`.execute(db);
  await sql`delete from deleted_account_sessions where expires_at <= ${now}`.execute(db);
  await sql`delete from one_time_tokens where expires_at <= ${now}`.execute(db);
  await sql`delete from people_import_addresses
    where checked_at <= ${now}::timestamptz - interval '1 day'`.execute(db);
  await sql`delete from told_places where told_at <= ${now}::timestamptz - interval '2 days'`.execute(db);
}
