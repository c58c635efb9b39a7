import type { z } from 'zod';

/*
 * What a feature's jobs are called, what each carries and what does it. A job is made only by calling its definition, and
 * a group of definitions is handled as a whole: an unknown kind, a wrong payload and a kind without a handler do not
 * compile.
 */

interface JobOptions {
  /** Not before this time of the product's clock; absent = at once. */
  readonly runAt?: Date | undefined;
  /** Enqueued once for each key, as long as the row is kept (14 days without, 400 days with a key). */
  readonly dedupeKey?: string | undefined;
  /** How often it is tried in all. */
  readonly maxAttempts?: number | undefined;
}

/** A job to be enqueued; made by its definition. */
export interface NewJob extends JobOptions {
  readonly definition: JobDefinition;
  readonly payload: unknown;
}

export interface JobDefinition<Schema extends z.ZodType = z.ZodType> {
  (payload: z.input<Schema>, options?: JobOptions): NewJob;
  readonly kind: string;
  readonly schema: Schema;
  /** Runs every day at this hour (UTC), without anybody enqueueing it. */
  readonly dailyAtHour: number | undefined;
  /** How many of them a process runs at the same time; absent: as many as of any. */
  readonly concurrency: number | undefined;
}

/** A job as its handler sees it. */
export interface Job {
  readonly id: string;
  readonly kind: string;
  readonly payload: unknown;
  /** This one included: 1 the first time. */
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly lastError: string | null;
}

/**
 * The signal aborts when the lease was lost, because another worker may be at the job already, and when this process is
 * to stop: a long handler then throws, and the job goes on elsewhere or later, with no attempt used up.
 */
export interface JobContext {
  readonly job: Job;
  readonly signal: AbortSignal;
}

export interface JobHandler {
  (payload: unknown, context: JobContext): Promise<unknown>;
  /** The next run of a daily job. */
  readonly next?: ((now: Date) => NewJob) | undefined;
  /** False: as many of them run in this process as may. Absent: there is no limit. */
  readonly hasRoom?: () => boolean;
}

/** By kind. */
export type JobHandlers = Readonly<Record<string, JobHandler>>;

/** Thrown by a handler when trying again cannot help: the job is dead at once, with this message. */
export class JobCannotSucceed extends Error {}

/**
 * @param kind `feature.verb-noun`, as in `accounts.send-verification`.
 * @param schema Ids and plain facts, never secrets: rows are kept and shown to operators.
 */
export function defineJob<Schema extends z.ZodType>(
  kind: string,
  schema: Schema,
  { dailyAtHour, concurrency }: { dailyAtHour?: number; concurrency?: number } = {},
): JobDefinition<Schema> {
  const definition: JobDefinition<Schema> = Object.assign(
    (payload: z.input<Schema>, options: JobOptions = {}): NewJob => ({ ...options, definition, payload }),
    { kind, schema, dailyAtHour, concurrency },
  );
  return definition;
}
