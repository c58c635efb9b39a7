import { nextAttempt } from '../lib/next-attempt.ts';
import type { Preload } from './lazy-part.tsx';

/** The delay in browsers without `requestIdleCallback` (milliseconds). */
const UNTIL_IDLE_MS = 2000;

/**
 * Preloads parts that may be needed offline, one after the other, while the page is idle. Returns a function that stops
 * it.
 */
export function preloadWhenIdle(parts: readonly { readonly preload: Preload }[]): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  const loadAll = async () => {
    for (const { preload } of parts)
      for (let attempt = 1; !signal.aborted; attempt += 1) {
        const cause = await preload();
        if (cause !== 'offline' && cause !== 'server') break;
        await nextAttempt(attempt, signal);
      }
  };
  const whenIdle =
    typeof requestIdleCallback === 'function'
      ? requestIdleCallback
      : (run: () => void) => setTimeout(run, UNTIL_IDLE_MS);
  whenIdle(() => void loadAll());
  return () => stopped.abort();
}
