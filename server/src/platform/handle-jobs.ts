import type { z } from 'zod';
import type { Clock } from './clock.ts';
import type { Db } from './database/database.ts';
import {
  JobCannotSucceed,
  type JobContext,
  type JobDefinition,
  type JobHandler,
  type JobHandlers,
  type NewJob,
} from './define-job.ts';
import { HOUR_MS } from './durations.ts';
import { enqueueAgain } from './jobs.ts';
import { limitedHandler } from './limited-jobs.ts';

/** The next day's run; the dedupe key keeps it single, however many processes enqueue it. */
function nextDay(definition: JobDefinition, hour: number, now: Date): NewJob {
  const runAt = new Date(now);
  runAt.setUTCHours(24 + hour, 0, 0, 0);
  return definition({}, { runAt, dedupeKey: `${definition.kind}:${runAt.toISOString().slice(0, 10)}` });
}

/** The next full hour. */
export const nextHourAfter = (now: Date): Date =>
  new Date((Math.floor(now.getTime() / HOUR_MS) + 1) * HOUR_MS);

function nextHour(definition: JobDefinition, now: Date): NewJob {
  const runAt = nextHourAfter(now);
  const hour = runAt.toISOString();
  return definition({ hour }, { runAt, dedupeKey: `${definition.kind}:${hour.slice(0, 13)}` });
}

function nextRun(definition: JobDefinition): ((now: Date) => NewJob) | undefined {
  const { dailyAtHour, isHourly } = definition;
  if (isHourly) return (now) => nextHour(definition, now);
  return dailyAtHour === undefined ? undefined : (now) => nextDay(definition, dailyAtHour, now);
}

type Definitions = Readonly<Record<string, JobDefinition>>;
type HandlersOf<Jobs extends Definitions> = {
  readonly [Name in keyof Jobs]: (
    payload: z.output<Jobs[Name]['schema']>,
    context: JobContext,
  ) => Promise<unknown>;
};

/** The handlers of a group of jobs, which check the payload first. A daily or hourly job enqueues its next run before it begins. */
export function handleJobs<Jobs extends Definitions>(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  jobs: Jobs,
  handlers: HandlersOf<Jobs>,
): JobHandlers {
  return Object.fromEntries(
    Object.entries(jobs).map(([name, definition]): [string, JobHandler] => {
      const { kind, schema } = definition;
      const next = nextRun(definition);
      const run = async (payload: unknown, context: JobContext) => {
        const parsed = schema.safeParse(payload);
        if (!parsed.success)
          throw new JobCannotSucceed(`the payload is none of ${kind}: ${parsed.error.message}`);
        // First, so that a failing run does not end the chain. Again, because a clock that was ahead may have done the
        // next day.
        if (next) await enqueueAgain(db, [next(clock.now())]);
        return handlers[name]!(parsed.data as never, context);
      };
      return [kind, limitedHandler(Object.assign(run, { next }), definition)];
    }),
  );
}
