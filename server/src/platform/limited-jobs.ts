import type { Db } from './database/database.ts';
import type { Job, JobHandler, JobHandlers } from './define-job.ts';
import { leaseDueJobs } from './job-queries.ts';

/** Runs at most so many at the same time in this process; a worker takes no more of them meanwhile. */
export function limitedHandler(handler: JobHandler, concurrency: number | undefined): JobHandler {
  if (concurrency === undefined) return handler;
  let running = 0;
  const run: JobHandler = async (payload, context) => {
    running += 1;
    try {
      return await handler(payload, context);
    } finally {
      running -= 1;
    }
  };
  return Object.assign(run, { next: handler.next, hasRoom: () => running < concurrency });
}

/** Due jobs, without those of a kind of which enough are running: they would keep other jobs waiting. */
export async function leaseWithRoom(
  db: Db,
  { handlers, limit, ...lease }: { handlers: JobHandlers; now: Date; leaseMs: number; limit: number },
): Promise<Job[]> {
  const kinds = Object.keys(handlers);
  const jobs = await leaseDueJobs(db, {
    ...lease,
    kinds: kinds.filter((kind) => !handlers[kind]?.hasRoom),
    limit,
  });
  for (const kind of kinds)
    if (jobs.length < limit && handlers[kind]?.hasRoom?.())
      jobs.push(...(await leaseDueJobs(db, { ...lease, kinds: [kind], limit: 1 })));
  return jobs;
}
