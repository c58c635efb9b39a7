/** A sentence for the page that comes after a full load: why the last one was left. */
const KEY = 'notice';

export interface Notice {
  readonly tone: 'success' | 'error' | 'info';
  readonly text: string;
  /** The page was taken away from the user: shown until dismissed. */
  readonly stays?: boolean;
  /** Offers to sign in as somebody else: the path of the sign-in page. */
  readonly signInPath?: string | undefined;
}

export function storeNotice(notice: Notice): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(notice));
  } catch {
    // storage is off: the page comes without it
  }
}

/** Once. */
export function takeNotice(): Notice | null {
  try {
    const text = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return text ? (JSON.parse(text) as Notice) : null;
  } catch {
    return null;
  }
}
