import { useEffect } from 'react';
import type { PageEngine } from './engine/page-engine.ts';
import type { PageRange } from './preview.ts';

/** Pictures asked for ahead of the movement, beyond the mounted pages: at rest, and while it goes fast. */
const AHEAD_AT_REST = 4;
const AHEAD_MOVING = 10;

/** Has the next pages' pictures on their way before they are mounted; the engine knows which are there already. */
export function usePreloadAhead(
  engine: PageEngine,
  page: number,
  direction: 1 | -1,
  range: PageRange,
  ready: boolean,
  resting: boolean,
): void {
  useEffect(() => {
    // The first page has the whole line for itself.
    if (!ready) return;
    const ahead = resting ? AHEAD_AT_REST : AHEAD_MOVING;
    for (let step = 1; step <= ahead; step += 1) {
      const number = page + step * direction;
      if (number >= range.first && number <= range.last) engine.preload(number, step <= 2);
    }
  }, [engine, page, direction, range, ready, resting]);
}
