import { createHash } from 'node:crypto';
import type { ErrorCode } from '@vesalius/contract/errors';
import { sql } from 'kysely';
import type { ThrottlesTable } from '../schema/tables.ts';
import { affected, type Db, maybeOne } from './database/database.ts';
import { codeOf, ProductError, type Quota } from './errors.ts';
import { networksOf } from './networks.ts';

/*
 * Counts attempts in one small table that all processes share. An attempt is counted before the work is done, in one
 * statement: a hundred guesses sent at once are a hundred attempts. After `free` attempts within one period each further
 * attempt doubles the wait, up to `longestMs`: it slows an attacker down and never locks a user out for good.
 */
export interface ThrottlePolicy {
  /** Part of the key: the same address is counted separately for each kind of attempt. */
  readonly name: string;
  /** The error of an attempt that comes too early, if it is not `too_many_requests`. */
  readonly refusal?: ErrorCode;
  readonly free: number;
  readonly firstMs: number;
  readonly longestMs: number;
  /**
   * The period: attempts are forgotten this long after the first, so that the few wrong passwords that a hospital types
   * every hour never add up.
   */
  readonly forgetMs: number;
}

/** One counter of an attempt; an attempt counts on all of its counters or on none. */
export interface Counter {
  readonly policy: ThrottlePolicy;
  readonly subject: string;
  /** Multiplies the policy's free attempts. */
  readonly size: number;
}

export const counterOf = (policy: ThrottlePolicy, subject: string): Counter => ({ policy, subject, size: 1 });

/**
 * The counters of an address. Many users may share one IPv4 address or IPv6 /64, so these have many free attempts. The
 * owner of a /48 has 65,536 such networks, so the larger networks count as well, each with more free attempts.
 */
export const countersOfPlace = (policy: ThrottlePolicy, ip: string): Counter[] =>
  networksOf(ip).map((subject, level) => ({ policy, subject, size: 2 ** level }));

const keyOf = ({ policy, subject }: Pick<Counter, 'policy' | 'subject'>): Buffer =>
  createHash('sha256').update(`${policy.name}\n${subject}`).digest();

/** After this many doublings, the first wait is longer than any longest one. */
const MAX_DOUBLINGS = 20;

/** Counts an attempt. If it comes too early, throws the error with the seconds to wait, and counts nothing. */
export async function takeAttempts(db: Db, counters: readonly Counter[], now: Date): Promise<void> {
  if (counters.length === 0) return;
  const keys = counters.map(keyOf);
  const numbers = (numberOf: (counter: Counter) => number) => sql`${counters.map(numberOf)}::float8[]`;
  const asked = sql`asked as materialized (
      select * from unnest(${keys}::bytea[], ${numbers(({ policy, size }) => policy.free * size)},
        ${numbers(({ policy }) => policy.firstMs)}, ${numbers(({ policy }) => policy.longestMs)},
        ${numbers(({ policy }) => policy.forgetMs)}) as a (key, free, first_ms, longest_ms, forget_ms))`;
  const later = (milliseconds: string) =>
    sql`${now}::timestamptz + ${sql.raw(milliseconds)} * interval '1 ms'`;
  // A time further ahead than the policy allows was written while the clock was wrong, and is ignored.
  const isBlocked = sql`t.blocked_until > ${now} and t.blocked_until <= ${later('a.longest_ms')}`;
  const isOver = sql`(t.forget_at <= ${now} or t.forget_at > ${later('a.forget_ms')})`;
  // A free attempt blocks nobody, not even one that read its clock earlier and reaches the row later.
  const blockedUntil = (hits: string) => sql`case when ${sql.raw(hits)} < a.free then to_timestamp(0)
      else ${later(`least(a.longest_ms, a.first_ms * power(2, least(${MAX_DOUBLINGS}, ${hits} - a.free)))`)} end`;
  const counted = await affected(
    db,
    // In the order of the keys, so that two attempts with the same counters never deadlock. Each attempt deletes two
    // forgotten rows, which keeps the table small without a job.
    sql`
      with ${asked}, forgotten as (
        delete from throttles where key in (
          select key from throttles where forget_at < ${now} and key <> all(${keys}::bytea[])
          limit 2 for update skip locked)
      )
      insert into throttles as t (key, hits, blocked_until, forget_at)
      select a.key, 1, ${blockedUntil('1')}, ${later('a.forget_ms')} from asked a
      where not exists (select 1 from throttles t join asked a on a.key = t.key where ${isBlocked})
      order by a.key
      on conflict (key) do update set (hits, blocked_until, forget_at) = (
        select n.hits, ${blockedUntil('n.hits')}, n.forget_at
        from asked a, lateral (select case when ${isOver} then 1 else t.hits + 1 end as hits,
          case when ${isOver} then excluded.forget_at else t.forget_at end as forget_at) n
        where a.key = t.key)
      where not exists (select 1 from asked a where a.key = t.key and ${isBlocked})`,
  );
  if (counted === counters.length) return;
  const longestBlock = await maybeOne(
    db,
    sql<Pick<ThrottlesTable, 'key'> & { until: ThrottlesTable['blockedUntil'] }>`with ${asked}
      select t.key, t.blocked_until as until from throttles t join asked a on a.key = t.key where ${isBlocked}
      order by t.blocked_until desc limit 1`,
  );
  const waitMs = longestBlock ? longestBlock.until.getTime() - now.getTime() : 0;
  const refusal = counters[0]?.policy.refusal ?? 'too_many_requests';
  const exceeded = longestBlock && counters[keys.findIndex((key) => key.equals(longestBlock.key))];
  throw new ProductError(refusal, {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
    quota: exceeded ? quotaOf(exceeded) : undefined,
  });
}

const quotaOf = ({ policy, size }: Counter): Quota => ({
  name: policy.name,
  attempts: policy.free * size,
  periodSeconds: policy.forgetMs / 1000,
});

/** Counts an attempt; false = it comes too early, and counts nothing. For what is left out without an error. */
export async function isWithinLimit(db: Db, counter: Counter, now: Date): Promise<boolean> {
  try {
    await takeAttempts(db, [counter], now);
    return true;
  } catch (error) {
    if (codeOf(error) === 'too_many_requests') return false;
    throw error;
  }
}

/** For an attempt that was legitimate: forgets everything that was counted here. */
export async function forgetAttempts(db: Db, { policy, subject }: Pick<Counter, 'policy' | 'subject'>) {
  await sql`delete from throttles where key = ${keyOf({ policy, subject })}`.execute(db);
}

/** For an attempt that was legitimate while others that were counted here may not be: takes back this one only. */
export async function returnAttempts(db: Db, counters: readonly Counter[]): Promise<void> {
  if (counters.length === 0) return;
  await sql`
    with mine as (
      select key from throttles where key = any(${counters.map(keyOf)}::bytea[]) order by key for update)
    update throttles t set hits = greatest(0, t.hits - 1), blocked_until = to_timestamp(0)
    from mine where t.key = mine.key`.execute(db);
}

/**
 * Counts an attempt only if it ends in a certain way, like a wrong guess. It is counted before the work, because attempts
 * may come all at once, and taken back if it ended otherwise. `isCounted` gets the thrown error, or nothing.
 */
export async function countWhen<Result>(
  { db, clock }: { db: Db; clock: { now(): Date } },
  counters: readonly Counter[],
  isCounted: (error?: unknown) => boolean,
  work: () => Promise<Result>,
): Promise<Result> {
  await takeAttempts(db, counters, clock.now());
  const settle = (keepsCount: boolean) => (keepsCount ? undefined : returnAttempts(db, counters));
  const result = await work().catch(async (error: unknown) => {
    await settle(isCounted(error));
    throw error;
  });
  await settle(isCounted());
  return result;
}
