import { getSession } from '../../lib/session.ts';
import { KEPT_BOOKS_KEY } from '../../product/kept-books.ts';

/**
 * What is known without opening the database: whether this device has offline books or unsent changes. It decides
 * whether the code of this folder is loaded; the database is the source of truth.
 */
export interface KeptHint {
  /** A `hintOf` value each; an earlier release stored the book's id alone, for any user. */
  readonly books: readonly string[];
  readonly waiting: boolean;
}
const NOTHING: KeptHint = { books: [], waiting: false };

let known: { text: string | null; hint: KeptHint } = { text: null, hint: NOTHING };
const listeners = new Set<() => void>();

function keptHint(): KeptHint {
  try {
    const text = localStorage.getItem(KEPT_BOOKS_KEY);
    if (text !== known.text) known = { text, hint: text ? (JSON.parse(text) as KeptHint) : NOTHING };
  } catch {
    return NOTHING;
  }
  return known.hint;
}

export const hintOf = ({ userId, bookId }: { userId: string; bookId: string }): string =>
  `${userId}/${bookId}`;

/** For the signed-in user: the offline books of another user cannot be opened. */
export function isKept(bookId: string): boolean {
  const { books } = keptHint();
  const userId = getSession()?.userId;
  return books.includes(bookId) || (userId !== undefined && books.includes(hintOf({ userId, bookId })));
}

/** Whether this device has unsent changes, of whichever user. */
export const hasWaiting = (): boolean => keptHint().waiting;

export function setKeptHint(hint: KeptHint): void {
  try {
    if (hint.books.length === 0 && !hint.waiting) localStorage.removeItem(KEPT_BOOKS_KEY);
    else localStorage.setItem(KEPT_BOOKS_KEY, JSON.stringify(hint));
  } catch {
    // storage is disabled: no book can be stored either
  }
  for (const listener of listeners) listener();
}

export function subscribeToHint(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** Whether the browser has everything that offline books need, on a secure origin. */
export const canKeep = (): boolean =>
  typeof window !== 'undefined' &&
  window.isSecureContext &&
  'serviceWorker' in navigator &&
  'indexedDB' in window &&
  Boolean(crypto.subtle);
