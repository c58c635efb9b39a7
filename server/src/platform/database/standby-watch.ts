import type { Log } from './pool.ts';

/** While a server stays read-only, its connections are replaced no more often than this. */
const REPLACE_EVERY_MS = 1_000;

/**
 * When a primary becomes a standby, its connections stay open and read ever older data. So after a refused write, every
 * older connection is replaced before its next use; the new ones reach whichever server has the address by then.
 */
export class StandbyWatch {
  readonly #log: Log;
  readonly #generationOf = new WeakMap<object, number>();
  #generation = 0;
  #refusedAt = 0;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Call it when the server refused a write because it is read-only. */
  onReadOnly(): void {
    if (Date.now() - this.#refusedAt < REPLACE_EVERY_MS) return;
    this.#refusedAt = Date.now();
    this.#generation += 1;
    this.#log.error({}, 'the database takes no writes; its connections are replaced');
  }

  /** False for a connection that is older than the last refused write: close it and take another. */
  isCurrent(connection: object): boolean {
    const generation = this.#generationOf.get(connection) ?? this.#generation;
    this.#generationOf.set(connection, generation);
    return generation === this.#generation;
  }
}
