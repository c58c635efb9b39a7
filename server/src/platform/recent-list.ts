import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from './database/database.ts';
import { ProductError } from './errors.ts';

/** How long what was read counts: each process reads it at most once in this time, and only if it is asked. */
const LIFE_MS = 3000;
/** How long a request waits for a newer list than the one that is known. */
const LONGEST_WAIT_MS = 500;

/**
 * What the database said a moment ago, for requests that are answered without it. While the database is away, the last answer
 * counts; a process that never had one throws `unavailable`: it must not take "unknown" for "nothing".
 */
export class RecentList<List> {
  readonly #load: (db: Db) => Promise<List>;
  #list: { readonly value: List } | null = null;
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | null = null;

  constructor(load: (db: Db) => Promise<List>) {
    this.#load = load;
  }

  async read(db: Db): Promise<List> {
    if (!this.#list || performance.now() - this.#readAt >= LIFE_MS) {
      this.#reading ??= this.#readAgain(db).finally(() => {
        this.#reading = null;
      });
      // A database that stalls holds up nothing that can be answered without it.
      await (this.#list ? Promise.race([this.#reading, sleep(LONGEST_WAIT_MS)]) : this.#reading);
    }
    return (this.#list as { readonly value: List }).value;
  }

  async #readAgain(db: Db): Promise<void> {
    try {
      this.#list = { value: await this.#load(db) };
    } catch (cause) {
      if (!this.#list) throw new ProductError('unavailable', { cause, retryAfterSeconds: 5 });
    }
    this.#readAt = performance.now();
  }
}
