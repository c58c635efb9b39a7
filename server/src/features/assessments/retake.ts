import { MINUTE_MS } from '../../platform/durations.ts';
import type { AttemptRow } from './attempt-queries.ts';
import { reachesCertificate } from './marks.ts';

/** The first retake needs no wait. */
const ATTEMPTS_WITHOUT_PAUSE = 2;

type Scored = Pick<AttemptRow, 'score' | 'total'>;

export const hasReached = (attempts: readonly Scored[]): boolean =>
  attempts.some(({ score, total }) => reachesCertificate(score, total));

/** When the final test may be taken again; null = now. `attempts` are ordered from the latest. */
export function retakeAt(
  attempts: readonly (Scored & Pick<AttemptRow, 'submittedAt'>)[],
  pauseMinutes: number,
  now: Date,
): Date | null {
  const [last] = attempts;
  if (!last || attempts.length < ATTEMPTS_WITHOUT_PAUSE || hasReached(attempts)) return null;
  const at = new Date(last.submittedAt.getTime() + pauseMinutes * MINUTE_MS);
  return at > now ? at : null;
}
