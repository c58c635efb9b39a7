/**
 * A map of at most `max` entries: the one that was set the longest ago makes room for a new one. The browser's caches
 * hold a few entries each, for which `lru-cache`, which the server uses, is 6 kB too many.
 */
export class CappedMap<Key, Value> extends Map<Key, Value> {
  readonly #max: number;
  readonly #onEvict: (value: Value) => void;

  constructor(max: number, onEvict: (value: Value) => void = () => {}) {
    super();
    this.#max = max;
    this.#onEvict = onEvict;
  }

  override set(key: Key, value: Value): this {
    super.set(key, value);
    for (const [oldest, evicted] of this) {
      if (this.size <= this.#max) break;
      this.delete(oldest);
      this.#onEvict(evicted);
    }
    return this;
  }
}
