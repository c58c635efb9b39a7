import { ProductError } from './errors.ts';

interface Waiting {
  start(): void;
  refuse(): void;
}

interface Limits {
  readonly concurrency: number;
  readonly maxWaiting: number;
  /** The maximum of waiting tasks with one key; absent: no limit but `maxWaiting`. */
  readonly maxWaitingPerKey?: number;
  readonly retryAfterSeconds: number;
}

/** Refused before it began; the caller may try again. */
export class QueueFullError extends ProductError {
  constructor(retryAfterSeconds: number) {
    super('unavailable', { retryAfterSeconds });
  }
}

/**
 * For work that needs a processor, memory or one of libuv's threads: at most `concurrency` tasks run at once in this
 * process, `maxWaiting` more wait, and the rest is refused (503 with `Retry-After`). Tasks with the same key, the network
 * that asks for them, wait in order; keys take turns. In a full queue the key with the most waiting tasks gives up its last
 * one to a key with fewer: a single network may use the whole queue, but cannot keep others out.
 */
export class WorkQueue {
  readonly #limits: Limits;
  /** The first key is the next in turn. */
  readonly #waiting = new Map<string, Waiting[]>();
  #waitingCount = 0;
  #running = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  get isBusy(): boolean {
    return this.#running >= this.#limits.concurrency;
  }

  isFull(key = ''): boolean {
    if (!this.isBusy) return false;
    const { maxWaiting, maxWaitingPerKey = maxWaiting } = this.#limits;
    if ((this.#waiting.get(key)?.length ?? 0) >= maxWaitingPerKey) return true;
    return this.#waitingCount >= maxWaiting && !this.#findLonger(key);
  }

  /** For callers that do something costly before they call `run`. */
  assertNotFull(key = ''): void {
    if (this.isFull(key)) throw new QueueFullError(this.#limits.retryAfterSeconds);
  }

  async run<Result>(work: () => Promise<Result>, key = ''): Promise<Result> {
    this.assertNotFull(key);
    if (this.isBusy) await this.#wait(key);
    else this.#running += 1;
    try {
      return await work();
    } finally {
      // Pass the slot directly to the next in the queue, so that no newcomer takes it in between.
      const next = this.#takeNext();
      if (next) next.start();
      else this.#running -= 1;
    }
  }

  #wait(key: string): Promise<void> {
    if (this.#waitingCount >= this.#limits.maxWaiting) {
      this.#findLonger(key)?.pop()?.refuse();
      this.#waitingCount -= 1;
    }
    return new Promise((resolve, reject) => {
      const queue = this.#waiting.get(key) ?? [];
      this.#waiting.set(key, queue);
      queue.push({
        start: resolve,
        refuse: () => reject(new QueueFullError(this.#limits.retryAfterSeconds)),
      });
      this.#waitingCount += 1;
    });
  }

  /** The longest queue, if it is still no shorter than the key's after giving up one task. */
  #findLonger(key: string): Waiting[] | null {
    let longest: Waiting[] = [];
    for (const queue of this.#waiting.values()) if (queue.length > longest.length) longest = queue;
    return longest.length >= (this.#waiting.get(key)?.length ?? 0) + 2 ? longest : null;
  }

  #takeNext(): Waiting | undefined {
    const [turn] = this.#waiting;
    if (!turn) return undefined;
    const [key, queue] = turn;
    const next = queue.shift();
    this.#waitingCount -= 1;
    this.#waiting.delete(key);
    if (queue.length > 0) this.#waiting.set(key, queue);
    return next;
  }
}
