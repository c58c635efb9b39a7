/** Where `features/reader/kept-hint.ts` notes that books are kept on this device, or that something waits to be sent. */
export const KEPT_BOOKS_KEY = 'kept-books';

/** Decides, without loading anything, whether the code for kept books is needed. */
export function hasKeptBooks(): boolean {
  try {
    return localStorage.getItem(KEPT_BOOKS_KEY) !== null;
  } catch {
    return false;
  }
}
