import { endOnServer } from './ended-tokens.ts';
import { type Notice, storeNotice } from './notice.ts';
import {
  clearSession,
  getSession,
  hasSignedOut,
  isStoredFor,
  openForNobody,
  type Session,
  wasReplaced,
} from './session.ts';
import { forgetTabEntries, forgetUserEntries } from './user-storage.ts';
import { within } from './within.ts';

/** What is on the screen, and the way out of it. */
export interface TabView {
  /** Takes the page away at once, also when nothing answers; the sentence stands in its place. */
  hide(text?: string): void;
  /** Loads a page anew: no answer, draft or form of the former user is left in memory. */
  open(path: string): void;
}
let view: TabView = { hide() {}, open() {} };
type ForgetContent = (options: { withUnsentOf: string | null }) => Promise<void>;
let forgetContent: ForgetContent = async () => {};

/** Given by the app, which knows its pages and features. */
export function leaveTabsBy(given: { view: TabView; forgetContent: ForgetContent }): void {
  ({ view, forgetContent } = given);
}

/** The next page is loaded after this at the latest; what is not done then goes on at the next start (milliseconds). */
const CLEAN_UP_MS = 2000;

/**
 * The one way a session ends in this browser: by signing out, by deleting the account, by a new password, by the
 * server's word. First the session and what was kept for its user, then the view, then the server is told.
 */
export async function endSession({
  to = '/',
  notice,
  text = notice?.text,
  hasEnded = false,
  isDeleted = false,
}: {
  to?: string;
  /** Shown on the next page. */
  notice?: Notice;
  /** Shown until the next page is there. */
  text?: string | undefined;
  /**
   * By the server's word; other sessions of the user go on, in other tabs as well, and what was written stays until
   * the user signs in again.
   */
  hasEnded?: boolean;
  /** The account is gone: what waits to be sent has nobody to arrive at. */
  isDeleted?: boolean;
} = {}): Promise<void> {
  const session = getSession();
  if (!session) return;
  clearSession({ everywhere: !hasEnded });
  forgetUserEntries(session.userId, { browserToo: true, keepsWritten: hasEnded });
  if (notice) storeNotice(notice);
  view.hide(text);
  const done = Promise.allSettled([
    hasEnded || isDeleted ? null : endOnServer(session.token),
    forgetContent({ withUnsentOf: isDeleted ? session.userId : null }),
  ]);
  await within(CLEAN_UP_MS, done);
  view.open(to);
}

/**
 * Another tab signed the user out, or somebody else in, or heard that the session had ended: this one goes, without
 * touching what is theirs.
 */
export function leaveTab(former: Session, now: Session | null, text: string): void {
  const keepsWritten = now === null && !hasSignedOut(former.userId);
  if (isStoredFor(former.userId)) forgetTabEntries();
  else forgetUserEntries(former.userId, { browserToo: false, keepsWritten });
  storeNotice({ tone: 'info', text, stays: true });
  view.hide(text);
  // Replaced without having signed out: nobody holds the former session any more.
  if (now && wasReplaced(former)) void endOnServer(former.token);
  view.open('/');
}

/**
 * For whoever else sits here: the tab becomes nobody's and shows the sign-in page. The one who is signed in stays so in
 * the other tabs.
 */
export function signInAsAnother(signInPath: string): void {
  openForNobody();
  view.hide();
  view.open(signInPath);
}
