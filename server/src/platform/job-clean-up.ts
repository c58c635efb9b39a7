import type { Clock } from './clock.ts';
import type { Db } from './database/database.ts';
import type { Log } from './database/pool.ts';
import { HOUR_MS } from './durations.ts';
import { deleteOldJobs, killUnknownJobs } from './job-queries.ts';

const CLEAN_UP_EVERY_MS = HOUR_MS;

interface CleanUpOptions {
  readonly db: Db;
  /** The kinds of all lanes. */
  readonly kinds: readonly string[];
  readonly clock: Clock;
  readonly log: Log;
}

/** Deletes old finished jobs, and reports jobs that no worker of this release can run. */
export async function cleanUpJobs({ db, kinds, clock, log }: CleanUpOptions): Promise<void> {
  await deleteOldJobs(db, clock.now());
  for (const { id, kind } of await killUnknownJobs(db, kinds, clock.now()))
    log.error({ job: id, kind }, 'a job of an unknown kind is dead and needs an operator');
}

/** Cleans up now and every hour; the returned function stops it. */
export function startJobCleanUp(options: CleanUpOptions): () => Promise<void> {
  let running = Promise.resolve();
  const run = () => {
    running = cleanUpJobs(options).catch((err: unknown) => {
      options.log.error({ err }, 'the job queue could not be cleaned up; trying again in an hour');
    });
  };
  run();
  const timer = setInterval(run, CLEAN_UP_EVERY_MS);
  return () => {
    clearInterval(timer);
    return running;
  };
}
