/*
 * Repeats failed requests automatically while the tab is visible, with exponential backoff and jitter, and immediately when the
 * connection is back.
 */
const FIRST_DELAY_MS = 2000;
const MAX_DELAY_MS = 30_000;

/** Exponential backoff with jitter. */
const delayBefore = (attempt: number): number =>
  Math.min(FIRST_DELAY_MS * 2 ** (attempt - 1), MAX_DELAY_MS) * (0.75 + Math.random() / 2);

/** The maximum delay that a server can ask for (milliseconds). */
const MAX_RETRY_AFTER_MS = 3_600_000;

/**
 * Resolves when the next attempt is due, or when the signal aborts. `attempt` counts from 1. `retryAfter`: the seconds that the
 * server asked for.
 */
export function nextAttempt(
  attempt: number,
  signal?: AbortSignal,
  retryAfter: number | null = null,
): Promise<void> {
  const retryAfterMs = Math.min((retryAfter ?? 0) * 1000, MAX_RETRY_AFTER_MS);
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
    const timer = setTimeout(
      () => {
        isDue = true;
        goWhenSeen();
      },
      Math.max(delayBefore(attempt), retryAfterMs),
    );
    document.addEventListener('visibilitychange', goWhenSeen, { signal: finished.signal });
    // A server that asked for a delay is reachable, so an `online` event does not shorten it.
    if (retryAfter === null) window.addEventListener('online', finish, { signal: finished.signal });
    signal?.addEventListener('abort', finish, { signal: finished.signal });
    if (signal?.aborted) finish();
  });
}
