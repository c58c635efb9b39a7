import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from './database/database.ts';
import { ProductError } from './errors.ts';

/** How long a list is used before a request reads it again. Each process has its own. */
const LIFE_MS = 3000;
/** How long a request waits for a newer list than the one that is known. */
const LONGEST_WAIT_MS = 500;

/**
 * A list from the database that is a few seconds old at most, for requests that otherwise need no database. While the
 * database does not answer, the last list is used. A process that has never read one throws `unavailable`: an unknown list
 * must not count as an empty one.
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
      // With a list at hand, requests do not wait long for a database that stalls.
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
