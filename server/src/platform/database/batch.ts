import { runForAll } from '../caller.ts';
import type { Db } from './database.ts';
import { isUnavailable } from './errors.ts';

/** One statement for more than this is slower for the first of them than it helps the last. */
const MOST = 64;
/** More at once would make each smaller: measured, one costs the least processor for a request. */
const AT_ONCE = 1;

interface Waiting<Ask, Answer> {
  readonly ask: Ask;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** Answers in the order of the questions. */
type Load<Ask, Answer> = (db: Db, asks: readonly Ask[]) => Promise<readonly Answer[]>;

/**
 * Joins what several requests ask at the same moment into one statement. Nothing is kept: every answer is read (or
 * written) after its question was asked, so that it is as fresh as without. A single question goes out at once;
 * under load those that come while the database is busy go together, which saves most of the cost of a statement.
 *
 * When a joined statement fails for a reason that lies in its data, each question is asked alone, so that nobody
 * gets an error that is another's. Within a transaction nothing is joined.
 */
export function batched<Ask, Answer>(
  load: Load<Ask, Answer>,
  /** Fewer for statements that write much; more at once where the database works on them longer than we. */
  { most = MOST, atOnce = AT_ONCE } = {},
): (db: Db, ask: Ask) => Promise<Answer> {
  const queues = new WeakMap<Db, Queue<Ask, Answer>>();
  return async (db, ask) => {
    if (db.isTransaction) return (await load(db, [ask]))[0] as Answer;
    let queue = queues.get(db);
    if (!queue) {
      queue = new Queue((asks) => load(db, asks), most, atOnce);
      queues.set(db, queue);
    }
    return queue.add(ask);
  };
}

/** The time for a joined statement: the moment of the last that asked; they are milliseconds apart. */
export function latest(asks: readonly { readonly now: Date }[]): Date {
  return new Date(Math.max(...asks.map(({ now }) => now.getTime())));
}

class Queue<Ask, Answer> {
  readonly #load: (asks: readonly Ask[]) => Promise<readonly Answer[]>;
  readonly #most: number;
  readonly #atOnce: number;
  #waiting: Waiting<Ask, Answer>[] = [];
  #running = 0;
  #scheduled = false;

  constructor(load: (asks: readonly Ask[]) => Promise<readonly Answer[]>, most: number, atOnce: number) {
    this.#load = load;
    this.#most = most;
    this.#atOnce = atOnce;
  }

  add(ask: Ask): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ask, resolve, reject });
      this.#schedule();
    });
  }

  /** After all requests that the process has read by now: they often come several at a time. */
  #schedule(): void {
    if (this.#scheduled || this.#running >= this.#atOnce || this.#waiting.length === 0) return;
    this.#scheduled = true;
    // The statement is of all that wait for it, not of the one that happened to come first.
    runForAll(() =>
      setImmediate(() => {
        this.#scheduled = false;
        void this.#run(this.#waiting.splice(0, this.#most));
        this.#schedule();
      }),
    );
  }

  async #run(batch: readonly Waiting<Ask, Answer>[]): Promise<void> {
    this.#running += 1;
    try {
      const answers = await this.#load(batch.map((one) => one.ask));
      batch.forEach((one, index) => {
        one.resolve(answers[index] as Answer);
      });
    } catch (error) {
      if (batch.length === 1 || isUnavailable(error)) for (const one of batch) one.reject(error);
      else await Promise.all(batch.map((one) => this.#alone(one)));
    } finally {
      this.#running -= 1;
      this.#schedule();
    }
  }

  async #alone({ ask, resolve, reject }: Waiting<Ask, Answer>): Promise<void> {
    try {
      const [answer] = await this.#load([ask]);
      resolve(answer as Answer);
    } catch (error) {
      reject(error);
    }
  }
}
