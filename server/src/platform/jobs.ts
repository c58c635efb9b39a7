import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from './clock.ts';
import type { Db, Tx } from './database/database.ts';
import type { Log } from './database/pool.ts';
import { type Job, JobCannotSucceed, type JobHandlers, JobPostponed, type NewJob } from './define-job.ts';
import { HOUR_MS, MINUTE_MS } from './durations.ts';
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
import { startTurn } from './job-turn.ts';
import { leaseWithRoom } from './limited-jobs.ts';
import { redactedMessage } from './redact.ts';

/*
 * Work outside of the transaction (mail, calls of providers, imports). A job is a row that is written in the transaction
 * that needs it, so it exists exactly if that commits; workers poll for rows. A job runs at least once: if a process dies
 * after the work and before the row is marked done, the job runs again. So handlers are idempotent (a conditional write,
 * an idempotency key of the provider).
 */

/** Call it with the transaction that makes the job necessary. Null = a job with this dedupe key exists. */
export function enqueue(tx: Tx | Db, job: NewJob): Promise<string | null> {
  return insertJob(tx, job);
}

export { listWaitingPayloads } from './job-queries.ts';

/** Several jobs in one statement; those whose dedupe key exists are left out. */
export const enqueueAll = (tx: Tx | Db, jobs: readonly NewJob[]): Promise<number> => insertJobs(tx, jobs);

/** Mails to many recipients: every other due job (a new password, a retried receipt) goes first, however many these are. `again`: as `enqueueAgain`. */
export const enqueueForMany = (
  tx: Tx | Db,
  jobs: readonly NewJob[],
  { again = false } = {},
): Promise<number> => insertJobs(tx, jobs, { again, mayWait: true });

/** Several jobs in one statement; those that are done or dead run again, because there is a new reason for them. */
export const enqueueAgain = (tx: Tx | Db, jobs: readonly NewJob[]): Promise<number> =>
  insertJobs(tx, jobs, { again: true });

export interface JobWorkerOptions {
  db: Db;
  handlers: JobHandlers;
  clock: Clock;
  log: Log;
  /** How many jobs this process runs concurrently. */
  concurrency?: number;
  /** How long a worker may show no sign of life before another takes its job (milliseconds). */
  leaseMs?: number;
  /** How often an empty queue is polled (milliseconds). */
  pollMs?: number;
  /** Wraps each job: for traces. */
  around?:
    | (<Result>(kind: string, attempt: number, work: () => Promise<Result>) => Promise<Result>)
    | undefined;
}

export interface JobWorker {
  /** Polls the queue now instead of at the next interval: for a commit whose jobs should start immediately. */
  wake(): void;
  /** Takes no more jobs, aborts the signals of the running ones, and waits for them. */
  stop(): Promise<void>;
}

const DEFAULT_LEASE_MS = 60_000;
const DEFAULT_POLL_MS = 500;
const FAILED_POLL_DELAY_MS = 2000;
const FIRST_RETRY_DELAY_MS = 10_000;
const MAX_RETRY_DELAY_MS = 4 * HOUR_MS;
const MAX_JITTER = 1.25;
/** How often jobs are looked for that were postponed while the clock was ahead. */
const PULL_FORWARD_INTERVAL_MS = 10 * MINUTE_MS;

/** Exponential backoff with jitter: 10 s, doubled up to 4 h, spread so that a thousand mails do not return at once. */
export function retryDelayMs(attempts: number): number {
  return (
    Math.min(FIRST_RETRY_DELAY_MS * 2 ** (attempts - 1), MAX_RETRY_DELAY_MS) *
    (MAX_JITTER - Math.random() / 2)
  );
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
  let isStopping = false;
  let awake = new AbortController();

  const wake = () => awake.abort();
  let pulledAt = Number.NEGATIVE_INFINITY;

  async function pullForward(): Promise<void> {
    if (performance.now() - pulledAt < PULL_FORWARD_INTERVAL_MS) return;
    pulledAt = performance.now();
    const dailyKinds = kinds.filter((kind) => handlers[kind]?.next !== undefined);
    const maxRetryDelayMs = MAX_RETRY_DELAY_MS * MAX_JITTER;
    const count = await pullForwardJobs(db, { now: clock.now(), dailyKinds, maxRetryDelayMs });
    if (count > 0) log.warn({ count }, 'jobs that were postponed while the clock was ahead are due now');
  }

  async function poll(): Promise<void> {
    const free = concurrency - running.size;
    const jobs =
      free > 0 ? await leaseWithRoom(db, { handlers, now: clock.now(), leaseMs, limit: free }) : [];
    for (const job of jobs) {
      // Asked to stop while the rows were on their way: release them for another worker.
      if (isStopping) await releaseJob(db, job);
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
    while (!isStopping) {
      awake = new AbortController();
      let delayMs = pollMs * (0.75 + Math.random() / 2);
      try {
        await pullForward();
        await poll();
      } catch (error) {
        log.error({ err: error }, 'the job queue could not be read; trying again');
        delayMs = FAILED_POLL_DELAY_MS;
      }
      if (!isStopping) await sleep(delayMs, undefined, { signal: awake.signal }).catch(() => {});
    }
  }

  const looping = kinds.length > 0 ? loop() : Promise.resolve();
  return {
    wake,
    stop: async () => {
      isStopping = true;
      stop.abort(new Error('the process is stopping'));
      wake();
      await looping;
      await Promise.all(running);
    },
  };
}

/**
 * Runs all due jobs one after another, including those that they enqueue, and returns how many ran. For tests, and for the
 * demo after its clock was moved: the same code path as the worker's, without waiting.
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

/** Whether the signal caused the error, and not a failure that happened while the process stops. */
const isInterruption = (error: unknown, stop: AbortSignal): boolean =>
  stop.aborted && (error === stop.reason || (error instanceof Error && error.name === 'AbortError'));

/** Never rejects: the outcome is in the row and in the log. */
async function runJob(
  { db, handlers, clock, log, around = (_kind, _attempt, work) => work() }: JobWorkerOptions,
  leaseMs: number,
  job: Job,
  stop: AbortSignal,
): Promise<void> {
  const fields = { job: job.id, kind: job.kind, attempt: job.attempts };
  const turn = startTurn(db, { clock, job, turnMs: handlers[job.kind]?.turnMs });
  try {
    if (job.attempts > job.maxAttempts) {
      throw new JobCannotSucceed('the process that ran the last attempt ended before the job did');
    }
    await around(job.kind, job.attempts, () =>
      runUnderLease(db, job, leaseMs, stop, (signal) =>
        handlers[job.kind]!(job.payload, { job, signal, turn: turn.signal }),
      ),
    );
    await updateJobDone(db, job, clock.now());
  } catch (error) {
    if (isInterruption(error, stop)) {
      log.info(fields, 'a job was interrupted; another process resumes it');
      await releaseJob(db, job).catch(() => {});
      return;
    }
    if (error instanceof JobPostponed) {
      log.info({ ...fields, until: error.until }, 'a job is postponed');
      await releaseJob(db, job, error.until ?? clock.now()).catch(() => {});
      return;
    }
    const isFinal = error instanceof JobCannotSucceed || job.attempts >= job.maxAttempts;
    const now = clock.now();
    const runAt = isFinal ? null : new Date(now.getTime() + retryDelayMs(job.attempts));
    if (isFinal) log.error({ ...fields, err: error }, 'a job is dead and needs an operator');
    else log.warn({ ...fields, err: error, runAt }, 'a job failed and will be tried again');
    const text = redactedMessage(error).slice(0, 2000);
    await updateJobFailed(db, job, { now, runAt, error: text }).catch((err: unknown) => {
      // The lease ends, and another worker takes the job.
      log.error({ ...fields, err }, 'the failure of a job could not be stored');
    });
  } finally {
    turn.end();
  }
}
