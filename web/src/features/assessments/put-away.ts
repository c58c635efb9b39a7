import { useSyncExternalStore } from 'react';
import { getSession } from '../../lib/session.ts';
import { readUserEntry, userKey, writeUserEntry } from '../../lib/user-storage.ts';

/** A tab may stay open for days. Dismissals expire after this time (milliseconds). */
const SITTING_MS = 4 * 3_600_000;

/** What was dismissed, and when. Kept in memory only. */
const putAway = new Map<string, number>();
const listeners = new Set<() => void>();
let version = 0;

const keyOf = (name: string) => `${getSession()?.userId ?? ''} ${name}`;
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
function changed(): void {
  version += 1;
  for (const listener of listeners) listener();
}

const isSitting = (at: number): boolean => Date.now() - at < SITTING_MS;
const isToday = (at: number): boolean => new Date(at).toDateString() === new Date().toDateString();

/** The dismissals of today that this browser has stored for the user: name -> time of the dismissal. */
function keptForDay(): Record<string, number> {
  try {
    const kept = Object.entries(JSON.parse(readUserEntry(userKey('read-on:')) ?? '{}') as object);
    return Object.fromEntries(kept.filter(([, at]) => isToday(at) || isSitting(at)));
  } catch {
    return {};
  }
}

export function endSitting(): void {
  putAway.clear();
  writeUserEntry(userKey('read-on:'), null);
  changed();
}

export interface PutAway {
  has(name: string): boolean;
  /** Until the page is reloaded or the sitting ends. */
  add(name: string): void;
  /** Also after a reload and in other tabs: until the day and the sitting are over, or the user signs out. */
  addForDay(name: string): void;
}

/** What the reader has dismissed. */
export function usePutAway(): PutAway {
  useSyncExternalStore(subscribe, () => version);
  const add = (name: string) => {
    putAway.set(keyOf(name), Date.now());
    changed();
  };
  return {
    has: (name) => isSitting(putAway.get(keyOf(name)) ?? Number.NEGATIVE_INFINITY) || name in keptForDay(),
    add,
    addForDay(name) {
      writeUserEntry(userKey('read-on:'), JSON.stringify({ ...keptForDay(), [name]: Date.now() }));
      add(name);
    },
  };
}
