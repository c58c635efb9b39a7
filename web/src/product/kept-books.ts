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

/** Whether there are offline books among them: they are removed with the session, which its user is told. */
export function hasDownloads(): boolean {
  try {
    const { books = [] } = JSON.parse(localStorage.getItem(KEPT_BOOKS_KEY) ?? '{}') as { books?: unknown[] };
    return books.length > 0;
  } catch {
    return false;
  }
}
