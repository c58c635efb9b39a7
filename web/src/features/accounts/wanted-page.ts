import { safeNext } from '../../lib/safe-next.ts';
import { readUserEntry, userKey, writeUserEntry } from '../../lib/user-storage.ts';

/**
 * Where a user who registers wanted to go. The tab that waits for the verification has it in its address; the link in
 * the mail opens another tab, an hour later perhaps.
 */
export const keepWantedPage = (page: string): void =>
  writeUserEntry(userKey('wanted-page:'), page === '/' ? null : page);

/** Of the tab's user, once. */
export function takeWantedPage(): string {
  const key = userKey('wanted-page:');
  const page = readUserEntry(key);
  writeUserEntry(key, null);
  return safeNext(page);
}
