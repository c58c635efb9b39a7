import { useEffect, useRef } from 'react';
import { nextAttempt } from './next-attempt.ts';

/** A failure so long after the last one begins with short pauses again (milliseconds). */
const FORGET_AFTER_MS = 90_000;

/** While something has failed it is tried again and again, each time after a longer pause. */
export function useRetries(
  hasFailed: boolean,
  retry: () => void,
  maxAttempts = Number.POSITIVE_INFINITY,
): void {
  const latest = useRef(retry);
  latest.current = retry;
  const attempts = useRef({ count: 0, at: 0 });
  useEffect(() => {
    if (!hasFailed) return;
    const now = Date.now();
    const { count, at } = attempts.current;
    const attempt = now - at > FORGET_AFTER_MS ? 1 : count + 1;
    if (attempt > maxAttempts) return;
    const gone = new AbortController();
    void nextAttempt(attempt, gone.signal).then(() => {
      if (gone.signal.aborted) return;
      attempts.current = { count: attempt, at: Date.now() };
      latest.current();
    });
    return () => gone.abort();
  }, [hasFailed, maxAttempts]);
}
