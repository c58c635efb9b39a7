import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { JobsTable } from '../schema/tables.ts';
import { affected, type Db, jsonb, many, maybeOne } from './database/database.ts';
import type { Job, JobDefinition, NewJob, Turns } from './define-job.ts';
import { DAY_MS } from './durations.ts';
import { newId } from './ids.ts';

/** With the delays of `retryDelayMs`, about a day and a half: longer than a night-long outage of a mail server. */
const MAX_ATTEMPTS = 12;

/** Longer than any lease. A lease that ends later was taken while the clock was ahead, and its worker may be gone. */
const MAX_LEASE_MS = DAY_MS;

/** Null if the dedupe key already exists. */
export async function insertJob(db: Db, job: NewJob): Promise<string | null> {
  const { definition, payload, runAt = null, maxAttempts = MAX_ATTEMPTS, dedupeKey = null } = job;
  const row = await maybeOne(
    db,
    // A job without a time is due since -infinity, whatever time the worker's clock shows.
    sql<Pick<JobsTable, 'id'>>`
      insert into jobs (id, kind, payload, run_at, max_attempts, dedupe_key)
      values (${newId()}, ${definition.kind}, ${jsonb(payload ?? null)}, coalesce(${runAt}::timestamptz, '-infinity'), ${maxAttempts}, ${dedupeKey})
      on conflict (dedupe_key) do nothing
      returning id`,
  );
  return row?.id ?? null;
}

const revive = sql`do update set payload = excluded.payload, run_at = excluded.run_at, may_wait = excluded.may_wait, done_at = null, dead_at = null, last_error = null,
  max_attempts = jobs.attempts + excluded.max_attempts where jobs.done_at is not null or jobs.dead_at is not null`;

/**
 * Several jobs in one round trip. A job whose dedupe key exists is left out, or with `again` runs once more, with the
 * new payload, if it is done or dead. `mayWait`: every other due job is taken first, retries included.
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
 * Takes up to `limit` due jobs under a lease. SKIP LOCKED lets many workers take jobs without waiting for each other;
 * `materialized` keeps the planner from running a locking subquery twice. Jobs that may wait are taken only if nothing
 * else is due. The lease uses the server's clock, which all workers share; `run_at` uses the product's clock.
 */
export async function leaseDueJobs(
  db: Db,
  {
    kinds,
    now,
    leaseMs,
    limit,
    turns,
  }: { kinds: string[]; now: Date; leaseMs: number; limit: number; turns?: Turns | undefined },
): Promise<Job[]> {
  const turn = turns
    ? sql`array_position(${turns.served}::text[], coalesce(payload ->> ${turns.field}, '')) nulls first,`
    : sql``;
  const take = (which: RawBuilder<unknown>, maxRows: RawBuilder<unknown>) => sql`
        select id from jobs
        where done_at is null and dead_at is null and ${which}
          and run_at <= ${now} and kind = any(${kinds})
          and (locked_until is null or locked_until < clock_timestamp()
            or locked_until > clock_timestamp() + ${MAX_LEASE_MS} * interval '1 ms')
        order by ${turn} run_at, id
        limit ${maxRows}
        for update skip locked`;
  return many(
    db,
    sql<Job>`
      with urgent as materialized (${take(sql`not may_wait`, sql`${limit}`)}),
      others as materialized (${take(sql`may_wait`, sql`${limit} - (select count(*) from urgent)`)}),
      due as (select id from urgent union all select id from others)
      update jobs set attempts = attempts + 1, locked_until = clock_timestamp() + ${leaseMs} * interval '1 ms'
      from due where jobs.id = due.id
      returning jobs.id, kind, payload, attempts, max_attempts as "maxAttempts", last_error as "lastError"`,
  );
}

/**
 * Makes jobs due that were postponed while the clock was ahead: a retry that is further away than the longest delay, a
 * daily job that is further away than two days.
 */
export const pullForwardJobs = (
  db: Db,
  { now, dailyKinds, maxRetryDelayMs }: { now: Date; dailyKinds: readonly string[]; maxRetryDelayMs: number },
): Promise<number> =>
  affected(
    db,
    sql`update jobs set run_at = ${now}
      where done_at is null and dead_at is null
        and (attempts > 0 and last_error is not null and run_at > ${new Date(now.getTime() + maxRetryDelayMs)}
          or kind = any(${dailyKinds}) and run_at > ${now}::timestamptz + interval '2 days')`,
  );

/** True while the job is still ours: `attempts` changes when another worker takes it after our lease ended. */
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

/** Returns the job to the queue until `runAt`, or marks it dead if that is null. */
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

/**
 * Returns a job that was not completed, because its worker stops or it is postponed. The attempt does not count.
 */
export async function releaseJob(db: Db, { id, attempts }: Job, runAt: Date | null = null): Promise<void> {
  await sql`
    update jobs set locked_until = null, max_attempts = max_attempts + 1,
      run_at = coalesce(${runAt}::timestamptz, run_at)
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
 * Grants new attempts to one dead job, or to all, and returns those jobs. `attempts` only ever counts up (it guards the
 * lease), so new attempts are added on top.
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

/** Marks a dead job as done. The row is kept like any other, so its dedupe key still prevents a second job. */
export const discardDeadJob = (db: Db, id: string, now: Date): Promise<{ kind: string } | null> =>
  maybeOne(
    db,
    sql<Pick<JobsTable, 'kind'>>`
      update jobs set dead_at = null, done_at = ${now}, locked_until = null
      where id = ${id} and dead_at is not null returning kind`,
  );

/** Rows with a dedupe key are kept for 400 days, because they prevent a second job with that key. */
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
 * Kills jobs of kinds that nothing in this release handles, once they have been due for a day, longer than a release takes
 * to roll out; staff see them as failed. `created_at` counts for jobs that were enqueued without a time.
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

/** For the metrics: how many jobs are due, since when, and how many are dead. */
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

/** The state of the job with this dedupe key; null = there is none, or its row was deleted. */
export const findJobState = (
  db: Db,
  dedupeKey: string,
): Promise<Pick<JobsTable, 'doneAt' | 'deadAt' | 'lastError'> | null> =>
  maybeOne(
    db,
    sql`select done_at as "doneAt", dead_at as "deadAt", last_error as "lastError" from jobs
      where dedupe_key = ${dedupeKey}`,
  );

/** The jobs with these dedupe keys whose rows are kept. */
export const listJobsByKey = (
  db: Db,
  dedupeKeys: readonly string[],
): Promise<Pick<JobsTable, 'dedupeKey' | 'doneAt' | 'payload'>[]> =>
  many(
    db,
    sql`select dedupe_key as "dedupeKey", done_at as "doneAt", payload from jobs
      where dedupe_key = any(${[...dedupeKeys]}::text[])`,
  );

/** Whether another job of this kind is due and runs nowhere. */
export const isAnotherWaiting = async (db: Db, { id, kind }: Job, now: Date): Promise<boolean> =>
  (await maybeOne(
    db,
    sql`select 1 from jobs where kind = ${kind} and id <> ${id} and done_at is null and dead_at is null
      and run_at <= ${now} and coalesce(locked_until < clock_timestamp(), true) limit 1`,
  )) !== null;

/** Whether this job has not begun while another one of its kind runs. */
export const isBehindAnotherJob = async (db: Db, dedupeKey: string): Promise<boolean> =>
  (await maybeOne(
    db,
    sql`select 1 from jobs j join jobs o on o.kind = j.kind and o.id <> j.id
      where j.dedupe_key = ${dedupeKey} and j.done_at is null and j.dead_at is null
        and coalesce(j.locked_until <= now(), true)
        and o.done_at is null and o.dead_at is null and o.locked_until > now() limit 1`,
  )) !== null;

/** The payloads of the jobs of this kind that are not done, and whose payload contains these fields. */
export const listWaitingPayloads = async <Schema extends z.ZodType>(
  db: Db,
  { kind, schema }: JobDefinition<Schema>,
  fields: Readonly<Record<string, string>>,
): Promise<z.output<Schema>[]> => {
  const rows = await many(
    db,
    sql<Pick<JobsTable, 'payload'>>`select payload from jobs
      where done_at is null and dead_at is null and kind = ${kind} and payload @> ${jsonb(fields)}`,
  );
  return rows.map(({ payload }) => schema.parse(payload));
};
