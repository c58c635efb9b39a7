import { LRUCache } from 'lru-cache';
import { runForAll } from '../../platform/caller.ts';
import type { Clock } from '../../platform/clock.ts';

/** Enough for every list that people really open; more is a crawler inventing addresses. */
const MAX_ENTRIES = 500;

interface Entry {
  readonly loadedAt: number;
  readonly value: Promise<unknown>;
}

/**
 * Answers that are the same for everybody, kept for some seconds in this process: a busy shop asks the database
 * once for each list. What a person may do with a book is never kept here.
 */
export class PublicCache {
  readonly #entries = new LRUCache<string, Entry>({ max: MAX_ENTRIES });
  readonly #clock: Clock;
  readonly #lifeMs: number;

  constructor(clock: Clock, lifeSeconds: number) {
    this.#clock = clock;
    this.#lifeMs = lifeSeconds * 1000;
  }

  /** Requests that come while the value is being loaded wait for the same load; a failed load is not kept. */
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
