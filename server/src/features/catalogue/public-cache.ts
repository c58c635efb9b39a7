import { LRUCache } from 'lru-cache';
import { runForAll } from '../../platform/caller.ts';
import type { Clock } from '../../platform/clock.ts';

/** Enough for all lists that people really open; more are invented addresses of crawlers. */
const MAX_ENTRIES = 500;

interface Entry {
  readonly loadedAt: number;
  readonly value: Promise<unknown>;
}

/**
 * Caches responses that are the same for all users for some seconds in this process, so that a busy shop queries the
 * database once for each list. Never caches what a user may do with a book.
 */
export class PublicCache {
  readonly #entries = new LRUCache<string, Entry>({ max: MAX_ENTRIES });
  readonly #clock: Clock;
  readonly #lifeMs: number;

  constructor(clock: Clock, lifeSeconds: number) {
    this.#clock = clock;
    this.#lifeMs = lifeSeconds * 1000;
  }

  /** Concurrent requests for a value share one load; a failed load is not cached. */
  get<Value>(key: string, load: () => Promise<Value>): Promise<Value> {
    if (this.#lifeMs === 0) return load();
    const now = this.#clock.now().getTime();
    const kept = this.#entries.get(key);
    if (kept && now - kept.loadedAt < this.#lifeMs) return kept.value as Promise<Value>;
    const value = runForAll(load);
    this.#entries.set(key, { loadedAt: now, value });
    value.catch(() => this.#entries.peek(key)?.value === value && this.#entries.delete(key));
    return value;
  }
}
