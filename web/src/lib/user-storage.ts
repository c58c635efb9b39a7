import { getSession, isUserUnchanged } from './session.ts';

/**
 * What the browser keeps for a person beside the session. All of it goes when the session ends, and a tab that lost its
 * user writes nothing more. Preferences of the device (language, theme, zoom) are nobody's.
 */
const OF_USER = ['draft:', 'reading-progress:'] as const;
/** In session storage. */
const OF_TAB = ['book_to_buy', 'google-request'] as const;
/** In local storage, of whoever uses the browser: a visitor's as well. */
const OF_BROWSER = ['promo_discount', 'wanted_page'] as const;

/** The user's id stands in the key: nobody else's entry is ever read. */
export const userKey = (kind: (typeof OF_USER)[number], ...rest: readonly string[]): string =>
  `${kind}${[getSession()?.userId ?? '', ...rest].join(':')}`;

/** Null removes the entry. */
export function writeUserEntry(key: string, text: string | null): void {
  if (!isUserUnchanged()) return;
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // storage is off or full: the server's copy remains
  }
}

export function readUserEntry(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

const keysOf = (userId: string): string[] =>
  Object.keys(localStorage).filter((key) => OF_USER.some((kind) => key.startsWith(`${kind}${userId}`)));

/** Answers that are not on the server yet: one entry a paper. */
export function countUnsavedPapers(userId: string): number {
  try {
    return keysOf(userId).filter((key) => key.startsWith('draft:')).length;
  } catch {
    return 0;
  }
}

/** `browserToo`: the person leaves this browser; otherwise the tab alone, which somebody else may have in use elsewhere. */
export function forgetUserEntries(userId: string, { browserToo }: { browserToo: boolean }): void {
  try {
    for (const key of keysOf(userId)) localStorage.removeItem(key);
    for (const key of OF_TAB) sessionStorage.removeItem(key);
    if (browserToo) for (const key of OF_BROWSER) localStorage.removeItem(key);
  } catch {
    // storage is off: nothing was kept
  }
}
