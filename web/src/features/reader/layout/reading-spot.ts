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
