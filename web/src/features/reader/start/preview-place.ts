/*
 * Places of this tab in books that a user cannot read completely, by book. Forgotten when a user leaves the tab
 * (`lib/user-storage.ts`).
 */

const read = (kind: string): Record<string, number> => JSON.parse(sessionStorage.getItem(kind) ?? '{}');

/** `preview-place`: without access the server stores no position, and the book begins there once it is bought. */
const PREVIEW = 'preview-place';
/** `locked-page`: the page of an address that only a subscriber can open. The book opens there once it is bought. */
const LOCKED = 'locked-page';

function placeOf(kind: string, bookId: string): number | null {
  try {
    return read(kind)[bookId] ?? null;
  } catch {
    return null;
  }
}

function keepPlace(kind: string, bookId: string, page: number | undefined): void {
  try {
    sessionStorage.setItem(kind, JSON.stringify({ ...read(kind), [bookId]: page }));
  } catch {
    // storage is off: the book begins at its first page
  }
}

/** Null: its preview was not read. */
export const previewPlace = (bookId: string): number | null => placeOf(PREVIEW, bookId);
export const keepPreviewPlace = (bookId: string, page: number): void => keepPlace(PREVIEW, bookId, page);

export const lockedPage = (bookId: string): number | null => placeOf(LOCKED, bookId);
export const keepLockedPage = (bookId: string, page: number): void => keepPlace(LOCKED, bookId, page);
export const forgetLockedPage = (bookId: string): void => keepPlace(LOCKED, bookId, undefined);
