import { type RawBuilder, sql } from 'kysely';
import type { JobsTable } from '../schema/tables.ts';
import { affected, type Db, jsonb, many, maybeOne } from './database/database.ts';
import type { Job, NewJob } from './define-job.ts';
import { newId } from './ids.ts';

/** With the pauses of `pauseAfter` about a day and a half: longer than a mail server's bad night. */
const MAX_ATTEMPTS = 12;

/** Longer than any lease: one that ends later was taken while the clock was ahead, and its worker may be gone. */
const MAX_LEASE_MS = 24 * 3_600_000;

/** Null when the dedupe key is already there. */
export async function insertJob(db: Db, job: NewJob): Promise<string | null> {
  const { definition, payload, runAt = null, maxAttempts = MAX_ATTEMPTS, dedupeKey = null } = job;
  const row = await maybeOne(
    db,
    // Without a time it is due from the beginning of time on: "now" by the worker's clock, whichever that is.
    sql<Pick<JobsTable, 'id'>>`
      insert into jobs (id, kind, payload, run_at, max_attempts, dedupe_key)
      values (${newId()}, ${definition.kind}, ${jsonb(payload ?? null)}, coalesce(${runAt}::timestamptz, '-infinity'), ${maxAttempts}, ${dedupeKey})
      on conflict (dedupe_key) do nothing
      returning id`,
  );
  return row?.id ?? null;
}

const revive = sql`do update set run_at = excluded.run_at, may_wait = excluded.may_wait, done_at = null, dead_at = null, last_error = null,
  max_attempts = jobs.attempts + excluded.max_attempts where jobs.done_at is not null or jobs.dead_at is not null`;

/**
 * Several in one round trip; those whose dedupe key is there already are left out, or run `again`. `mayWait`: whatever
 * else is due is taken first, also when they are tried again.
 */
export const insertJobs = (
  db: Db,
  jobs: readonly NewJob[],
  { again = false, mayWait = false } = {},
): Promise<number> =>
  affected(
    db,
    sql`insert into jobs (id, kind, payload, run_at, max_attempts, dedupe_key, may_wait)
      select j.id, j.kind, j.payload, coalesce(j.run_at, '-infinity'), j.max_attempts, j.dedupe_key, ${mayWait}::boolean
      from jsonb_to_recordset(${jsonb(
        jobs.map(({ definition, payload, runAt, maxAttempts = MAX_ATTEMPTS, dedupeKey }) => ({
          id: newId(),
          kind: definition.kind,
          payload: payload ?? null,
          run_at: runAt?.toISOString() ?? null,
          max_attempts: maxAttempts,
          dedupe_key: dedupeKey ?? null,
        })),
      )}::jsonb)
        as j (id uuid, kind text, payload jsonb, run_at timestamptz, max_attempts int, dedupe_key text)
      on conflict (dedupe_key) ${again ? revive : sql`do nothing`}`,
  );

/**
 * Takes up to `limit` due jobs under a lease. SKIP LOCKED lets many workers take without waiting for each
 * other; `materialized` keeps the planner from running a locking part twice. Those that may wait are taken where nothing
 * else is due. The lease counts by the
 * server's clock, the same for all workers, while `run_at` counts by the product's clock.
 */
export async function leaseDueJobs(
  db: Db,
  { kinds, now, leaseMs, limit }: { kinds: string[]; now: Date; leaseMs: number; limit: number },
): Promise<Job[]> {
  const take = (which: RawBuilder<unknown>, most: RawBuilder<unknown>) => sql`
        select id from jobs
        where done_at is null and dead_at is null and ${which}
          and run_at <= ${now} and kind = any(${kinds})
          and (locked_until is null or locked_until < clock_timestamp()
            or locked_until > clock_timestamp() + ${MAX_LEASE_MS} * interval '1 ms')
        order by run_at, id
        limit ${most}
        for update skip locked`;
  return many(
    db,
    sql<Job>`
      with awaited as materialized (${take(sql`not may_wait`, sql`${limit}`)}),
      others as materialized (${take(sql`may_wait`, sql`${limit} - (select count(*) from awaited)`)}),
      due as (select id from awaited union all select id from others)
      update jobs set attempts = attempts + 1, locked_until = clock_timestamp() + ${leaseMs} * interval '1 ms'
      from due where jobs.id = due.id
      returning jobs.id, kind, payload, attempts, max_attempts as "maxAttempts", last_error as "lastError"`,
  );
}

/**
 * Jobs that were put off while the clock was ahead: a retry that is further away than the longest pause, a daily job that
 * is further away than its next day. They are due now.
 */
export const pullForwardJobs = (
  db: Db,
  { now, dailyKinds, longestPauseMs }: { now: Date; dailyKinds: readonly string[]; longestPauseMs: number },
): Promise<number> =>
  affected(
    db,
    sql`update jobs set run_at = ${now}
      where done_at is null and dead_at is null
        and (attempts > 0 and last_error is not null and run_at > ${new Date(now.getTime() + longestPauseMs)}
          or kind = any(${dailyKinds}) and run_at > ${now}::timestamptz + interval '2 days')`,
  );

/** True while the job is still ours: `attempts` changes when somebody else takes it after our lease ended. */
export async function extendLease(db: Db, { id, attempts }: Job, leaseMs: number): Promise<boolean> {
  const rows = await affected(
    db,
    sql`update jobs set locked_until = clock_timestamp() + ${leaseMs} * interval '1 ms'
        where id = ${id} and attempts = ${attempts} and done_at is null and dead_at is null`,
  );
  return rows === 1;
}

export async function updateJobDone(db: Db, { id, attempts }: Job, now: Date): Promise<void> {
  await sql`
    update jobs set done_at = ${now}, locked_until = null, last_error = null
    where id = ${id} and attempts = ${attempts} and done_at is null and dead_at is null`.execute(db);
}

/** Back into the queue at `runAt`, or dead when that is null. */
export async function updateJobFailed(
  db: Db,
  { id, attempts }: Job,
  { now, runAt, error }: { now: Date; runAt: Date | null; error: string },
): Promise<void> {
  await sql`
    update jobs set locked_until = null, last_error = ${error},
      run_at = coalesce(${runAt}::timestamptz, run_at),
      dead_at = case when ${runAt}::timestamptz is null then ${now}::timestamptz end
    where id = ${id} and attempts = ${attempts} and done_at is null and dead_at is null`.execute(db);
}

/** A worker that stops gives back what it took and did not begin, with the attempt not counted as one. */
export async function releaseJob(db: Db, { id, attempts }: Job): Promise<void> {
  await sql`
    update jobs set locked_until = null, max_attempts = max_attempts + 1
    where id = ${id} and attempts = ${attempts} and done_at is null and dead_at is null`.execute(db);
}

export interface DeadJob
  extends Pick<JobsTable, 'id' | 'kind' | 'payload' | 'attempts' | 'lastError' | 'createdAt'> {
  deadAt: Date;
}

export async function listDeadJobs(
  db: Db,
  { limit, offset }: { limit: number; offset: number } = { limit: 100, offset: 0 },
): Promise<(DeadJob & { total: number })[]> {
  return many(
    db,
    sql<DeadJob & { total: number }>`
      select id, kind, payload, attempts, last_error as "lastError", created_at as "createdAt", dead_at as "deadAt",
        (count(*) over ())::int as total
      from jobs where dead_at is not null order by dead_at desc, id limit ${limit} offset ${offset}`,
  );
}

/**
 * New attempts for one dead job, or for all; those who got them. Attempts only ever count up (they guard the lease), so
 * that new ones are granted on top.
 */
export const reviveDeadJobs = (
  db: Db,
  id: string | null,
  moreAttempts = MAX_ATTEMPTS,
): Promise<{ id: string; kind: string }[]> =>
  many(
    db,
    sql<Pick<JobsTable, 'id' | 'kind'>>`
      update jobs set dead_at = null, run_at = '-infinity', max_attempts = attempts + ${moreAttempts}
      where dead_at is not null and (${id}::uuid is null or id = ${id}) returning id, kind`,
  );

/** Counts as done from now on. The row stays as long as any: its dedupe key forbids the repetition. */
export const discardDeadJob = (db: Db, id: string, now: Date): Promise<{ kind: string } | null> =>
  maybeOne(
    db,
    sql<Pick<JobsTable, 'kind'>>`
      update jobs set dead_at = null, done_at = ${now}, locked_until = null
      where id = ${id} and dead_at is not null returning kind`,
  );

/** Rows with a dedupe key stay longer than a year, because they are what forbids the repetition. */
export async function deleteOldJobs(db: Db, now: Date): Promise<number> {
  return affected(
    db,
    sql`
      delete from jobs where id in (
        select id from jobs
        where done_at < ${now}::timestamptz - interval '14 days'
          and (dedupe_key is null or done_at < ${now}::timestamptz - interval '400 days')
        limit 1000)`,
  );
}

/**
 * Jobs of kinds that nothing here can do, due for longer than a release takes to roll out: they count as failed, where
 * staff see them. `created_at` keeps a job that was enqueued "at once" from being one that has waited since ever.
 */
export const killUnknownJobs = (db: Db, kinds: readonly string[], now: Date): Promise<DeadJob[]> =>
  many(
    db,
    sql<DeadJob>`
      update jobs set dead_at = ${now}, locked_until = null, last_error = 'no part of this release does such jobs'
      where done_at is null and dead_at is null and kind <> all(${kinds})
        and (locked_until is null or locked_until < clock_timestamp())
        and greatest(run_at, created_at) < ${now}::timestamptz - interval '1 day'
      returning id, kind, payload, attempts, last_error as "lastError", created_at as "createdAt", dead_at as "deadAt"`,
  );

/** For the metrics: how many wait, since when, and how many are dead. */
export async function countJobs(
  db: Db,
  now: Date,
): Promise<{ due: number; dead: number; oldestDueAt: Date | null }> {
  const row = await maybeOne(
    db,
    sql<{ due: number; dead: number; oldestDueAt: Date | null }>`
      select count(*) filter (where dead_at is null and run_at <= ${now}) as due,
             count(*) filter (where dead_at is not null) as dead,
             min(greatest(run_at, created_at)) filter (where dead_at is null and run_at <= ${now}) as "oldestDueAt"
      from jobs where done_at is null`,
  );
  return row ?? { due: 0, dead: 0, oldestDueAt: null };
}

/** What has become of the job with a dedupe key: null = there is none, or it is forgotten. */
export const findJobState = (
  db: Db,
  dedupeKey: string,
): Promise<Pick<JobsTable, 'doneAt' | 'deadAt' | 'lastError'> | null> =>
  maybeOne(
    db,
    sql`select done_at as "doneAt", dead_at as "deadAt", last_error as "lastError" from jobs
      where dedupe_key = ${dedupeKey}`,
  );
