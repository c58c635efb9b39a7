import { ProductError } from './errors.ts';

interface Waiting {
  start(): void;
  refuse(): void;
}

/** Refused before it began; it may come again. */
export class QueueFullError extends ProductError {
  constructor(retryAfterSeconds: number) {
    super('unavailable', { retryAfterSeconds });
  }
}

/**
 * Work that takes a processor, memory or one of libuv's threads: at most `concurrency` runs at once in this process,
 * up to `maxWaiting` more wait, and the rest is refused at once (503 with Retry-After). Work with the same key, the
 * network that asks for it, waits in order; keys take turns. In a full queue the key with the most waiting gives up its
 * last for one that has fewer: a crowd has the whole queue while it is alone, and nobody fills it for everybody else.
 */
export class WorkQueue {
  readonly #limits: { concurrency: number; maxWaiting: number; retryAfterSeconds: number };
  /** The first key is the next to have its turn. */
  readonly #waiting = new Map<string, Waiting[]>();
  #waitingCount = 0;
  #running = 0;

  constructor(limits: { concurrency: number; maxWaiting: number; retryAfterSeconds: number }) {
    this.#limits = limits;
  }

  get isBusy(): boolean {
    return this.#running >= this.#limits.concurrency;
  }

  isFull(key = ''): boolean {
    return this.isBusy && this.#waitingCount >= this.#limits.maxWaiting && !this.#findLonger(key);
  }

  /** For callers that would do something costly before they get to `run`. */
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
      // The slot goes straight to the next in the queue, so no newcomer takes it in between.
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
      const line = this.#waiting.get(key) ?? [];
      this.#waiting.set(key, line);
      line.push({
        start: resolve,
        refuse: () => reject(new QueueFullError(this.#limits.retryAfterSeconds)),
      });
      this.#waitingCount += 1;
    });
  }

  /** The longest line, if it is still no shorter than the key's after giving up one for it. */
  #findLonger(key: string): Waiting[] | null {
    let longest: Waiting[] = [];
    for (const line of this.#waiting.values()) if (line.length > longest.length) longest = line;
    return longest.length >= (this.#waiting.get(key)?.length ?? 0) + 2 ? longest : null;
  }

  #takeNext(): Waiting | undefined {
    const [turn] = this.#waiting;
    if (!turn) return undefined;
    const [key, line] = turn;
    const next = line.shift();
    this.#waitingCount -= 1;
    this.#waiting.delete(key);
    if (line.length > 0) this.#waiting.set(key, line);
    return next;
  }
}
