/** Limits concurrent work in this process, in total and by key, so that one key leaves capacity for the others. */
export class SharedLimit {
  readonly #limits: { max: number; maxPerKey: number };
  readonly #counts = new Map<string, number>();
  #total = 0;

  constructor(limits: { max: number; maxPerKey: number }) {
    this.#limits = limits;
  }

  get total(): number {
    return this.#total;
  }

  /** Null if the limit is reached; otherwise an idempotent function that releases what was taken. */
  take(key: string): (() => void) | null {
    const count = this.#counts.get(key) ?? 0;
    if (this.#total >= this.#limits.max || count >= this.#limits.maxPerKey) return null;
    this.#add(key, 1);
    let isHeld = true;
    return () => {
      if (isHeld) this.#add(key, -1);
      isHeld = false;
    };
  }

  #add(key: string, change: number): void {
    this.#total += change;
    const count = (this.#counts.get(key) ?? 0) + change;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
  }
}
