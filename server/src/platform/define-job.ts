import type { z } from 'zod';

/*
 * Defines the kinds of jobs of a feature, their payloads and their handlers. Only a definition makes a job, and a group of
 * definitions is handled together: an unknown kind, a wrong payload and a kind without a handler do not compile.
 */

export interface JobOptions {
  /** The job does not run before this time of the product's clock; absent = immediately. */
  readonly runAt?: Date | undefined;
  /** A job with this key is enqueued only once, while the row is kept (14 days without a key, 400 days with one). */
  readonly dedupeKey?: string | undefined;
  /** The maximum number of attempts. */
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
  /** Runs every day at this hour (UTC); nobody enqueues it. */
  readonly dailyAtHour: number | undefined;
  /** Runs at every full hour with `{ hour }`, that hour; nobody enqueues it. */
  readonly isHourly: boolean;
  /** How many of them a process runs at the same time; absent: as many as of any. */
  readonly concurrency: number | undefined;
  /** The field of the payload whose values take turns where `concurrency` limits them; absent: first come, first served. */
  readonly inTurnBy: string | undefined;
  /** After this time (milliseconds) it gives its place to others of its kind that wait; absent: it keeps it until it ends. */
  readonly turnMs: number | undefined;
}

/** A job as its handler receives it. */
export interface Job {
  readonly id: string;
  readonly kind: string;
  readonly payload: unknown;
  /** Including this one: 1 the first time. */
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly lastError: string | null;
}

/**
 * The signal aborts when the lease is lost, because another worker may already run the job, and when this process stops. A
 * long handler then throws; the job is resumed elsewhere or later, and no attempt is used up.
 */
export interface JobContext {
  readonly job: Job;
  readonly signal: AbortSignal;
  /** Aborts when the job has had its turn and others wait. It then stores what it has and throws `TurnEnded`. */
  readonly turn?: AbortSignal;
}

export interface JobHandler {
  (payload: unknown, context: JobContext): Promise<unknown>;
  /** The next run of a daily or hourly job. */
  readonly next?: ((now: Date) => NewJob) | undefined;
  /** False: as many of them run in this process as may. Absent: there is no limit. */
  readonly hasRoom?: () => boolean;
  readonly turns?: Turns | undefined;
  readonly turnMs?: number | undefined;
}

/** Whose job comes next: a value that was never served, or was served the longest ago. */
export interface Turns {
  /** Of the payload. */
  readonly field: string;
  /** Its values, the last one served last. */
  readonly served: string[];
}

/** By kind. */
export type JobHandlers = Readonly<Record<string, JobHandler>>;

/** Thrown by a handler when a retry cannot help: the job is dead immediately, with this message. */
export class JobCannotSucceed extends Error {}

/** Thrown by a handler: the job runs again at this time, or after the others that wait. No attempt is used up. */
export class JobPostponed extends Error {
  readonly until: Date | null;

  constructor(until: Date | null) {
    super('the job is postponed');
    this.until = until;
  }
}

/** A handler whose turn is over. */
export class TurnEnded extends JobPostponed {
  constructor() {
    super(null);
  }
}

/**
 * @param kind `feature.verb-noun`, as in `accounts.send-verification`.
 * @param schema Ids and plain facts, never secrets: rows are kept and shown to operators.
 */
export function defineJob<Schema extends z.ZodType>(
  kind: string,
  schema: Schema,
  {
    dailyAtHour,
    isHourly = false,
    concurrency,
    inTurnBy,
    turnMs,
  }: {
    dailyAtHour?: number;
    isHourly?: boolean;
    concurrency?: number;
    inTurnBy?: keyof z.output<Schema> & string;
    turnMs?: number;
  } = {},
): JobDefinition<Schema> {
  const definition: JobDefinition<Schema> = Object.assign(
    (payload: z.input<Schema>, options: JobOptions = {}): NewJob => ({ ...options, definition, payload }),
    { kind, schema, dailyAtHour, isHourly, concurrency, inTurnBy, turnMs },
  );
  return definition;
}
