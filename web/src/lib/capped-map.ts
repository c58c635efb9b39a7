/**
 * A map with at most `max` entries, which evicts the entry that was set first. The browser's caches have a few entries each;
 * `lru-cache`, which the server uses, would add 6 kB.
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
