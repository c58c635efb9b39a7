import { ProductError } from './errors.ts';

/**
 * Work that takes a processor, memory or one of libuv's threads: at most `concurrency` runs at once in this process,
 * up to `maxWaiting` more wait in order, and the rest is refused at once (503 with Retry-After).
 */
export class WorkQueue {
  readonly #limits: { concurrency: number; maxWaiting: number; retryAfterSeconds: number };
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(limits: { concurrency: number; maxWaiting: number; retryAfterSeconds: number }) {
    this.#limits = limits;
  }

  get isBusy(): boolean {
    return this.#running >= this.#limits.concurrency;
  }

  get isFull(): boolean {
    return this.isBusy && this.#waiting.length >= this.#limits.maxWaiting;
  }

  /** For callers that would do something costly before they get to `run`. */
  assertNotFull(): void {
    if (this.isFull)
      throw new ProductError('unavailable', { retryAfterSeconds: this.#limits.retryAfterSeconds });
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    this.assertNotFull();
    if (this.isBusy) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running += 1;
    try {
      return await work();
    } finally {
      // The slot goes straight to the next in the queue, so no newcomer takes it in between.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
