/*
 * Where a preview was left, for this tab: without access the server stores no position, and the book begins there once
 * it is bought. Forgotten when a user leaves the tab (`lib/user-storage.ts`).
 */
const KEY = 'preview-place';

const read = (): Record<string, number> => JSON.parse(sessionStorage.getItem(KEY) ?? '{}');

/** Null: its preview was not read. */
export function previewPlace(bookId: string): number | null {
  try {
    return read()[bookId] ?? null;
  } catch {
    return null;
  }
}

export function keepPreviewPlace(bookId: string, page: number): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...read(), [bookId]: page }));
  } catch {
    // storage is off: the book begins at its first page
  }
}
