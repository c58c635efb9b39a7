import { endOnServer } from './ended-tokens.ts';
import { keepLeftPage } from './left-page.ts';
import { type Notice, storeNotice } from './notice.ts';
import { paths } from './paths.ts';
import {
  clearSession,
  getSession,
  isStoredFor,
  openForNobody,
  openForStored,
  whyTabLost,
} from './session.ts';
import type { Session } from './stored-session.ts';
import { forgetTabEntries, forgetUserEntries } from './user-storage.ts';
import { within } from './within.ts';

/** The tab's view, and how to leave it. */
export interface TabView {
  /**
   * Hides the page immediately, even without a server; shows the text instead, with a link to sign in if its path is given, and to the
   * home page otherwise.
   */
  hide(text?: string, signInPath?: string): void;
  /** Loads a page, so that no answer, draft or form of the former user stays in memory. */
  open(path: string): void;
}
let view: TabView = { hide() {}, open() {} };
type ForgetContent = (options: { withUnsentOf: string | null }) => Promise<void>;
let forgetContent: ForgetContent = async () => {};

/** Set by the app, which knows its pages and features. */
export function leaveTabsBy(given: { view: TabView; forgetContent: ForgetContent }): void {
  ({ view, forgetContent } = given);
}

/** The maximum time before the next page is loaded; the rest is done at the next start (milliseconds). */
const CLEAN_UP_MS = 2000;

/**
 * The only way a session ends in this browser: signing out, deleting the account, a new password, or the server's answer. Ends the
 * session and deletes its user's data first, then hides the view, then tells the server.
 */
export async function endSession({
  to = '/',
  notice,
  text = notice?.text,
  hasEnded = false,
  isDeleted = false,
  back,
}: {
  to?: string;
  /** Shown on the next page. */
  notice?: Notice;
  /** Shown until the next page is there. */
  text?: string | undefined;
  /**
   * The server has ended it. Other sessions of the user continue, also in other tabs, and unsent text is kept until the user signs
   * in again.
   */
  hasEnded?: boolean;
  /** The account is gone, so unsent text is deleted. */
  isDeleted?: boolean;
  /** Where the user, and nobody else, is led after signing in again on the sign-in page. */
  back?: string | undefined;
} = {}): Promise<void> {
  const session = getSession();
  if (!session) return;
  clearSession({ everywhere: !hasEnded });
  forgetUserEntries(session.userId, { browserToo: true, keepsWritten: hasEnded });
  if (notice) storeNotice(notice);
  hideFor(session.userId, text, back);
  const done = Promise.allSettled([
    hasEnded || isDeleted ? null : endOnServer(session.token),
    forgetContent({ withUnsentOf: isDeleted ? session.userId : null }),
  ]);
  await within(CLEAN_UP_MS, done);
  view.open(to);
}

function hideFor(userId: string, text: string | undefined, back: string | undefined): void {
  if (back !== undefined) keepLeftPage({ userId, path: back });
  view.hide(text, back === undefined ? undefined : paths.signIn.to());
}

/**
 * For a tab whose user was signed out or replaced in another tab, or whose session ended: leaves the page without deleting the new
 * user's data.
 */
export function leaveTab(
  former: Session,
  now: Session | null,
  {
    text,
    signInPath,
    to = '/',
    back,
  }: Pick<Notice, 'text' | 'signInPath'> & {
    to?: string;
    /** Where the user, and nobody else, is led after signing in again. */
    back?: string | undefined;
  },
): void {
  const loss = whyTabLost(former, now);
  if (isStoredFor(former.userId)) forgetTabEntries();
  else forgetUserEntries(former.userId, { browserToo: false, keepsWritten: loss === 'ended' });
  storeNotice({ tone: 'info', text, stays: true, signInPath });
  hideFor(former.userId, text, back);
  // Nobody uses the former session any more.
  if (loss === 'replaced') void endOnServer(former.token);
  view.open(to);
}

/**
 * For another person at the same computer: this tab shows the sign-in page. The signed-in user stays signed in in other tabs.
 */
export function signInAsAnother(signInPath: string): void {
  openForNobody();
  view.hide();
  view.open(signInPath);
}

/** The tab is again its user's, who stays signed in in it. */
export function backToOwn(path: string): void {
  openForStored();
  view.hide();
  view.open(path);
}
