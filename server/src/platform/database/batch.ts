import { runForAll } from '../caller.ts';
import type { Db } from './database.ts';
import { isUnavailable } from './errors.ts';

/** A larger statement delays its first caller more than it helps the last. */
const DEFAULT_MAX_BATCH_SIZE = 64;
/** More concurrent statements would make each batch smaller: measured, one needs the least CPU time per request. */
const DEFAULT_CONCURRENCY = 1;

interface Waiting<Key, Answer> {
  readonly key: Key;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** Returns one answer per key, in the order of the keys. */
type Load<Key, Answer> = (db: Db, keys: readonly Key[]) => Promise<readonly Answer[]>;

/**
 * Combines the queries of several requests into one statement. Nothing is cached: every answer is read (or written) after
 * it was requested, so it is as fresh as from a separate statement. A single query is sent without delay; queries that
 * arrive while the database is busy are sent together, which saves most of the cost of a statement.
 *
 * If a combined statement fails because of its data, each query is repeated separately, so that no caller gets another
 * one's error. Queries within a transaction are not combined.
 */
export function batched<Key, Answer>(
  load: Load<Key, Answer>,
  /** A smaller batch for statements that write much; more concurrency where the database needs longer than this process. */
  { maxBatchSize = DEFAULT_MAX_BATCH_SIZE, concurrency = DEFAULT_CONCURRENCY } = {},
): (db: Db, key: Key) => Promise<Answer> {
  const queues = new WeakMap<Db, Queue<Key, Answer>>();
  return async (db, key) => {
    if (db.isTransaction) return (await load(db, [key]))[0] as Answer;
    let queue = queues.get(db);
    if (!queue) {
      queue = new Queue((keys) => load(db, keys), maxBatchSize, concurrency);
      queues.set(db, queue);
    }
    return queue.add(key);
  };
}

/** The time of a combined statement: that of the last query in it. They are milliseconds apart. */
export function latest(queries: readonly { readonly now: Date }[]): Date {
  return new Date(Math.max(...queries.map(({ now }) => now.getTime())));
}

class Queue<Key, Answer> {
  readonly #load: (keys: readonly Key[]) => Promise<readonly Answer[]>;
  readonly #maxBatchSize: number;
  readonly #concurrency: number;
  #waiting: Waiting<Key, Answer>[] = [];
  #running = 0;
  #isScheduled = false;

  constructor(
    load: (keys: readonly Key[]) => Promise<readonly Answer[]>,
    maxBatchSize: number,
    concurrency: number,
  ) {
    this.#load = load;
    this.#maxBatchSize = maxBatchSize;
    this.#concurrency = concurrency;
  }

  add(key: Key): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ key, resolve, reject });
      this.#schedule();
    });
  }

  /** Waits until the requests that the process has already read are queued: they often arrive together. */
  #schedule(): void {
    if (this.#isScheduled || this.#running >= this.#concurrency || this.#waiting.length === 0) return;
    this.#isScheduled = true;
    // The statement belongs to all requests that wait for it, not to the one that came first.
    runForAll(() =>
      setImmediate(() => {
        this.#isScheduled = false;
        void this.#run(this.#waiting.splice(0, this.#maxBatchSize));
        this.#schedule();
      }),
    );
  }

  async #run(batch: readonly Waiting<Key, Answer>[]): Promise<void> {
    this.#running += 1;
    try {
      const answers = await this.#load(batch.map((waiting) => waiting.key));
      batch.forEach((waiting, index) => {
        waiting.resolve(answers[index] as Answer);
      });
    } catch (error) {
      if (batch.length === 1 || isUnavailable(error)) for (const waiting of batch) waiting.reject(error);
      else await Promise.all(batch.map((waiting) => this.#runAlone(waiting)));
    } finally {
      this.#running -= 1;
      this.#schedule();
    }
  }

  async #runAlone({ key, resolve, reject }: Waiting<Key, Answer>): Promise<void> {
    try {
      const [answer] = await this.#load([key]);
      resolve(answer as Answer);
    } catch (error) {
      reject(error);
    }
  }
}
