import type { Db } from './database/database.ts';
import type { Job, JobDefinition, JobHandler, JobHandlers, Turns } from './define-job.ts';
import { leaseDueJobs } from './job-queries.ts';

/** Runs at most so many at the same time in this process; a worker takes no more of them meanwhile. */
export function limitedHandler(
  handler: JobHandler,
  { concurrency, inTurnBy, turnMs }: Pick<JobDefinition, 'concurrency' | 'inTurnBy' | 'turnMs'>,
): JobHandler {
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
  const turns: Turns | undefined = inTurnBy === undefined ? undefined : { field: inTurnBy, served: [] };
  return Object.assign(run, { next: handler.next, hasRoom: () => running < concurrency, turns, turnMs });
}

const MAX_REMEMBERED_TURNS = 200;

function remember({ field, served }: Turns, { payload }: Job): void {
  const value = String((payload as Record<string, unknown> | null)?.[field] ?? '');
  const before = served.indexOf(value);
  if (before >= 0) served.splice(before, 1);
  served.push(value);
  if (served.length > MAX_REMEMBERED_TURNS) served.shift();
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
  for (const kind of kinds) {
    const { hasRoom, turns } = handlers[kind] as JobHandler;
    if (jobs.length >= limit || !hasRoom?.()) continue;
    const leased = await leaseDueJobs(db, { ...lease, kinds: [kind], limit: 1, turns });
    for (const job of leased) if (turns) remember(turns, job);
    jobs.push(...leased);
  }
  return jobs;
}
