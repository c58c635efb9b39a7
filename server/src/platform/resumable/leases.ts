import { setTimeout as sleep } from 'node:timers/promises';
import type { Lock, Locker, RequestRelease } from '@tus/server';
import type { Db } from '../database/database.ts';
import { ProductError } from '../errors.ts';
import { newId } from '../ids.ts';
import { askForRelease, releaseLease, renewLease, takeLease } from './lease-queries.ts';

/** How long a killed process blocks others. */
const LEASE_MS = 10_000;
const RENEWAL_INTERVAL_MS = 1_000;
const MAX_WAIT_MS = 15_000;
const POLL_INTERVAL_MS = 100;
const RETRY_AFTER_SECONDS = 3;

/**
 * Lets one request at a time write an upload, across all processes. A later request of the same owner asks the earlier one to
 * end, because its connection may be dead.
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

  /** False once another process may write, for instance after this one was suspended or lost the database. */
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
      await sleep(POLL_INTERVAL_MS);
    }
    this.#held.set(this.#key, this);
    this.#timer = setInterval(() => void this.#renew(), RENEWAL_INTERVAL_MS).unref();
  }

  async unlock(): Promise<void> {
    this.#forget();
    // If the database does not answer, the lease expires.
    await releaseLease(this.#db, this.#request).catch(() => {});
  }

  async #askHolder(): Promise<void> {
    const localLease = this.#held.get(this.#key);
    if (localLease) await localLease.#requestRelease();
    else await askForRelease(this.#db, idOf(this.#key));
  }

  async #renew(): Promise<void> {
    const startedAt = performance.now();
    // A failed renewal is not a loss yet: the lease lasts until it expires.
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
/** Where the bytes are stored until they are handed over. Backups skip names that end in `.part`. */
export const keyOf = (id: string): string => `${FOLDER}/${id}.part`;
export const idOf = (key: string): string => key.slice(FOLDER.length + 1, -'.part'.length);
