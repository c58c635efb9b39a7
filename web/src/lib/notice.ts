/** A message for the page after a full page load: why the last page was left. */
const KEY = 'notice';

export interface Notice {
  readonly tone: 'success' | 'error' | 'info';
  readonly text: string;
  /** The user did not choose to leave, so it is shown until dismissed. */
  readonly stays?: boolean;
  /** Offers to sign in as another user: the path of the sign-in page. */
  readonly signInPath?: string | undefined;
}

export function storeNotice(notice: Notice): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(notice));
  } catch {
    // storage is off: the page is shown without the message
  }
}

/** Returns the notice once. */
export function takeNotice(): Notice | null {
  try {
    const text = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return text ? (JSON.parse(text) as Notice) : null;
  } catch {
    return null;
  }
}
