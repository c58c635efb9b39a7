/** Failures in a row after which a provider is left alone, and for how long. */
const MAX_FAILURES = 3;
const PAUSE_MS = 30_000;

/** After some failures in a row nobody waits for the provider; after a pause, one request tries it again. */
export class Circuit {
  #failures = 0;
  #pausedUntil = 0;

  /** Whether a request may be sent now; it must be followed by `succeed` or `fail`. */
  take(now: Date): boolean {
    if (this.#failures < MAX_FAILURES) return true;
    if (now.getTime() < this.#pausedUntil) return false;
    this.#pausedUntil = now.getTime() + PAUSE_MS;
    return true;
  }
  succeed(): void {
    this.#failures = 0;
  }
  fail(now: Date): void {
    this.#failures += 1;
    this.#pausedUntil = now.getTime() + PAUSE_MS;
  }
}
