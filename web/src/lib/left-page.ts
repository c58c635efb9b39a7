import { getSession } from './session.ts';

/** The page that a tab showed when its user signed out in another tab: only the same user is led back to it. */
const KEY = 'left-page';

interface LeftPage {
  readonly userId: string;
  readonly path: string;
}

export function keepLeftPage(page: LeftPage): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(page));
  } catch {
    // storage is off: signing in leads to the home page
  }
}

/** For who has signed in now; reading it deletes it, also for somebody else. */
export function takeLeftPage(): string | null {
  try {
    const text = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    const page = text ? (JSON.parse(text) as LeftPage) : null;
    return page && page.userId === getSession()?.userId ? page.path : null;
  } catch {
    return null;
  }
}
