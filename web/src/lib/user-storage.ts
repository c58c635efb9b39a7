import { unlessOpen } from './open-tab.ts';
import { getSession, isStoredFor, isUserUnchanged } from './session.ts';

/**
 * What the browser keeps for a user beside the session. A tab that lost its user writes nothing more. Preferences of
 * the device (language, theme, zoom) are nobody's.
 */
const OF_USER = [
  'draft:',
  'unsent:',
  'reading-progress:',
  'wanted-page:',
  'importing:',
  'upload:',
  'read-on:',
] as const;
/** In session storage. */
const OF_TAB = [
  'book_to_buy',
  'google-request',
  'registration',
  'preview-place',
  'locked-page',
  'left-page',
] as const;
/** In local storage, for all users of the browser, visitors included. */
const OF_BROWSER = ['promo_discount'] as const;

/** The key contains the user's id: entries of other users are never read. */
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
  return storedKeys().filter((key) =>
    kinds.some((kind) => key === `${kind}${userId}` || key.startsWith(`${kind}${userId}:`)),
  );
}

function storedKeys(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}

/** Answers that are not on the server yet: one entry a paper. */
export const countUnsavedPapers = (userId: string): number => userEntryKeys(userId, ['draft:']).length;
/** Imports of people that are not through. */
export const countRunningImports = (userId: string): number => userEntryKeys(userId, ['importing:']).length;
/** Notes, comments and other texts that are not on the server yet. */
export const countUnsentTexts = (userId: string): number => userEntryKeys(userId, ['unsent:']).length;

/** Whether the user would lose something with what the browser keeps. */
export const hasUnsaved = (userId: string): boolean =>
  countUnsavedPapers(userId) + countUnsentTexts(userId) + countRunningImports(userId) > 0;

/**
 * What is not on the server yet. `browserToo`: the user leaves this browser; otherwise the tab alone, which another user
 * may have in use elsewhere. `keepsWritten`: the user did not choose to leave, and finds it after signing in again.
 */
export function forgetUserEntries(
  userId: string,
  { browserToo, keepsWritten = false }: { browserToo: boolean; keepsWritten?: boolean },
): void {
  if (!keepsWritten) removeEntriesOf(userId);
  forgetTabEntries();
  try {
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

/**
 * After a user has signed in in this tab: deletes what other users left behind, whether their session ended or their tab
 * was just closed. Users whom the browser remembers, or who have a tab open, keep theirs.
 */
export async function forgetOtherWriters(userId: string): Promise<void> {
  for (const writer of writers())
    if (writer !== userId)
      await unlessOpen(writer, () => {
        if (!isStoredFor(writer)) removeEntriesOf(writer);
      });
}

/** Users of whom something is here. A visitor's entries have no id. */
function writers(): Set<string> {
  const ids = storedKeys().flatMap((key) => {
    const kind = OF_USER.find((each) => key.startsWith(each));
    return kind ? (key.slice(kind.length).split(':')[0] ?? '') : [];
  });
  return new Set(ids.filter((id) => id !== ''));
}

function removeEntriesOf(userId: string): void {
  for (const key of userEntryKeys(userId)) localStorage.removeItem(key);
}
