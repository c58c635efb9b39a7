import { PORTAL_OF_ROLE, type Portal, type Role } from '@vesalius/contract/calls';
import { useSyncExternalStore } from 'react';

/** What the browser keeps of the signed-in person; everything else is asked of the server. */
export interface Session {
  readonly token: string;
  readonly userId: string;
  readonly role: Role;
  readonly firstName: string;
  readonly image: string | null;
  readonly emailVerified: boolean;
  readonly isBeta: boolean;
  readonly hasInstitution: boolean;
  /** Staff who have to turn two-step sign-in on before the administration opens. */
  readonly mustAddSecondFactor?: boolean;
}

const KEY = 'user';
let current: Session | null | undefined;
const listeners = new Set<() => void>();

function stores(): Storage[] {
  try {
    return [localStorage, sessionStorage];
  } catch {
    return []; // storage is switched off: one stays signed in until the page is left
  }
}

/** Null on the server, and for visitors. */
export function getSession(): Session | null {
  if (typeof window === 'undefined') return null;
  if (current === undefined) {
    current = null;
    for (const store of stores()) {
      const text = store.getItem(KEY);
      try {
        if (text) current ??= JSON.parse(text) as Session;
      } catch {
        store.removeItem(KEY);
      }
    }
  }
  return current;
}

/** Remember-me decides between local storage (`true`) and session storage. Absent: stays where it is. */
export function storeSession(session: Session, remember?: boolean): void {
  const [local, perTab] = stores();
  const keep = remember ?? local?.getItem(KEY) != null;
  current = session;
  (keep ? perTab : local)?.removeItem(KEY);
  (keep ? local : perTab)?.setItem(KEY, JSON.stringify(session));
  for (const listener of listeners) listener();
}

export function clearSession(): void {
  current = null;
  for (const store of stores()) store.removeItem(KEY);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key !== KEY) return;
    current = undefined;
    listener();
  };
  window.addEventListener('storage', fromOtherTab);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', fromOtherTab);
  };
}

/** Null while rendering on the server and during hydration: public pages arrive as a visitor sees them. */
export const useSession = (): Session | null => useSyncExternalStore(subscribe, getSession, () => null);

export const portalOf = (session: Session | null): Portal =>
  session ? PORTAL_OF_ROLE[session.role] : 'customer';
