import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { affected, type Db, maybeOne } from './database/database.ts';
import { ProductError } from './errors.ts';

/*
 * Counts attempts in one small table, so that many processes share the counts. An attempt is counted before the
 * work is done, in one statement: a hundred guesses sent at once are a hundred attempts. After `free` attempts each
 * further one makes the next wait longer, up to `longestMs`: it slows down and never locks for good.
 */
export interface ThrottlePolicy {
  /** Part of the key: the same address counts apart for each kind of attempt. */
  readonly name: string;
  readonly free: number;
  readonly firstMs: number;
  readonly longestMs: number;
  /** Without an attempt for this long, all is forgotten. */
  readonly forgetMs: number;
}

const keyOf = (policy: ThrottlePolicy, subject: string): Buffer =>
  createHash('sha256').update(`${policy.name}\n${subject}`).digest();

/** Counts an attempt; throws `too_many_requests` with the seconds to wait when it comes too early. */
export async function takeAttempt(db: Db, policy: ThrottlePolicy, subject: string, now: Date): Promise<void> {
  const key = keyOf(policy, subject);
  // The pause doubles with each attempt beyond the free ones; 2^20 first pauses are beyond any longest one. A free
  // attempt blocks nobody, not even one that read its clock a moment earlier and comes to the row a moment later.
  const until = (hits: string) =>
    sql`case when ${sql.raw(hits)} < ${policy.free}::int then to_timestamp(0)
      else ${now}::timestamptz + least(${policy.longestMs}::float8, ${policy.firstMs}::float8 * power(2, least(20, ${sql.raw(hits)} - ${policy.free}::int))) * interval '1 ms' end`;
  const counted = await affected(
    db,
    // Each attempt clears away two forgotten ones: the table stays small without a job of its own.
    sql`
      with forgotten as (
        delete from throttles where key in (
          select key from throttles where forget_at < ${now} and key <> ${key} limit 2 for update skip locked)
      )
      insert into throttles as t (key, hits, blocked_until, forget_at)
      values (${key}, 1, ${until('1')}, ${now}::timestamptz + ${policy.forgetMs}::float8 * interval '1 ms')
      on conflict (key) do update set
        hits = case when t.forget_at <= ${now} then 1 else t.hits + 1 end,
        blocked_until = case when t.forget_at <= ${now} then ${until('1')} else ${until('(t.hits + 1)')} end,
        forget_at = excluded.forget_at
      where t.blocked_until <= ${now}`,
  );
  if (counted === 1) return;
  const row = await maybeOne(
    db,
    sql<{ blockedUntil: Date }>`select blocked_until as "blockedUntil" from throttles where key = ${key}`,
  );
  const waitMs = row ? row.blockedUntil.getTime() - now.getTime() : 0;
  throw new ProductError('too_many_requests', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) });
}

/** The attempt was rightful: everything counted under this subject is forgotten. */
export async function forgetAttempts(db: Db, policy: ThrottlePolicy, subject: string): Promise<void> {
  await sql`delete from throttles where key = ${keyOf(policy, subject)}`.execute(db);
}

/** The attempt was rightful, those of others from the same place may not be: it alone is taken back. */
export async function returnAttempt(db: Db, policy: ThrottlePolicy, subject: string): Promise<void> {
  await sql`update throttles set hits = greatest(0, hits - 1), blocked_until = to_timestamp(0)
    where key = ${keyOf(policy, subject)}`.execute(db);
}

/**
 * Who counts as one place: an IPv4 address, or the /64 network of an IPv6 address, because a household owns all
 * addresses of one.
 */
export function placeOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped?.[1]) return mapped[1];
  if (!ip.includes(':')) return ip;
  const [head = '', tail = ''] = (ip.split('%')[0] ?? '').split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const zeros = ip.includes('::') ? Array(Math.max(0, 8 - left.length - right.length)).fill('0') : [];
  const groups = [...left, ...zeros, ...right].slice(0, 4);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '').toLowerCase()).join(':')}::/64`;
}
