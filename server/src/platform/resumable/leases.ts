import { setTimeout as sleep } from 'node:timers/promises';
import type { Lock, Locker, RequestRelease } from '@tus/server';
import type { Db } from '../database/database.ts';
import { ProductError } from '../errors.ts';
import { newId } from '../ids.ts';
import { askForRelease, releaseLease, renewLease, takeLease } from './lease-queries.ts';

/** How long a killed process keeps others out. */
const LEASE_MS = 10_000;
const RENEW_EVERY_MS = 1_000;
const MAX_WAIT_MS = 15_000;
const POLL_MS = 100;
const RETRY_AFTER_SECONDS = 3;

/**
 * One request at a time writes an upload, in whichever process. A later one of the same owner asks the one before it to end:
 * that one may be a connection whose other side is gone.
 */
export class Leases implements Locker {
  readonly #db: Db;
  readonly #held = new Map<string, Lease>();

  constructor(db: Db) {
    this.#db = db;
  }

  newLock(key: string): Lock {
    return new Lease(this.#db, this.#held, key);
  }

  /** False once another process may write: this one was stopped for a while, or the database was away. */
  holds(key: string): boolean {
    return this.#held.get(key)?.isValid() ?? false;
  }
}

class Lease implements Lock {
  readonly #db: Db;
  readonly #held: Map<string, Lease>;
  readonly #key: string;
  readonly #holder = newId();
  #validUntil = 0;
  #timer: NodeJS.Timeout | undefined;
  #requestRelease: RequestRelease = () => {};

  constructor(db: Db, held: Map<string, Lease>, key: string) {
    this.#db = db;
    this.#held = held;
    this.#key = key;
  }

  get #request() {
    return { id: idOf(this.#key), holder: this.#holder, leaseMs: LEASE_MS };
  }

  isValid(): boolean {
    return performance.now() < this.#validUntil;
  }

  async lock(signal: AbortSignal, requestRelease: RequestRelease): Promise<void> {
    this.#requestRelease = requestRelease;
    const giveUpAt = performance.now() + MAX_WAIT_MS;
    for (let attempt = 1; ; attempt += 1) {
      const startedAt = performance.now();
      if (await takeLease(this.#db, this.#request)) {
        this.#validUntil = startedAt + LEASE_MS;
        break;
      }
      if (signal.aborted || performance.now() > giveUpAt)
        throw new ProductError('upload_busy', { retryAfterSeconds: RETRY_AFTER_SECONDS });
      if (attempt === 1) await this.#askHolder();
      await sleep(POLL_MS);
    }
    this.#held.set(this.#key, this);
    this.#timer = setInterval(() => void this.#renew(), RENEW_EVERY_MS).unref();
  }

  async unlock(): Promise<void> {
    this.#forget();
    // It ends by itself where the database does not answer.
    await releaseLease(this.#db, this.#request).catch(() => {});
  }

  async #askHolder(): Promise<void> {
    const here = this.#held.get(this.#key);
    if (here) await here.#requestRelease();
    else await askForRelease(this.#db, idOf(this.#key));
  }

  async #renew(): Promise<void> {
    const startedAt = performance.now();
    // A failure is no loss yet: the lease ends when its time is over.
    const renewed = await renewLease(this.#db, this.#request).catch(() => undefined);
    if (renewed === undefined || this.#held.get(this.#key) !== this) return;
    if (renewed) this.#validUntil = startedAt + LEASE_MS;
    else this.#forget();
    if (!renewed || renewed.isAsked) await this.#requestRelease();
  }

  #forget(): void {
    clearInterval(this.#timer);
    this.#validUntil = 0;
    if (this.#held.get(this.#key) === this) this.#held.delete(this.#key);
  }
}

const FOLDER = 'resumable';
/** Where the bytes stand until they are handed over. Backups leave out what ends in `.part`. */
export const keyOf = (id: string): string => `${FOLDER}/${id}.part`;
export const idOf = (key: string): string => key.slice(FOLDER.length + 1, -'.part'.length);
