import { safeNext } from '../../lib/safe-next.ts';
import { readUserEntry, userKey, writeUserEntry } from '../../lib/user-storage.ts';

/**
 * The page that a user requested before registering. The tab that waits for the verification has it in its address, but
 * the link in the mail opens another tab, perhaps an hour later.
 */
export const keepWantedPage = (page: string): void =>
  writeUserEntry(userKey('wanted-page:'), page === '/' ? null : page);

/** For the tab's user; reading it deletes it. */
export function takeWantedPage(): string {
  const key = userKey('wanted-page:');
  const page = readUserEntry(key);
  writeUserEntry(key, null);
  return safeNext(page);
}
