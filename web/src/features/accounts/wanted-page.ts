import { safeNext } from '../../lib/safe-next.ts';
import { readUserEntry, userKey, writeUserEntry } from '../../lib/user-storage.ts';

/**
 * The page that a user requested before registering. The tab that waits for the verification has it in its address, but
 * the link in the mail opens another tab, perhaps an hour later.
 */
export const keepWantedPage = (page: string): void =>
  writeUserEntry(userKey('wanted-page:'), page === '/' ? null : page);

/** A longer one stays on this device: the server refuses it. */
const MAX_MAILED_LENGTH = 300;

/** The page for the link in the mail, which may be opened on another device. */
export function mailedPage(next: string | null | undefined): string | undefined {
  const page = safeNext(next);
  return page === '/' || page.length > MAX_MAILED_LENGTH ? undefined : page;
}

/** For the tab's user, or from the link in the mail; reading it deletes it. */
export function takeWantedPage(mailed: string | null): string {
  const key = userKey('wanted-page:');
  const page = readUserEntry(key);
  writeUserEntry(key, null);
  return safeNext(page ?? mailed);
}
