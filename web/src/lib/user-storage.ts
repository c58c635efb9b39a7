import { getSession, isUserUnchanged } from './session.ts';

/**
 * What the browser keeps for a user beside the session. A tab that lost its user writes nothing more. Preferences of
 * the device (language, theme, zoom) are nobody's.
 */
const OF_USER = ['draft:', 'unsent:', 'reading-progress:', 'wanted-page:'] as const;
/** In session storage. */
const OF_TAB = ['book_to_buy', 'google-request'] as const;
/** In local storage, of whoever uses the browser: a visitor's as well. */
const OF_BROWSER = ['promo_discount'] as const;
/** Users whose session ended without them and who left something written: until they or another user sign in. */
const AWAITED_KEY = 'awaited-writers';

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

/** Keys of the user's entries, without a check of who is signed in. */
export function userEntryKeys(userId: string, kinds: readonly string[] = OF_USER): string[] {
  try {
    return Object.keys(localStorage).filter((key) =>
      kinds.some((kind) => key.startsWith(`${kind}${userId}`)),
    );
  } catch {
    return [];
  }
}

/** Answers that are not on the server yet: one entry a paper. */
export const countUnsavedPapers = (userId: string): number => userEntryKeys(userId, ['draft:']).length;
/** Notes, comments and other texts that are not on the server yet. */
export const countUnsentTexts = (userId: string): number => userEntryKeys(userId, ['unsent:']).length;

/**
 * What is not on the server yet. `browserToo`: the user leaves this browser; otherwise the tab alone, which another user
 * may have in use elsewhere. `keepsWritten`: the user did not choose to leave, and finds it after signing in again.
 */
export function forgetUserEntries(
  userId: string,
  { browserToo, keepsWritten = false }: { browserToo: boolean; keepsWritten?: boolean },
): void {
  const written = userEntryKeys(userId);
  try {
    if (!keepsWritten) for (const key of written) localStorage.removeItem(key);
    else if (written.length > 0) writeAwaited([...readAwaited(), userId]);
    forgetTabEntries();
    if (browserToo) for (const key of OF_BROWSER) localStorage.removeItem(key);
  } catch {
    // storage is off: nothing was kept
  }
}

export function forgetTabEntries(): void {
  try {
    for (const key of OF_TAB) sessionStorage.removeItem(key);
  } catch {
    // storage is off: nothing was kept
  }
}

/** A user signed in: what other users left behind goes. */
export function forgetOtherWriters(userId: string): void {
  try {
    for (const awaited of readAwaited())
      if (awaited !== userId) for (const key of userEntryKeys(awaited)) localStorage.removeItem(key);
    writeAwaited([]);
  } catch {
    // storage is off: nothing was kept
  }
}

function readAwaited(): string[] {
  const ids: unknown = JSON.parse(localStorage.getItem(AWAITED_KEY) ?? '[]');
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string' && id !== '') : [];
}

function writeAwaited(ids: readonly string[]): void {
  if (ids.length === 0) localStorage.removeItem(AWAITED_KEY);
  else localStorage.setItem(AWAITED_KEY, JSON.stringify([...new Set(ids)]));
}
