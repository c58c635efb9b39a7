import { sql } from 'kysely';
import { affected, type Db, many, maybeOne, type Tx } from '../../platform/database/database.ts';
import type { KnownDevicesTable, SessionsTable } from '../../schema/tables.ts';

/** An account as it was when its password, link or identity was checked. */
export interface Credentials {
  readonly id: string;
  readonly credentialsVersion: number;
}

export interface NewSession {
  id: string;
  credentials: Credentials;
  tokenHash: Buffer;
  deviceId: string | null;
  /** Of the device and the place that sign-ins are known by afterwards. */
  knownHashes: readonly Buffer[];
  deviceName: string;
  fcmToken: string | null;
  now: Date;
  expiresAt: Date;
  idleSeconds: number;
}

/** How many places one may be signed in at; the one unused for longest ends first. */
const MOST_SESSIONS = 20;

/**
 * Stores the session, and the device as a known one. False, and nothing is stored, when the credentials were replaced
 * or the account was deleted since they were read: the row's lock makes this wait for a reset that is under way.
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
        order by last_seen_at desc, id desc offset ${MOST_SESSIONS - 1}))
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

/** Locks the account until the end of the transaction; false when it is no longer as it was read. */
export async function lockCredentials(tx: Tx, { id, credentialsVersion }: Credentials): Promise<boolean> {
  const row = await maybeOne(
    tx,
    sql`select 1 from users where id = ${id} and credentials_version = ${credentialsVersion} and deleted_at is null
      for no key update`,
  );
  return row !== null;
}

/** False when it was ended. Locked, so that it is not ended before the transaction is. */
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

/** Whoever has the hash has had the token: nothing else has to be proved for ending it. */
export async function deleteSessionByHash(db: Db, tokenHash: Buffer): Promise<void> {
  await sql`delete from sessions where token_hash = ${tokenHash}`.execute(db);
}

/**
 * All sessions of the account end, or all but one, and none is opened any more with what was checked before. The
 * account first: whoever opens a session holds its lock, and the second statement sees what was stored meanwhile.
 */
export async function endSessions(tx: Tx, userId: string, exceptId: string | null = null): Promise<number> {
  await sql`update users set credentials_version = credentials_version + 1 where id = ${userId}`.execute(tx);
  return affected(
    tx,
    sql`delete from sessions where user_id = ${userId} and (${exceptId}::uuid is null or id <> ${exceptId}::uuid)`,
  );
}

export interface KnownDevice extends Pick<KnownDevicesTable, 'deviceHash'> {
  /** A session was opened from here, with the second step where there is one. */
  hasSignedIn: KnownDevicesTable['hasSignedIn'];
}

/** The first of these devices or places that the person is known from; null = none of them. */
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
 * Devices and places that proved to be the person's without signing in. Nothing is known of a second step there, so that
 * its codes still count with those of strangers: a mailbox alone gives no fresh guesses at them.
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

/** Rows that are good for nothing any more, of everybody. */
export async function deleteExpired(
  db: Db,
  { now, devicesUsedSince }: { now: Date; devicesUsedSince: Date },
): Promise<void> {
  await sql`delete from known_devices where last_used_at < ${devicesUsedSince}`.execute(db);
  await sql`delete from sessions where expires_at <= ${now}`.execute(db);
  await sql`delete from one_time_tokens where expires_at <= ${now}`.execute(db);
  await sql`delete from people_import_addresses
    where checked_at <= ${now}::timestamptz - interval '1 day'`.execute(db);
}
