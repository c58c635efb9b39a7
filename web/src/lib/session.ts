import { useSyncExternalStore } from 'react';
import {
  beginningOf,
  DECIDED_KEY,
  ENDED_KEY,
  hasEnded,
  NOBODYS_KEY,
  parseSession,
  readEnded,
  readStored,
  SESSION_KEY,
  type Session,
  stores,
} from './stored-session.ts';

const MAX_ENDED = 50;

/**
 * A tab belongs to the user for whom it was opened, or to the visitor who signs in later. It never changes hands:
 * when the stored session becomes another user's, or ends, the tab refuses all requests and is left by a full load.
 */
let current: Session | null | undefined;
let tabUserId: string | null = null;
let isLost = false;
/** The browser stores nothing for us (private window, full disk): the session lasts until the page is left. */
let isInMemory = false;
/** The tab was a visitor's when its user signed in in another tab. */
let isTakenOver = false;
let read: { readonly text: string | null; readonly session: Session | null } = { text: null, session: null };
const listeners = new Set<() => void>();

/** The same text gives the same object: `isUserUnchanged` compares. */
const parse = (text: string): Session | null => (text === read.text ? read.session : parseSession(text));

function readOwn(): Session | null {
  const stored = readStored(parse);
  if (stored) read = stored;
  return stored?.session ?? null;
}

function writeEnded(ended: readonly string[]): void {
  try {
    if (ended.length === 0) localStorage.removeItem(ENDED_KEY);
    else localStorage.setItem(ENDED_KEY, JSON.stringify(ended.slice(-MAX_ENDED)));
  } catch {
    // storage is off: there are no other tabs to tell
  }
}

function bind(session: Session | null): void {
  current = session;
  tabUserId ??= session?.userId ?? null;
  for (const listener of listeners) listener();
}

/** Of this tab. Null on the server, and for visitors. */
export function getSession(): Session | null {
  if (typeof window === 'undefined') return null;
  if (current === undefined) {
    current = readOwn();
    tabUserId = current?.userId ?? null;
  }
  return current;
}

/** For whom the tab was opened: sent beside the token, so that the server refuses the one without the other. */
export const getTabUserId = (): string | null => tabUserId;

/**
 * A link that was sent to one user and is opened where another one is signed in: the tab shows nothing of that one, and
 * sends nothing in that one's name. Called before anything asks for the session, or by a tab that is left for it.
 */
export function openForNobody(): void {
  if (current) isLost = true;
  try {
    sessionStorage.setItem(NOBODYS_KEY, '1');
  } catch {
    // storage is off: nobody is signed in
  }
}

/** The tab is whose the browser remembers after all. */
export function openForStored(): void {
  try {
    sessionStorage.removeItem(NOBODYS_KEY);
  } catch {
    // storage is off: nobody is signed in
  }
  bind(readOwn());
}

/** The tab was opened from one with its own session: it has the same, as a duplicated tab has. */
export function openForSession(session: Session): void {
  if (hasEnded(session)) openForNobody();
  else {
    write(session, false);
    bind(session);
  }
}

/** Whose the tab is will not be asked again, also not after a reload. */
export function markDecided(): void {
  try {
    sessionStorage.setItem(DECIDED_KEY, '1');
  } catch {
    // storage is off: there is nothing to ask
  }
}

/** The tab has a user of its own, or refuses the remembered one: a tab that it opens must not take that one. */
export const isOwnTab = (): boolean =>
  stores()[0]?.getItem(SESSION_KEY) != null || stores()[0]?.getItem(NOBODYS_KEY) != null;

let onTabLost: (former: Session, now: Session | null) => void = () => {};
/** What happens when the tab's user is no longer the one who is signed in. A new tab begins here. */
export function whenTabLost(action: typeof onTabLost): void {
  onTabLost = action;
  isLost = false;
  isInMemory = false;
  isTakenOver = false;
  tabUserId = getSession()?.userId ?? null;
}

/**
 * Whether the tab's user is still the one who is signed in; if not, the tab is left. Storage is read each time: the
 * event of another tab's change comes late, and never to a tab that slept.
 */
export function isUserUnchanged(): boolean {
  if (isLost) return false;
  if (typeof window === 'undefined') return true;
  const before = getSession();
  if (isInMemory || stores().length === 0) return true;
  const stored = readOwn();
  if (stored === before) return true;
  if (before && stored?.userId !== before.userId) {
    loseTab(before, stored);
    return false;
  }
  // A visitor who signed in in another tab, or a newer session of the same user.
  if (!before) isTakenOver = true;
  bind(stored);
  return true;
}

/**
 * The session came from another tab, and this one had been a visitor's: its forms may contain another person's text.
 */
export const wasTakenOver = (): boolean => isTakenOver;

function loseTab(former: Session, now: Session | null): void {
  isLost = true;
  onTabLost(former, now);
}

/**
 * After signing in. Remember-me decides between local storage (`true`) and session storage; where it is not asked
 * (verified by a link), the user stays remembered or not.
 */
export function storeSession(session: Session, remember?: boolean): void {
  if (isLost) return;
  const before = getSession();
  const [, remembered] = stores();
  const isKnown = parse(remembered?.getItem(SESSION_KEY) ?? '')?.userId === session.userId;
  writeEnded(readEnded().filter((each) => each !== session.userId));
  if (isKnown && remember === false) remembered?.removeItem(SESSION_KEY);
  write(session, remember ?? isKnown);
  if (before && before.userId !== session.userId) loseTab(before, session);
  else bind(session);
}

/** The tab's user has changed: a name, a verified address. Stays where it is. */
export function updateSession(session: Session): void {
  if (!isUserUnchanged() || getSession()?.userId !== session.userId) return;
  write(session, isRemembered());
  bind(session);
}

/** From now on the tab's user is signed in in every tab, and after the browser was closed. */
export function rememberSession(): void {
  const session = getSession();
  if (session && isUserUnchanged()) write(session, true);
}

/** By the user's own word, in whichever tab; a session that the server ended has another mark. */
const hasSignedOut = (userId: string): boolean => readEnded().includes(userId);

/** `replaced`: nobody signed out, and yet the session is stored nowhere: another user's took its place. */
export type TabLoss = 'signedOut' | 'ended' | 'replaced';

/**
 * Why a tab lost its user. The remembered user says nothing about it: that user may have been signed in all along,
 * beside the user of this tab.
 */
export function whyTabLost(former: Session, now: Session | null): TabLoss {
  if (hasSignedOut(former.userId)) return 'signedOut';
  const isStored = stores().some((store) => parse(store.getItem(SESSION_KEY) ?? '')?.token === former.token);
  return now && !hasEnded(former) && !isStored ? 'replaced' : 'ended';
}

/** Another tab may still be open for this user. */
export const isStoredFor = (userId: string): boolean =>
  storedSessions().some((session) => session.userId === userId);

/** Who is signed in in this browser beside the tab's user: shown after that one leaves. */
export const otherSession = (): Session | null =>
  storedSessions().find(({ userId }) => userId !== getSession()?.userId) ?? null;

/** Whose tab this was before a link made it nobody's. */
export function refusedSession(): Session | null {
  const [own] = stores();
  const session = own?.getItem(NOBODYS_KEY) == null ? null : parse(own.getItem(SESSION_KEY) ?? '');
  return session && !hasEnded(session) ? session : null;
}

export function rememberedSession(): Session | null {
  const [, remembered] = stores();
  const session = parse(remembered?.getItem(SESSION_KEY) ?? '');
  return session && !hasEnded(session) ? session : null;
}

/** Whom the browser remembers beside this user. */
export function rememberedBeside(userId: string): Session | null {
  const session = rememberedSession();
  return session?.userId === userId ? null : session;
}

const storedSessions = (): Session[] =>
  stores().flatMap((store) => {
    const session = parse(store.getItem(SESSION_KEY) ?? '');
    return session && !hasEnded(session) ? [session] : [];
  });

/** The browser does not store the session: it ends with the page. */
export const endsWithPage = (): boolean => isInMemory || stores().length === 0;

export function isRemembered(): boolean {
  const [own, remembered] = stores();
  return own?.getItem(SESSION_KEY) == null && remembered?.getItem(SESSION_KEY) != null;
}

function write(session: Session, remember: boolean): void {
  const all = stores();
  const [own, remembered] = all;
  const text = JSON.stringify(session);
  try {
    (remember ? remembered : own)?.setItem(SESSION_KEY, text);
    if (remember) own?.removeItem(SESSION_KEY);
    read = { text, session };
    isInMemory = false;
  } catch {
    // The storage is full: an older text of the same user represents this session, and still reports its end.
    const kept = all.map((store) => store.getItem(SESSION_KEY) ?? '');
    const older = kept.find((each) => parse(each)?.userId === session.userId);
    isInMemory = older === undefined;
    if (older !== undefined) read = { text: older, session };
  }
  if (!isInMemory) own?.removeItem(NOBODYS_KEY);
}

/**
 * Ends the tab's session in this browser. `everywhere`: the user signed out, so that every tab of theirs is left;
 * otherwise those with this very token.
 */
export function clearSession({ everywhere = true } = {}): void {
  const session = getSession();
  if (session) {
    const mark = everywhere ? session.userId : beginningOf(session);
    const isOver = (stored: Session) =>
      everywhere ? stored.userId === session.userId : stored.token === session.token;
    // First, for the tabs that ask why the session is gone.
    writeEnded([...readEnded(), mark]);
    for (const store of stores()) {
      const text = store.getItem(SESSION_KEY);
      const stored = text ? parse(text) : null;
      if (!stored || isOver(stored) || hasEnded(stored)) store.removeItem(SESSION_KEY);
    }
    // A full storage has room for it now.
    if (!readEnded().includes(mark)) writeEnded([...readEnded(), mark]);
    isLost = true;
  }
  current = null;
  for (const listener of listeners) listener();
}

/** Looks whenever the tab may have missed a change: it slept, stood in the back-forward cache, lay behind others. */
export function watchSession(): void {
  const look = () => void isUserUnchanged();
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key === SESSION_KEY || key === ENDED_KEY) look();
  });
  window.addEventListener('pageshow', look);
  window.addEventListener('focus', look);
  document.addEventListener('visibilitychange', look);
}

export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Null while rendering on the server and during hydration: public pages arrive as a visitor sees them. */
export const useSession = (): Session | null =>
  useSyncExternalStore(subscribeToSession, getSession, () => null);
