import { getSession } from './session.ts';
import { readUserEntry, userEntryKeys, userKey, writeUserEntry } from './user-storage.ts';

/** State of the address that leads back to something unsent: the page opens the form. */
export const OPENS_UNSENT = 'opens-unsent';

interface Unsent {
  /** The page on which it was written. */
  readonly path: string;
  readonly value: unknown;
}

/**
 * What the user is writing, kept until the server has it: a session that ends meanwhile loses nothing. Null forgets
 * it. `form` names the form and its subject.
 */
export function keepUnsent(form: string, value: unknown): void {
  if (!getSession()) return;
  const { pathname, search } = window.location;
  const unsent: Unsent = { path: `${pathname}${search}`, value };
  writeUserEntry(userKey('unsent:', form), value === null ? null : JSON.stringify(unsent));
}

const parse = (text: string | null): Unsent | null => {
  try {
    return text === null ? null : (JSON.parse(text) as Unsent);
  } catch {
    return null;
  }
};

export const readUnsent = <Value>(form: string): Value | null =>
  getSession() ? ((parse(readUserEntry(userKey('unsent:', form)))?.value ?? null) as Value | null) : null;

/** Of the first form whose name begins so. */
export function findUnsent<Value>(formPrefix: string): Value | null {
  const [key] = unsentKeys().filter((each) => each.startsWith(userKey('unsent:', formPrefix)));
  return key ? ((parse(readUserEntry(key))?.value ?? null) as Value | null) : null;
}

/** The pages on which the user left something unsent. */
export const unsentPaths = (): string[] =>
  unsentKeys().flatMap((key) => parse(readUserEntry(key))?.path ?? []);

const unsentKeys = (): string[] => {
  const session = getSession();
  return session ? userEntryKeys(session.userId, ['unsent:']) : [];
};
