/**
 * The storage key under which `features/reader/kept-hint.ts` notes that this device has offline books or unsent
 * changes.
 */
export const KEPT_BOOKS_KEY = 'kept-books';

/** Decides without loading any code whether the code for offline books is needed. */
export function hasKeptBooks(): boolean {
  try {
    return localStorage.getItem(KEPT_BOOKS_KEY) !== null;
  } catch {
    return false;
  }
}
