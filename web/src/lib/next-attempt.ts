/*
 * What could not be fetched is fetched again automatically while the tab is visible, with exponential backoff and jitter,
 * and at once when the connection is back.
 */
const FIRST_DELAY_MS = 2000;
const MAX_DELAY_MS = 30_000;

/** Exponential backoff with jitter. */
export const delayBefore = (attempt: number): number =>
  Math.min(FIRST_DELAY_MS * 2 ** (attempt - 1), MAX_DELAY_MS) * (0.75 + Math.random() / 2);

/** Resolves when the next attempt is due, or when the signal aborts. `attempt` counts from 1. */
export function nextAttempt(attempt: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let isDue = false;
    const finished = new AbortController();
    const finish = () => {
      clearTimeout(timer);
      finished.abort();
      resolve();
    };
    const goWhenSeen = () => {
      if (isDue && document.visibilityState !== 'hidden') finish();
    };
    const timer = setTimeout(() => {
      isDue = true;
      goWhenSeen();
    }, delayBefore(attempt));
    document.addEventListener('visibilitychange', goWhenSeen, { signal: finished.signal });
    window.addEventListener('online', finish, { signal: finished.signal });
    signal.addEventListener('abort', finish, { signal: finished.signal });
    if (signal.aborted) finish();
  });
}
