/** A call may ask for a second connection while it holds one. */
const MIN_SHARE = 2;

interface Waiting {
  start(giveBack: () => void): void;
}

/**
 * Parts the connections of a pool among the networks that ask: each may hold as many as it leaves free. So the first has
 * half of them at most, a second one half of the rest, and there is room for whoever comes next. Where there is none they
 * take turns, however many requests each has waiting. The server itself (jobs, what many wait for) takes what is free.
 */
export class ConnectionShares {
  readonly #size: number;
  readonly #timeoutMs: number;
  readonly #held = new Map<string | null, number>();
  /** The first network with room is the next to have its turn. */
  readonly #lines = new Map<string | null, Waiting[]>();
  #total = 0;

  constructor(size: number, timeoutMs: number) {
    this.#size = size;
    this.#timeoutMs = timeoutMs;
  }

  get waiting(): number {
    let count = 0;
    for (const line of this.#lines.values()) count += line.length;
    return count;
  }

  /** Answers what gives the connection back; throws as the pool does when none comes free in time. */
  take(site: string | null): Promise<() => void> {
    if (!this.#lines.has(site) && this.#hasRoom(site)) return Promise.resolve(this.#hold(site));
    return new Promise((resolve, reject) => {
      const line = this.#lines.get(site) ?? [];
      this.#lines.set(site, line);
      const timer = setTimeout(() => {
        line.splice(line.indexOf(waiting), 1);
        if (line.length === 0) this.#lines.delete(site);
        reject(new Error('timeout exceeded when trying to connect'));
      }, this.#timeoutMs);
      const waiting: Waiting = {
        start: (giveBack) => {
          clearTimeout(timer);
          resolve(giveBack);
        },
      };
      line.push(waiting);
    });
  }

  #hasRoom(site: string | null): boolean {
    const free = this.#size - this.#total;
    if (free <= 0) return false;
    return site === null || (this.#held.get(site) ?? 0) < Math.max(MIN_SHARE, free);
  }

  #hold(site: string | null): () => void {
    this.#add(site, 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#add(site, -1);
      this.#startNext();
    };
  }

  #add(site: string | null, change: number): void {
    this.#total += change;
    const count = (this.#held.get(site) ?? 0) + change;
    if (count > 0) this.#held.set(site, count);
    else this.#held.delete(site);
  }

  #startNext(): void {
    for (const [site, line] of this.#lines) {
      if (!this.#hasRoom(site)) continue;
      const next = line.shift();
      // To the end of the round.
      this.#lines.delete(site);
      if (line.length > 0) this.#lines.set(site, line);
      next?.start(this.#hold(site));
      return;
    }
  }
}
