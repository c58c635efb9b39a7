import type { Clock } from './clock.ts';
import type { Db } from './database/database.ts';
import type { Job } from './define-job.ts';
import { isAnotherWaiting } from './job-queries.ts';

/** Its signal aborts when the job has run for `turnMs`, or a multiple of it, and another of its kind waits. */
export function startTurn(
  db: Db,
  { clock, job, turnMs }: { clock: Clock; job: Job; turnMs: number | undefined },
): { readonly signal: AbortSignal; end(): void } {
  const over = new AbortController();
  if (turnMs === undefined) return { signal: over.signal, end: () => {} };
  const timer = setInterval(() => {
    isAnotherWaiting(db, job, clock.now()).then(
      (isWaiting) => isWaiting && over.abort(),
      // Asked again after the next turn.
      () => {},
    );
  }, turnMs);
  return { signal: over.signal, end: () => clearInterval(timer) };
}
