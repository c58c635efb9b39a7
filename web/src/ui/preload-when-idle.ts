import { nextAttempt } from '../lib/next-attempt.ts';
import type { Preload } from './lazy-part.tsx';

/** Where a browser does not tell when it is idle (milliseconds). */
const UNTIL_IDLE_MS = 2000;

/**
 * What somebody may need without a network is loaded while there is one, one part after the other, when the page has
 * nothing else to do. Returns how to stop.
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
