import { type Readable, Transform } from 'node:stream';
import { ProductError } from './errors.ts';
import { SharedLimit } from './shared-limit.ts';

interface Limits {
  /** Bodies: those that are being sent, and those that something is done with. */
  readonly max: number;
  readonly maxPerKey: number;
  readonly minBytesPerSecond: number;
  /** A body that is slower than that is cut off after so long. */
  readonly graceMs: number;
  /** The same, while somebody else waits for the slot. */
  readonly wantedGraceMs: number;
  readonly retryAfterSeconds: number;
}

/** Room for bodies that take memory or a disk's time. Nobody keeps a slot by sending slowly, from however many networks. */
export class BodySlots {
  readonly #limits: Limits;
  readonly #counts: SharedLimit;
  readonly #receiving = new Set<BodySlot>();

  constructor(limits: Limits) {
    this.#limits = limits;
    this.#counts = new SharedLimit(limits);
  }

  /** Where there is no room, those that are too slow make some; throws `unavailable` where nobody is. */
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
  /** Why a body that is passed on ended early; null where that was not our doing. */
  cut: ProductError | null = null;

  constructor(limits: Limits, stopReceiving: () => void, release: () => void) {
    this.#limits = limits;
    this.#stopReceiving = stopReceiving;
    this.#release = release;
    this.#timer = setInterval(() => this.cutIfSlow(limits.graceMs), limits.graceMs / 3).unref();
  }

  /** Throws `unavailable` where it was too slow, and `malformed` where it broke off; the slot is free then. */
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

  /** For a body that is not held in memory: ends early, with what came so far, where it broke off or was too slow. */
  pass(body: Readable): Readable {
    const out = new Transform({
      transform: (part: Buffer, _encoding, done) => {
        this.#receivedBytes += part.length;
        done(null, part);
      },
    });
    const end = () => {
      body.unpipe(out);
      // What is still to come is not waited for, nor in anybody's way.
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

  /** When nothing is done with the body any more. May be called again. */
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
