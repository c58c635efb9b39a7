import { sql } from 'kysely';
import { affected, type Db, many, maybeOne } from '../../platform/database/database.ts';

export interface NewSession {
  id: string;
  userId: string;
  tokenHash: Buffer;
  deviceId: string | null;
  deviceName: string;
  fcmToken: string | null;
  now: Date;
  expiresAt: Date;
  idleSeconds: number;
}

/** How many places one may be signed in at; the one unused for longest ends first. */
const MOST_SESSIONS = 20;

export async function insertSession(db: Db, session: NewSession): Promise<void> {
  const { id, userId, tokenHash, deviceId, deviceName, fcmToken, now, expiresAt, idleSeconds } = session;
  await sql`
    with gone as (
      delete from sessions where user_id = ${userId} and (expires_at <= ${now} or id in (
        select id from sessions where user_id = ${userId} order by last_seen_at desc, id desc offset ${MOST_SESSIONS - 1}))
    )
    insert into sessions (id, user_id, token_hash, device_id, device_name, fcm_token, created_at, last_seen_at, expires_at, idle_seconds)
    values (${id}, ${userId}, ${tokenHash}, ${deviceId}, ${deviceName}, ${fcmToken}, ${now}, ${now}, ${expiresAt}, ${idleSeconds})`.execute(
    db,
  );
}

export interface SessionRow {
  id: string;
  deviceName: string | null;
  createdAt: Date;
  lastSeenAt: Date;
  expiresAt: Date;
}

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

/** All of a person's sessions, or all but one. */
export const deleteSessions = (db: Db, userId: string, exceptId: string | null = null): Promise<number> =>
  affected(
    db,
    sql`delete from sessions where user_id = ${userId} and (${exceptId}::uuid is null or id <> ${exceptId}::uuid)`,
  );

export async function isKnownDevice(db: Db, userId: string, deviceHash: Buffer): Promise<boolean> {
  const row = await maybeOne(
    db,
    sql`select 1 from known_devices where user_id = ${userId} and device_hash = ${deviceHash}`,
  );
  return row !== null;
}

export async function rememberDevice(
  db: Db,
  { userId, deviceHash, now }: { userId: string; deviceHash: Buffer; now: Date },
): Promise<void> {
  await sql`
    insert into known_devices (user_id, device_hash, last_used_at) values (${userId}, ${deviceHash}, ${now})
    on conflict (user_id, device_hash) do update set last_used_at = excluded.last_used_at`.execute(db);
}

export const forgetDevices = (db: Db, userId: string): Promise<number> =>
  affected(db, sql`delete from known_devices where user_id = ${userId}`);

export async function findSessionStart(db: Db, sessionId: string): Promise<Date | null> {
  const row = await maybeOne(
    db,
    sql<{ createdAt: Date }>`select created_at as "createdAt" from sessions where id = ${sessionId}`,
  );
  return row?.createdAt ?? null;
}
