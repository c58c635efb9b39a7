import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from './clock.ts';
import type { Db, Tx } from './database/database.ts';
import type { Log } from './database/pool.ts';
import { type Job, JobCannotSucceed, type JobHandlers, type NewJob } from './define-job.ts';
import { runUnderLease } from './job-lease.ts';
import {
  insertJob,
  insertJobs,
  leaseDueJobs,
  pullForwardJobs,
  releaseJob,
  updateJobDone,
  updateJobFailed,
} from './job-queries.ts';
import { leaseWithRoom } from './limited-jobs.ts';
import { redactedMessage } from './redact.ts';

/*
 * Work that leaves the transaction (mail, calls of providers, imports). The job is a row written in the transaction
 * that needs it, so that it exists exactly if that commits; workers take rows by polling. A job runs at least
 * once: when a process dies after the work and before the row says "done", it runs again, so handlers bear a
 * repetition (a conditional write, an idempotency key of the provider).
 */

/** Call it with the transaction that makes the job necessary. Null: this dedupe key was enqueued before. */
export function enqueue(tx: Tx | Db, job: NewJob): Promise<string | null> {
  return insertJob(tx, job);
}

/** Several at once, in one statement; what was enqueued before is left out. */
export const enqueueAll = (tx: Tx | Db, jobs: readonly NewJob[]): Promise<number> => insertJobs(tx, jobs);

/** Letters to many: whatever else is due (a new password, a receipt that is tried again) goes first, however many these are. */
export const enqueueForMany = (tx: Tx | Db, jobs: readonly NewJob[]): Promise<number> =>
  insertJobs(tx, jobs, { mayWait: true });

/** Several at once; what was done before, or died, is done again: the reason for it has come back. */
export const enqueueAgain = (tx: Tx | Db, jobs: readonly NewJob[]): Promise<number> =>
  insertJobs(tx, jobs, { again: true });

export interface JobWorkerOptions {
  db: Db;
  handlers: JobHandlers;
  clock: Clock;
  log: Log;
  /** How many jobs run at once in this process. */
  concurrency?: number;
  /** After this long without a sign of life the job goes to another worker (milliseconds). */
  leaseMs?: number;
  /** Between two looks at an empty queue (milliseconds). */
  pollMs?: number;
  /** Around each job: for traces. */
  around?:
    | (<Result>(kind: string, attempt: number, work: () => Promise<Result>) => Promise<Result>)
    | undefined;
}

export interface JobWorker {
  /** Looks at the queue now instead of at the next poll: after a commit that should act at once. */
  wake(): void;
  /** Takes no more jobs, tells the running ones to stop where they can, and waits for them. */
  stop(): Promise<void>;
}

const DEFAULT_LEASE_MS = 60_000;
const DEFAULT_POLL_MS = 500;
const PAUSE_AFTER_FAILED_POLL_MS = 2000;
const FIRST_PAUSE_MS = 10_000;
const LONGEST_PAUSE_MS = 4 * 3_600_000;
const MAX_JITTER = 1.25;
/** Between two looks for jobs that were put off by a clock that was ahead (milliseconds). */
const PULL_FORWARD_EVERY_MS = 10 * 60_000;

/** Milliseconds until the next try: 10 s doubling up to 4 h, spread so that a thousand mails do not return at once. */
export function pauseAfter(attempts: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS) * (MAX_JITTER - Math.random() / 2);
}

export function startJobWorker(options: JobWorkerOptions): JobWorker {
  const {
    db,
    handlers,
    clock,
    log,
    concurrency = 4,
    leaseMs = DEFAULT_LEASE_MS,
    pollMs = DEFAULT_POLL_MS,
  } = options;
  const kinds = Object.keys(handlers);
  const running = new Set<Promise<unknown>>();
  const stop = new AbortController();
  let stopping = false;
  let awake = new AbortController();

  const wake = () => awake.abort();
  let pulledAt = Number.NEGATIVE_INFINITY;

  async function pullForward(): Promise<void> {
    if (performance.now() - pulledAt < PULL_FORWARD_EVERY_MS) return;
    pulledAt = performance.now();
    const dailyKinds = kinds.filter((kind) => handlers[kind]?.next !== undefined);
    const longestPauseMs = LONGEST_PAUSE_MS * MAX_JITTER;
    const count = await pullForwardJobs(db, { now: clock.now(), dailyKinds, longestPauseMs });
    if (count > 0) log.warn({ count }, 'jobs were put off by a clock that was ahead: they are due now');
  }

  async function poll(): Promise<void> {
    const free = concurrency - running.size;
    const jobs =
      free > 0 ? await leaseWithRoom(db, { handlers, now: clock.now(), leaseMs, limit: free }) : [];
    for (const job of jobs) {
      // Asked to stop while the rows were on their way: the next worker has them at once.
      if (stopping) await releaseJob(db, job);
      else {
        const run = runJob(options, leaseMs, job, stop.signal).finally(() => {
          running.delete(run);
          wake();
        });
        running.add(run);
      }
    }
  }

  async function loop(): Promise<void> {
    while (!stopping) {
      awake = new AbortController();
      let pause = pollMs * (0.75 + Math.random() / 2);
      try {
        await pullForward();
        await poll();
      } catch (error) {
        log.error({ err: error }, 'the job queue could not be read; trying again');
        pause = PAUSE_AFTER_FAILED_POLL_MS;
      }
      if (!stopping) await sleep(pause, undefined, { signal: awake.signal }).catch(() => {});
    }
  }

  const looping = kinds.length > 0 ? loop() : Promise.resolve();
  return {
    wake,
    stop: async () => {
      stopping = true;
      stop.abort(new Error('the process is stopping'));
      wake();
      await looping;
      await Promise.all(running);
    },
  };
}

/**
 * Runs everything that is due by the clock, one after the other, also what those jobs enqueue; returns how many
 * ran. For tests and for the demo after its clock was moved: the same path as the worker's, without the waiting.
 */
export async function runDueJobs(options: Omit<JobWorkerOptions, 'concurrency' | 'pollMs'>): Promise<number> {
  const { db, handlers, clock, leaseMs = DEFAULT_LEASE_MS } = options;
  for (let count = 0; ; count += 1) {
    const [job] = await leaseDueJobs(db, {
      kinds: Object.keys(handlers),
      now: clock.now(),
      leaseMs,
      limit: 1,
    });
    if (!job) return count;
    await runJob(options, leaseMs, job, new AbortController().signal);
  }
}

/** What the signal made of it, not a failure that happened to come while the process stops. */
const isInterruption = (error: unknown, stop: AbortSignal): boolean =>
  stop.aborted && (error === stop.reason || (error instanceof Error && error.name === 'AbortError'));

/** Never rejects: what happened stands in the row and in the log. */
async function runJob(
  { db, handlers, clock, log, around = (_kind, _attempt, work) => work() }: JobWorkerOptions,
  leaseMs: number,
  job: Job,
  stop: AbortSignal,
): Promise<void> {
  const fields = { job: job.id, kind: job.kind, attempt: job.attempts };
  try {
    if (job.attempts > job.maxAttempts) {
      throw new JobCannotSucceed('the process that ran the last attempt ended before the job did');
    }
    await around(job.kind, job.attempts, () =>
      runUnderLease(db, job, leaseMs, stop, (signal) => handlers[job.kind]!(job.payload, { job, signal })),
    );
    await updateJobDone(db, job, clock.now());
  } catch (error) {
    if (isInterruption(error, stop)) {
      log.info(fields, 'a job was interrupted and goes on after this process');
      await releaseJob(db, job).catch(() => {});
      return;
    }
    const final = error instanceof JobCannotSucceed || job.attempts >= job.maxAttempts;
    const now = clock.now();
    const runAt = final ? null : new Date(now.getTime() + pauseAfter(job.attempts));
    if (final) log.error({ ...fields, err: error }, 'a job is dead: it waits for an operator');
    else log.warn({ ...fields, err: error, runAt }, 'a job failed and will be tried again');
    const text = redactedMessage(error).slice(0, 2000);
    await updateJobFailed(db, job, { now, runAt, error: text }).catch((err: unknown) => {
      // The lease ends by itself, and another worker takes the job.
      log.error({ ...fields, err }, 'the failure of a job could not be written down');
    });
  }
}
