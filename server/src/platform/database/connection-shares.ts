/** A call may need a second connection while it holds one. */
const MIN_SHARE = 2;

interface Waiting {
  start(release: () => void): void;
}

/**
 * Divides the connections of a pool among the networks of the callers: each may hold as many as it leaves free. So the first
 * network gets at most half of them, the second half of the rest, and there is always room for another. When none is free,
 * networks take turns, however many requests each has waiting. Work of the server itself (jobs, batches) takes any free one.
 */
export class ConnectionShares {
  readonly #size: number;
  readonly #timeoutMs: number;
  readonly #held = new Map<string | null, number>();
  /** The first network that has room is the next in turn. */
  readonly #queues = new Map<string | null, Waiting[]>();
  #total = 0;

  constructor(size: number, timeoutMs: number) {
    this.#size = size;
    this.#timeoutMs = timeoutMs;
  }

  get waiting(): number {
    let count = 0;
    for (const queue of this.#queues.values()) count += queue.length;
    return count;
  }

  /** Resolves to a function that returns the connection; rejects like the pool if none becomes free in time. */
  take(site: string | null): Promise<() => void> {
    if (!this.#queues.has(site) && this.#hasRoom(site)) return Promise.resolve(this.#hold(site));
    return new Promise((resolve, reject) => {
      const queue = this.#queues.get(site) ?? [];
      this.#queues.set(site, queue);
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(waiting), 1);
        if (queue.length === 0) this.#queues.delete(site);
        reject(new Error('timeout exceeded when trying to connect'));
      }, this.#timeoutMs);
      const waiting: Waiting = {
        start: (release) => {
          clearTimeout(timer);
          resolve(release);
        },
      };
      queue.push(waiting);
    });
  }

  #hasRoom(site: string | null): boolean {
    const free = this.#size - this.#total;
    if (free <= 0) return false;
    return site === null || (this.#held.get(site) ?? 0) < Math.max(MIN_SHARE, free);
  }

  #hold(site: string | null): () => void {
    this.#add(site, 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#add(site, -1);
      this.#startNext();
    };
  }

  #add(site: string | null, change: number): void {
    this.#total += change;
    const count = (this.#held.get(site) ?? 0) + change;
    if (count > 0) this.#held.set(site, count);
    else this.#held.delete(site);
  }

  #startNext(): void {
    for (const [site, queue] of this.#queues) {
      if (!this.#hasRoom(site)) continue;
      const next = queue.shift();
      // To the end of the order.
      this.#queues.delete(site);
      if (queue.length > 0) this.#queues.set(site, queue);
      next?.start(this.#hold(site));
      return;
    }
  }
}
