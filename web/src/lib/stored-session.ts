import type { Role } from '@vesalius/contract/calls';
import type { PreviewReader } from '@vesalius/contract/studio-limits';

/* The session as the browser stores it. The inline start scripts read it as well, so nothing else is imported. */

/** What the browser stores of the signed-in user; everything else comes from the server. */
export interface Session {
  readonly token: string;
  readonly userId: string;
  readonly role: Role;
  readonly firstName: string;
  readonly image: string | null;
  readonly emailVerified: boolean;
  readonly isBeta: boolean;
  readonly hasInstitution: boolean;
  readonly managesInstitution?: boolean;
  /** Staff who must turn on two-step sign-in before the administration opens. */
  readonly mustAddSecondFactor?: boolean;
}

/** Begins the name of a frame in which the desk shows a preview; the rest is `FramedPreview` as JSON. */
const FRAME_NAME = 'vesalius-preview ';
/** What a frame tells the desk when the preview may not be seen any more. */
export const PREVIEW_ENDED = 'vesalius-preview-ended';
export interface FramedPreview {
  readonly token: string;
  readonly userId: string;
  readonly as: PreviewReader;
}
export const frameNameOf = (preview: FramedPreview): string => FRAME_NAME + JSON.stringify(preview);

/**
 * The reader that the frame represents. The frame keeps this name from page to page, and nothing else has it: the
 * session of the tab around it is not touched. A page of another origin names no frame.
 */
export function framedPreview(): FramedPreview | null {
  if (typeof window === 'undefined' || window.parent === window || !window.name.startsWith(FRAME_NAME))
    return null;
  try {
    if (window.parent.location.origin !== window.location.origin) return null;
    return JSON.parse(window.name.slice(FRAME_NAME.length));
  } catch {
    return null;
  }
}

/** A preview has nobody's account. */
const sessionOf = ({ token, userId }: FramedPreview): Session => ({
  ...{ token, userId, role: 'customer', firstName: '', image: null },
  ...{ emailVerified: true, isBeta: false, hasInstitution: false },
});

/** In session storage: this tab's session. In local storage: the remembered one. */
export const SESSION_KEY = 'user';
/** In session storage: this tab has no user until one signs in here, whoever is signed in in this browser. */
export const NOBODYS_KEY = 'nobodys-tab';
/** In session storage: it is known whose tab this is. A tab opened by a link does not know until it has asked. */
export const DECIDED_KEY = 'tab-decided';
/** In local storage: when a tab with its own user last opened a link in another tab (milliseconds since 1970). */
export const LINK_OPENED_KEY = 'link-opened-at';
/** A link is loaded soon after it was opened. Later, new tabs are not made to ask. */
const LINK_LOADED_WITHIN_MS = 60 * 60 * 1000;
/** The demo's letters stand for a mail program: a link in them was opened by no tab of ours. */
const FOREIGN_PAGES = '/dev/';
/** Users who signed out of this browser, and prefixes of ended tokens: a tab may still have such a session. */
export const ENDED_KEY = 'ended-sessions';
/** `vsl_` and 48 of 256 bits: enough to recognize a token, useless for signing in. */
const TOKEN_BEGINNING_LENGTH = 12;

/** The tab's own storage before the remembered one; empty if storage is off, and in a preview. */
export function stores(): Storage[] {
  if (framedPreview()) return [];
  try {
    return [sessionStorage, localStorage];
  } catch {
    return [];
  }
}

export function parseSession(text: string): Session | null {
  try {
    const session = JSON.parse(text) as Session;
    return typeof session.token === 'string' && typeof session.userId === 'string' ? session : null;
  } catch {
    return null;
  }
}

/** The session of this tab; a stored one that has ended is removed. */
export function readStored(
  parse: (text: string) => Session | null = parseSession,
): { readonly text: string; readonly session: Session } | null {
  const framed = framedPreview();
  if (framed) return framed.as === 'visitor' ? null : { text: window.name, session: sessionOf(framed) };
  const all = stores();
  if (isNobodys(all) || isTabUndecided()) return null;
  for (const store of all) {
    const text = store.getItem(SESSION_KEY);
    const session = text ? parse(text) : null;
    if (text && session && !hasEnded(session)) return { text, session };
    if (text) store.removeItem(SESSION_KEY);
  }
  return null;
}

/**
 * Opened by a link of a page of ours, while some tab has a user of its own: the remembered user may be another one than
 * who pressed the link. Such a tab is nobody's until it has asked the others (`opened-tab.ts`).
 */
export function isTabUndecided(): boolean {
  const [own, remembered] = stores();
  if (!own || !remembered || own.getItem(SESSION_KEY) || own.getItem(NOBODYS_KEY) || own.getItem(DECIDED_KEY))
    return false;
  const openedAt = Number(remembered.getItem(LINK_OPENED_KEY) ?? Number.NaN);
  return Date.now() - openedAt < LINK_LOADED_WITHIN_MS && isOurPage(document.referrer);
}

function isOurPage(address: string): boolean {
  const { origin, pathname } = address ? new URL(address) : { origin: '', pathname: '' };
  return origin === window.location.origin && !pathname.startsWith(FOREIGN_PAGES);
}

/** Whether a session is or may be stored for this tab, without parsing it; used before the first paint. */
export function hasStored(): boolean {
  const framed = framedPreview();
  if (framed) return framed.as !== 'visitor';
  const all = stores();
  return !isNobodys(all) && (isTabUndecided() || all.some((store) => store.getItem(SESSION_KEY)));
}

const isNobodys = ([own]: readonly Storage[]): boolean => own?.getItem(NOBODYS_KEY) != null;

export function readEnded(): string[] {
  try {
    const ended: unknown = JSON.parse(localStorage.getItem(ENDED_KEY) ?? '[]');
    return Array.isArray(ended) ? ended.filter((each) => typeof each === 'string') : [];
  } catch {
    return [];
  }
}

export const beginningOf = ({ token }: Session): string => token.slice(0, TOKEN_BEGINNING_LENGTH);

export function hasEnded(session: Session): boolean {
  const ended = readEnded();
  return ended.includes(session.userId) || ended.includes(beginningOf(session));
}
