import type { Db } from './database/database.ts';
import type { Job } from './define-job.ts';
import { extendLease } from './job-queries.ts';

/**
 * Runs `work` and renews its lease three times per lease period, so that leases can be short (a dead worker's jobs soon
 * continue elsewhere) while jobs may be long (an import). The signal aborts when the lease is lost, because another worker
 * may already run the job, and when `stop` aborts.
 */
export async function runUnderLease<Result>(
  db: Db,
  job: Job,
  leaseMs: number,
  stop: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const lost = new AbortController();
  const timer = setInterval(() => {
    extendLease(db, job, leaseMs).then(
      (isOurs) => {
        if (!isOurs) lost.abort(new Error(`the lease of job ${job.id} was lost`));
      },
      // The database may be unreachable for a moment only: the next renewal can still be in time.
      () => {},
    );
  }, leaseMs / 3);
  try {
    return await work(AbortSignal.any([lost.signal, stop]));
  } finally {
    clearInterval(timer);
  }
}
