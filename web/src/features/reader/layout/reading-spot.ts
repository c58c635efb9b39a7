/** Where the reader is, for both views: changing the view opens the other one here. */
export interface ReadingSpot {
  readonly page: number;
  /** A share of the page's height. */
  readonly y: number;
  /** The first word in view; null if only the height is known. */
  readonly word: number | null;
}

/** Spots closer than this on the same page are the same (share of the page's height). */
const SAME_SPOT = 0.02;

/** The new spot, with the word of the old one if it has not moved. */
export const movedSpot = (known: ReadingSpot, page: number, y: number): ReadingSpot =>
  known.page === page && Math.abs(known.y - y) < SAME_SPOT ? known : { page, y, word: null };

const keyOf = (bookId: string): string => `reading-spot ${bookId}`;

/** Until the window is loaded again. */
export function keepSpot(bookId: string, spot: ReadingSpot): void {
  try {
    sessionStorage.setItem(keyOf(bookId), JSON.stringify(spot));
  } catch {
    // storage is disabled: the page opens at its top
  }
}

export const forgetSpot = (bookId: string): void => {
  try {
    sessionStorage.removeItem(keyOf(bookId));
  } catch {
    // none was kept
  }
};

/**
 * Where reading was before the window was loaded again; null if it opens another page. The address has the page that
 * fills the window, and the spot the first word.
 */
export function keptSpot(bookId: string, page: number): ReadingSpot | null {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (load?.type !== 'reload') return null;
  try {
    const kept: ReadingSpot | null = JSON.parse(sessionStorage.getItem(keyOf(bookId)) ?? 'null');
    return kept && Math.abs(kept.page - page) <= 1 ? kept : null;
  } catch {
    return null;
  }
}
