import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import { batched, latest } from '../../platform/database/batch.ts';
import { type Db, many, maybeOne } from '../../platform/database/database.ts';
import type { SessionsTable } from '../../schema/tables.ts';
import type { Actor } from './actor.ts';
import { usableSeats } from './seats.ts';
import { hashToken } from './tokens.ts';

/** "Last seen" is accurate to the minute: updating it on each request would turn every read into a write. */
const SEEN_INTERVAL_SECONDS = 60;

type SessionRow = Actor & Pick<SessionsTable, 'tokenHash' | 'lastSeenAt'>;

const userColumns = (
  now: Date,
) => sql`u.id as "userId", u.role, u.email_verified_at is not null as "emailVerified",
  u.is_beta as "isBeta", u.language, u.time_zone as "timeZone",
  array(select i.id from ${usableSeats(now)} order by i.id) as "institutionIds"`;

/** Every call with a token begins here, so concurrent calls share a statement. */
const findSession = batched(
  async (db: Db, asks: readonly { hash: Buffer; now: Date }[]): Promise<(SessionRow | null)[]> => {
    const now = latest(asks);
    const rows = await many(
      db,
      sql<SessionRow>`
        select s.token_hash as "tokenHash", s.id as "sessionId", s.last_seen_at as "lastSeenAt", ${userColumns(now)},
          u.role = 'staff' and not exists (
            select 1 from second_factors f where f.user_id = u.id and f.turned_on_at is not null) as "lacksSecondFactor"
        from sessions s join users u on u.id = s.user_id
        where s.token_hash = any(${asks.map(({ hash }) => hash)}::bytea[]) and s.expires_at > ${now}
          and u.deleted_at is null
          and (s.idle_seconds is null or s.last_seen_at > ${now}::timestamptz - s.idle_seconds * interval '1 s')`,
    );
    const byHash = new Map(rows.map((row) => [row.tokenHash.toString('latin1'), row]));
    return asks.map(({ hash }) => byHash.get(hash.toString('latin1')) ?? null);
  },
);

/** The actor of a bearer token; null if the token is unknown, ended or expired. */
export async function findActor(db: Db, clock: Clock, token: string): Promise<Actor | null> {
  if (!token.startsWith('vsl_') || token.length > 100) return null;
  const now = clock.now();
  const row = await findSession(db, { hash: hashToken(token), now });
  if (!row) return null;
  const { lastSeenAt, tokenHash, ...actor } = row;
  if (now.getTime() - lastSeenAt.getTime() > SEEN_INTERVAL_SECONDS * 1000)
    await sql`update sessions set last_seen_at = ${now} where id = ${actor.sessionId}`.execute(db);
  return actor;
}

/** A user as the use cases see them when a job reads for them, without a session. Not a deleted one. */
export async function findActorOfUser(db: Db, userId: string, now: Date): Promise<Actor | null> {
  const row = await maybeOne(
    db,
    sql<Omit<Actor, 'sessionId'>>`select ${userColumns(now)} from users u
      where u.id = ${userId} and u.deleted_at is null`,
  );
  return row && { ...row, sessionId: '' };
}
