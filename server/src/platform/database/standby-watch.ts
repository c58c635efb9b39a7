import type { Log } from './pool.ts';

/** While a server stays read-only, its connections are replaced no more often than this (milliseconds). */
const REPLACE_EVERY_MS = 1_000;

/**
 * When a primary becomes a standby, its connections stay open and go on reading, ever older data. So once a write was
 * refused, every connection that is older than that is replaced before it is used again, and the new ones lead to
 * whichever server has the address by then.
 */
export class StandbyWatch {
  readonly #log: Log;
  readonly #generationOf = new WeakMap<object, number>();
  #generation = 0;
  #metAt = 0;

  constructor(log: Log) {
    this.#log = log;
  }

  /** A statement was refused because the server only reads. */
  met(): void {
    if (Date.now() - this.#metAt < REPLACE_EVERY_MS) return;
    this.#metAt = Date.now();
    this.#generation += 1;
    this.#log.error({}, 'the database takes no writes; its connections are replaced');
  }

  /** False for a connection from before the last refusal: end it and take another. */
  hasOutlived(connection: object): boolean {
    const generation = this.#generationOf.get(connection) ?? this.#generation;
    this.#generationOf.set(connection, generation);
    return generation === this.#generation;
  }
}
