import { type Readable, Transform } from 'node:stream';
import { ProductError } from './errors.ts';
import { SharedLimit } from './shared-limit.ts';

interface Limits {
  /** Bodies that are being received or processed. */
  readonly max: number;
  readonly maxPerKey: number;
  readonly minBytesPerSecond: number;
  /** A body that is still slower than `minBytesPerSecond` after this time is cut off. */
  readonly graceMs: number;
  /** The same, when another request waits for the slot. */
  readonly wantedGraceMs: number;
  readonly retryAfterSeconds: number;
}

/**
 * Limits the bodies that use memory or disk bandwidth. A slow sender loses its slot, from however many networks it
 * sends.
 */
export class BodySlots {
  readonly #limits: Limits;
  readonly #counts: SharedLimit;
  readonly #receiving = new Set<BodySlot>();

  constructor(limits: Limits) {
    this.#limits = limits;
    this.#counts = new SharedLimit(limits);
  }

  /** When all slots are taken, cuts off bodies that are too slow; throws `unavailable` if there are none. */
  take(key: string): BodySlot {
    const release = this.#counts.take(key) ?? this.#cutSlow(key);
    if (!release)
      throw new ProductError('unavailable', { retryAfterSeconds: this.#limits.retryAfterSeconds });
    const slot: BodySlot = new BodySlot(this.#limits, () => this.#receiving.delete(slot), release);
    this.#receiving.add(slot);
    return slot;
  }

  #cutSlow(key: string): (() => void) | null {
    for (const slot of this.#receiving) slot.cutIfSlow(this.#limits.wantedGraceMs);
    return this.#counts.take(key);
  }
}

export class BodySlot {
  readonly #limits: Limits;
  readonly #startedAt = performance.now();
  readonly #stopReceiving: () => void;
  readonly #release: () => void;
  readonly #timer: NodeJS.Timeout;
  #receivedBytes = 0;
  #isReceiving = true;
  #cutOff: ((error: ProductError) => void) | null = null;
  /** Why we ended a forwarded body early; null if we did not. */
  cut: ProductError | null = null;

  constructor(limits: Limits, stopReceiving: () => void, release: () => void) {
    this.#limits = limits;
    this.#stopReceiving = stopReceiving;
    this.#release = release;
    this.#timer = setInterval(() => this.cutIfSlow(limits.graceMs), limits.graceMs / 3).unref();
  }

  /** Throws `unavailable` if the body was too slow and `malformed` if it was incomplete; either way frees the slot. */
  async receive(body: Readable): Promise<Buffer> {
    const parts: Buffer[] = [];
    const onData = (part: Buffer) => {
      parts.push(part);
      this.#receivedBytes += part.length;
    };
    try {
      await new Promise<void>((resolve, reject) => {
        this.#cutOff = reject;
        const breakOff = (cause?: unknown) => reject(new ProductError('malformed', { cause }));
        if (!this.#isReceiving || body.destroyed) return breakOff();
        body.on('data', onData).once('end', resolve).once('error', breakOff).once('close', breakOff);
      });
      this.#end();
      return Buffer.concat(parts);
    } catch (error) {
      this.release();
      throw error;
    } finally {
      body.off('data', onData);
    }
  }

  /**
   * Forwards a body without buffering it. The result ends early, with the bytes so far, if the body broke off or was too
   * slow.
   */
  pass(body: Readable): Readable {
    const out = new Transform({
      transform: (part: Buffer, _encoding, done) => {
        this.#receivedBytes += part.length;
        done(null, part);
      },
    });
    const end = () => {
      body.unpipe(out);
      // Discard the rest of the body without waiting for it, so it does not block the connection.
      body.resume();
      out.end();
    };
    this.#cutOff = (error) => {
      this.cut = error;
      end();
    };
    out.once('close', end);
    if (!this.#isReceiving || body.destroyed) end();
    else body.once('error', end).once('close', end).pipe(out);
    return out;
  }

  cutIfSlow(graceMs: number): void {
    const elapsedMs = performance.now() - this.#startedAt;
    const isSlow = this.#receivedBytes < (elapsedMs / 1000) * this.#limits.minBytesPerSecond;
    if (!this.#isReceiving || !isSlow || elapsedMs < graceMs) return;
    this.release();
    this.#cutOff?.(new ProductError('unavailable', { retryAfterSeconds: this.#limits.retryAfterSeconds }));
  }

  /** Call it when the body has been processed. Idempotent. */
  release(): void {
    this.#end();
    this.#release();
  }

  #end(): void {
    this.#isReceiving = false;
    clearInterval(this.#timer);
    this.#stopReceiving();
  }
}
