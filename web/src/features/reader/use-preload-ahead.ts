import { useEffect } from 'react';
import type { PageEngine } from './engine/page-engine.ts';
import type { PageRange } from './preview.ts';

/** How many images beyond the mounted pages are preloaded: at rest, and during fast scrolling. */
const AHEAD_AT_REST = 4;
const AHEAD_MOVING = 10;

/** Preloads the next page images before they are mounted; the engine skips those that are loaded. */
export function usePreloadAhead(
  engine: PageEngine,
  page: number,
  direction: 1 | -1,
  range: PageRange,
  ready: boolean,
  resting: boolean,
): void {
  useEffect(() => {
    // The first page loads alone.
    if (!ready) return;
    const ahead = resting ? AHEAD_AT_REST : AHEAD_MOVING;
    for (let step = 1; step <= ahead; step += 1) {
      const number = page + step * direction;
      if (number >= range.first && number <= range.last) engine.preload(number, step <= 2);
    }
  }, [engine, page, direction, range, ready, resting]);
}
