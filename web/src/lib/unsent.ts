import type { Role } from '@vesalius/contract/calls';
import { getSession } from './session.ts';
import { readUserEntry, userEntryKeys, userKey, writeUserEntry } from './user-storage.ts';

/** The history state of an address that leads back to something unsent: the page opens the form. */
export const OPENS_UNSENT = 'opens-unsent';

interface Unsent {
  /** The page on which it was written. */
  readonly path: string;
  readonly value: unknown;
  /** The role in which it can be sent; undefined = any. */
  readonly role?: Role;
  /** The user has read that it is not sent, and where it is. */
  readonly isKnown?: true;
}

/**
 * Stores what the user is writing until the server has it, so that the end of a session loses nothing. Null deletes it. `form` names
 * the form and its subject. `isOfRole`: it has another meaning in another role. `path`: the page that opens it, if it is written on
 * others too.
 */
export function keepUnsent(
  form: string,
  value: unknown,
  { isOfRole = false, path }: { isOfRole?: boolean; path?: string } = {},
): void {
  const session = getSession();
  if (!session) return;
  const { pathname, search } = window.location;
  const unsent: Unsent = {
    path: path ?? `${pathname}${search}`,
    value,
    ...(isOfRole ? { role: session.role } : {}),
  };
  const key = userKey('unsent:', form);
  writeUserEntry(key, value === null ? null : JSON.stringify(unsent));
  if (value === null) release(key);
  else hold(key);
}

/** A reload gives its lock back a moment after the new page began (milliseconds). */
const RELEASE_MS = 1000;
const lockOf = (key: string): string => `open-form/${key}`;
/** The texts that are being written in this tab. */
const heldHere = new Map<string, () => void>();

/** Until the text is sent or the tab is closed. Insecure origins have no locks. */
function hold(key: string): void {
  if (heldHere.has(key)) return;
  const sent = new Promise<void>((resolve) => heldHere.set(key, resolve));
  const held = navigator.locks?.request(lockOf(key), { mode: 'shared' }, () => sent);
  // A page that is being left may no longer ask for a lock.
  held?.catch(() => {});
}

function release(key: string): void {
  heldHere.get(key)?.();
  heldHere.delete(key);
}

/** The forms whose text was written in this tab and is not sent. */
export const formsWrittenHere = (): string[] =>
  [...heldHere.keys()].map((key) => key.split(':').slice(2).join(':'));

/** Does the work unless the form is open in another tab. */
export async function unlessOpenElsewhere(form: string, work: () => void): Promise<void> {
  const key = userKey('unsent:', form);
  if (!navigator.locks || heldHere.has(key)) return work();
  const signal = AbortSignal.timeout(RELEASE_MS);
  // Times out if its writer continues in the other tab.
  await navigator.locks.request(lockOf(key), { signal }, work).catch(() => {});
}

const parse = (text: string | null): Unsent | null => {
  try {
    return text === null ? null : (JSON.parse(text) as Unsent);
  } catch {
    return null;
  }
};

/** What can be sent in the current role. */
const isOpen = (unsent: Unsent | null): unsent is Unsent =>
  unsent !== null && (unsent.role === undefined || unsent.role === getSession()?.role);

const readOpen = (key: string): Unsent | null => {
  const unsent = parse(readUserEntry(key));
  return isOpen(unsent) ? unsent : null;
};

export const readUnsent = <Value>(form: string): Value | null =>
  getSession() ? ((readOpen(userKey('unsent:', form))?.value ?? null) as Value | null) : null;

/** The first entry of a form whose name begins with the prefix, and that is wanted. */
export function findUnsent<Value>(
  formPrefix: string,
  isWanted: (value: Value) => boolean = () => true,
): Value | null {
  const found = unsentKeys()
    .filter((each) => each.startsWith(userKey('unsent:', formPrefix)))
    .map(readOpen)
    .find((unsent) => unsent !== null && isWanted(unsent.value as Value));
  return (found?.value ?? null) as Value | null;
}

interface UnsentForm {
  readonly form: string;
  readonly path: string;
  readonly isKnown: boolean;
}

/** The forms with unsent text that can be opened now, and their pages. */
export const unsentForms = (): UnsentForm[] =>
  unsentKeys().flatMap((key) => {
    const unsent = readOpen(key);
    if (!unsent) return [];
    const form = key.slice(userKey('unsent:', '').length);
    return [{ form, path: unsent.path, isKnown: unsent.isKnown === true }];
  });

/** Keeps it without offering it again: its user has seen it, and it cannot be sent. */
export function stopOffering(form: string): void {
  const key = userKey('unsent:', form);
  const unsent = readOpen(key);
  if (unsent) writeUserEntry(key, JSON.stringify({ ...unsent, isKnown: true } satisfies Unsent));
}

/** Text that was written in another role waits for that role. */
export const hasUnsentOfOtherRole = (): boolean =>
  unsentKeys().some((key) => {
    const unsent = parse(readUserEntry(key));
    return unsent !== null && !isOpen(unsent);
  });

const unsentKeys = (): string[] => {
  const session = getSession();
  return session ? userEntryKeys(session.userId, ['unsent:']) : [];
};
