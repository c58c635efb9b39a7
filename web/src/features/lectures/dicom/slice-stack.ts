import { type Slice, SliceFailure, type SliceFailureCode } from './decode/slice.ts';
import { farthestFrom, nextToLoad } from './load-order.ts';
import type { LoadSlice } from './slice-workers.ts';

interface Place {
  readonly url: string;
  readonly frame: number;
}
export interface FailedSlice {
  readonly index: number;
  readonly code: SliceFailureCode;
  readonly detail: string;
  readonly file: string;
}

/** What the screen shows about a stack; a new object at each change. */
export interface StackState {
  readonly count: number;
  /** Decoded at least once: the progress ring. */
  readonly loaded: number;
  readonly failed: readonly FailedSlice[];
  /** Of the slices in memory. */
  readonly version: number;
}

/** As many at once as keep two or three decoders busy without a queue in front of the seen slice. */
const AT_ONCE = 6;
/** Bytes of decoded pixels kept for one series. */
const memoryLimit = () =>
  ((navigator as { deviceMemory?: number }).deviceMemory ?? 8) <= 4 ? 160_000_000 : 512_000_000;

const bytesOf = ({ pixels }: Slice) => ('rgba' in pixels ? pixels.rgba : pixels.grey).byteLength;

/**
 * The slices of one series: fetched around the one that is looked at, kept while memory allows. A slice that fails
 * is reported and the rest goes on. A file of many frames becomes as many slices once its first frame is known.
 */
export class SliceStack {
  readonly #load: LoadSlice;
  #places: Place[];
  #slices = new Map<number, Slice>();
  #known = new Set<number>();
  #failed = new Map<number, FailedSlice>();
  #loading = new Set<number>();
  #expanded = new Set<string>();
  #seen = 0;
  #direction: 1 | -1 = 1;
  #bytes = 0;
  #reference: Slice | undefined;
  #limit: number;
  #closed = false;
  #listeners = new Set<() => void>();
  #state: StackState;

  constructor(urls: readonly string[], load: LoadSlice, options: { start?: number; limit?: number } = {}) {
    this.#load = load;
    this.#places = urls.map((url) => ({ url, frame: 0 }));
    this.#limit = options.limit ?? memoryLimit();
    this.#seen = Math.min(options.start ?? 0, Math.max(0, urls.length - 1));
    this.#state = this.#describe(0);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly getState = (): StackState => this.#state;
  slice(index: number): Slice | undefined {
    return this.#slices.get(index);
  }
  failure(index: number): FailedSlice | undefined {
    return this.#failed.get(index);
  }
  /** The first slice that came: its range of values serves the whole series, so that scrolling does not flicker. */
  get reference(): Slice | undefined {
    return this.#reference;
  }
  /** Any slice that is there: its window and its directions stand for the series. */
  anySlice(): Slice | undefined {
    return this.#slices.get(this.#seen) ?? this.#slices.values().next().value;
  }

  /** This slice is looked at now: it and its neighbours come next. */
  look(index: number): void {
    if (index !== this.#seen) this.#direction = index > this.#seen ? 1 : -1;
    this.#seen = index;
    this.#fill();
  }
  start(): void {
    this.#closed = false;
    this.#fill();
  }
  close(): void {
    this.#closed = true;
  }
  /** Asks again for what did not arrive; what arrived and cannot be shown stays as it is. */
  retryFetches(): void {
    for (const [index, { code }] of this.#failed) if (code === 'network') this.#failed.delete(index);
    this.#change();
    this.#fill();
  }
  /** Asks again for what failed, for instance with new addresses. */
  retry(urls?: readonly string[]): void {
    if (urls) {
      const fresh = new Map(urls.map((url) => [pathOf(url), url]));
      this.#places = this.#places.map(({ url, frame }) => ({ url: fresh.get(pathOf(url)) ?? url, frame }));
    }
    this.#failed.clear();
    this.#change();
    this.#fill();
  }

  #fill(): void {
    // The first slice has the line for itself: what comes beside it would only make it late.
    const atOnce = this.#reference || this.#failed.size > 0 ? AT_ONCE : 1;
    // The seen slice does not wait for places, within reason: one may scroll fast through what is not there yet.
    const mayAsk = () => this.#loading.size < (this.#wants(this.#seen) ? 2 * AT_ONCE : atOnce);
    while (!this.#closed && mayAsk()) {
      const next = nextToLoad(this.#places.length, this.#seen, this.#direction, (index) =>
        this.#wants(index),
      );
      if (next === null) return;
      this.#loading.add(next);
      void this.#fetch(next);
    }
  }
  /** Not there, not coming, not hopeless, and worth the memory. */
  #wants(index: number): boolean {
    if (this.#slices.has(index) || this.#loading.has(index) || this.#failed.has(index)) return false;
    if (index === this.#seen || this.#bytes < this.#limit) return true;
    const farthest = farthestFrom(this.#seen, this.#slices.keys());
    return farthest !== null && Math.abs(index - this.#seen) + AT_ONCE < Math.abs(farthest - this.#seen);
  }

  async #fetch(index: number): Promise<void> {
    const place = this.#places[index] as Place;
    try {
      const slice = await this.#load(place.url, place.frame);
      // The stack may have grown before this slice while it was on its way.
      this.#keep(this.#places.indexOf(place), place, slice);
    } catch (error) {
      const { code, message } =
        error instanceof SliceFailure ? error : new SliceFailure('undecodable', String(error));
      const at = this.#places.indexOf(place);
      this.#failed.set(at, { index: at, code, detail: message, file: nameOf(place.url) });
    }
    this.#loading.delete(index);
    this.#change();
    this.#fill();
  }

  #keep(index: number, place: Place, slice: Slice): void {
    this.#reference ??= slice;
    this.#slices.set(index, slice);
    this.#known.add(index);
    this.#bytes += bytesOf(slice);
    if (slice.numberOfFrames > 1 && !this.#expanded.has(place.url)) this.#expand(index, place, slice);
    while (this.#bytes > this.#limit && this.#slices.size > 1) {
      const farthest = farthestFrom(this.#seen, this.#slices.keys());
      if (farthest === null || farthest === this.#seen) return;
      this.#bytes -= bytesOf(this.#slices.get(farthest) as Slice);
      this.#slices.delete(farthest);
    }
  }

  /** Puts the other frames of a file behind its first one and moves what stood there. */
  #expand(index: number, { url }: Place, { numberOfFrames }: Slice): void {
    this.#expanded.add(url);
    const added = numberOfFrames - 1;
    const frames = Array.from({ length: added }, (_value, at) => ({ url, frame: at + 1 }));
    this.#places.splice(index + 1, 0, ...frames);
    const moved = (at: number) => (at > index ? at + added : at);
    this.#slices = new Map([...this.#slices].map(([at, slice]) => [moved(at), slice]));
    this.#failed = new Map([...this.#failed].map(([at, one]) => [moved(at), { ...one, index: moved(at) }]));
    this.#known = new Set([...this.#known].map(moved));
    this.#loading = new Set([...this.#loading].map(moved));
    this.#seen = moved(this.#seen);
  }

  #describe(version: number): StackState {
    return {
      count: this.#places.length,
      loaded: this.#known.size,
      failed: [...this.#failed.values()].sort((a, b) => a.index - b.index),
      version,
    };
  }
  #change(): void {
    this.#state = this.#describe(this.#state.version + 1);
    for (const listener of this.#listeners) listener();
  }
}

const pathOf = (url: string) => url.split('?')[0] as string;
const nameOf = (url: string) => decodeURIComponent(pathOf(url).slice(pathOf(url).lastIndexOf('/') + 1));
