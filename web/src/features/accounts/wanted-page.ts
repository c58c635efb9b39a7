import { safeNext } from '../../lib/safe-next.ts';

/** Where somebody who registers wanted to go: the mail with the link is opened in another tab, an hour later perhaps. */
const KEY = 'wanted_page';

export function keepWantedPage(next: string | undefined): void {
  try {
    if (next) localStorage.setItem(KEY, next);
  } catch {
    // storage is off: one lands on the home page
  }
}

/** Once. */
export function takeWantedPage(): string {
  try {
    const next = localStorage.getItem(KEY);
    localStorage.removeItem(KEY);
    return safeNext(next);
  } catch {
    return '/';
  }
}
