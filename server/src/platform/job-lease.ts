import type { Db } from './database/database.ts';
import type { Job } from './define-job.ts';
import { extendLease } from './job-queries.ts';

/**
 * Runs `work` and meanwhile renews the lease three times in each of its lengths, so that a lease can be short
 * (a dead worker's jobs go on soon) and a job still long (an import). When the lease is lost all the same, the
 * signal aborts, because another worker may be at it already; it aborts too when `stop` does.
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
      (ours) => {
        if (!ours) lost.abort(new Error(`the lease of job ${job.id} was lost`));
      },
      // The database is away for a moment: the next renewal may be in time.
      () => {},
    );
  }, leaseMs / 3);
  try {
    return await work(AbortSignal.any([lost.signal, stop]));
  } finally {
    clearInterval(timer);
  }
}
