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

/** A snapshot of a stack for the screen; a new object at each change. */
export interface StackState {
  readonly count: number;
  /** Slices that were decoded at least once, for the progress ring. */
  readonly loaded: number;
  readonly failed: readonly FailedSlice[];
  /** The version of the slices in memory. */
  readonly version: number;
}

/** Keeps two or three decoders busy without a queue before the shown slice. */
const AT_ONCE = 6;
/** The memory for the decoded pixels of one series (bytes). */
const memoryLimit = () =>
  ((navigator as { deviceMemory?: number }).deviceMemory ?? 8) <= 4 ? 160_000_000 : 512_000_000;

const bytesOf = ({ pixels }: Slice) => ('rgba' in pixels ? pixels.rgba : pixels.grey).byteLength;

/**
 * The slices of one series. They load around the shown one and stay while memory allows. A failed slice is reported and
 * the others continue. A multi-frame file becomes as many slices once its first frame is loaded.
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
  /** The first loaded slice. The series uses its range of values, so that scrolling does not flicker. */
  get reference(): Slice | undefined {
    return this.#reference;
  }
  /** Any loaded slice: its window and directions apply to the series. */
  anySlice(): Slice | undefined {
    return this.#slices.get(this.#seen) ?? this.#slices.values().next().value;
  }

  /** Sets the shown slice: it and its neighbors load next. */
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
  /** Retries network failures. Slices that loaded but cannot be decoded stay failed. */
  retryFetches(): void {
    for (const [index, { code }] of this.#failed) if (code === 'network') this.#failed.delete(index);
    this.#change();
    this.#fill();
  }
  /** Retries failed slices, optionally with new addresses. */
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
    // The first slice loads alone, so that no other request delays it.
    const atOnce = this.#reference || this.#failed.size > 0 ? AT_ONCE : 1;
    // The shown slice may exceed the limit, but not without bound: the user may scroll fast through slices that are not
    // loaded.
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
  /** Whether a slice is not loaded, not loading, not failed, and worth its memory. */
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
      // The stack may have grown before this slice while it loaded.
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

  /** Inserts the other frames of a file after its first one. */
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
