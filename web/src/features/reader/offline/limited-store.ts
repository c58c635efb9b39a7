import type { KeptStore } from './kept-store.ts';

/** After this time, a database that does not respond counts as broken (milliseconds). */
const ANSWER_MS = 20_000;

/** The browser's database failed. Its own errors have many types, some of which `fetch` uses for a missing network. */
export class StorageError extends Error {
  readonly isFull: boolean;
  /** Another call would not be answered either. */
  readonly isSilent: boolean;
  constructor(cause: unknown) {
    super('The browser stores nothing', { cause });
    const name = (cause as Error | null)?.name;
    this.name = 'StorageError';
    this.isFull = name === 'QuotaExceededError';
    this.isSilent = name === 'TimeoutError';
  }
}

/**
 * Adds a timeout to every call, because in some browsers the database may neither succeed nor fail. Every failure is a
 * `StorageError`.
 */
export function limited(store: KeptStore): KeptStore {
  return new Proxy(store, {
    get(target, name: keyof KeptStore) {
      const ask = target[name] as (...args: unknown[]) => Promise<unknown>;
      return (...args: unknown[]) =>
        inTime(ask.apply(target, args)).catch((error: unknown) => {
          throw new StorageError(error);
        });
    },
  });
}

function inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
  let limit: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    limit = setTimeout(
      () => reject(new DOMException('The database does not answer', 'TimeoutError')),
      ANSWER_MS,
    );
  });
  return Promise.race([answer, tooLate]).finally(() => clearTimeout(limit));
}
