import type { Role } from '@vesalius/contract/calls';
import { getSession } from './session.ts';
import { readUserEntry, userEntryKeys, userKey, writeUserEntry } from './user-storage.ts';

/** State of the address that leads back to something unsent: the page opens the form. */
export const OPENS_UNSENT = 'opens-unsent';

interface Unsent {
  /** The page on which it was written. */
  readonly path: string;
  readonly value: unknown;
  /** Only in this role it may be sent; absent = in any. */
  readonly role?: Role;
}

/**
 * What the user is writing, kept until the server has it: a session that ends meanwhile loses nothing. Null forgets
 * it. `form` names the form and its subject. `isOfRole`: in another role it would be something else.
 */
export function keepUnsent(form: string, value: unknown, { isOfRole = false } = {}): void {
  const session = getSession();
  if (!session) return;
  const { pathname, search } = window.location;
  const unsent: Unsent = {
    path: `${pathname}${search}`,
    value,
    ...(isOfRole ? { role: session.role } : {}),
  };
  writeUserEntry(userKey('unsent:', form), value === null ? null : JSON.stringify(unsent));
}

const parse = (text: string | null): Unsent | null => {
  try {
    return text === null ? null : (JSON.parse(text) as Unsent);
  } catch {
    return null;
  }
};

/** What may be sent in the role of now. */
const isOpen = (unsent: Unsent | null): unsent is Unsent =>
  unsent !== null && (unsent.role === undefined || unsent.role === getSession()?.role);

const readOpen = (key: string): Unsent | null => {
  const unsent = parse(readUserEntry(key));
  return isOpen(unsent) ? unsent : null;
};

export const readUnsent = <Value>(form: string): Value | null =>
  getSession() ? ((readOpen(userKey('unsent:', form))?.value ?? null) as Value | null) : null;

/** Of the first form whose name begins so. */
export function findUnsent<Value>(formPrefix: string): Value | null {
  const found = unsentKeys()
    .filter((each) => each.startsWith(userKey('unsent:', formPrefix)))
    .map(readOpen)
    .find((unsent) => unsent !== null);
  return (found?.value ?? null) as Value | null;
}

/** The forms in which the user left something unsent that opens now, and their pages. */
export const unsentForms = (): { form: string; path: string }[] =>
  unsentKeys().flatMap((key) => {
    const path = readOpen(key)?.path;
    return path === undefined ? [] : [{ form: key.slice(userKey('unsent:', '').length), path }];
  });

/** What was written in another role: it waits for that role. */
export const hasUnsentOfOtherRole = (): boolean =>
  unsentKeys().some((key) => {
    const unsent = parse(readUserEntry(key));
    return unsent !== null && !isOpen(unsent);
  });

const unsentKeys = (): string[] => {
  const session = getSession();
  return session ? userEntryKeys(session.userId, ['unsent:']) : [];
};
