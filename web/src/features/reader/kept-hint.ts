import { getSession } from '../../lib/session.ts';
import { KEPT_BOOKS_KEY } from '../../product/kept-books.ts';

/**
 * What is known without opening the database: whether anything is kept here or waits to be sent. It decides whether
 * the code of this folder is loaded at all; the truth is in the database.
 */
export interface KeptHint {
  /** `hintOf` each; an earlier release wrote the book's id alone, whoever kept it. */
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

/** By the signed-in user: what another one keeps here is not theirs to open. */
export function isKept(bookId: string): boolean {
  const { books } = keptHint();
  const userId = getSession()?.userId;
  return books.includes(bookId) || (userId !== undefined && books.includes(hintOf({ userId, bookId })));
}

export function setKeptHint(hint: KeptHint): void {
  try {
    if (hint.books.length === 0 && !hint.waiting) localStorage.removeItem(KEPT_BOOKS_KEY);
    else localStorage.setItem(KEPT_BOOKS_KEY, JSON.stringify(hint));
  } catch {
    // storage is off: nothing can be kept either
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

/** The browser can keep books: it has all that is needed, on a secure origin. */
export const canKeep = (): boolean =>
  typeof window !== 'undefined' &&
  window.isSecureContext &&
  'serviceWorker' in navigator &&
  'indexedDB' in window &&
  Boolean(crypto.subtle);
