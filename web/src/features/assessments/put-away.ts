import { useSyncExternalStore } from 'react';
import { getSession } from '../../lib/session.ts';

/** A tab may stay open for days. Dismissals expire after this time (milliseconds). */
const SITTING_MS = 4 * 3_600_000;

/** Which tests were dismissed, and when. Kept in memory only. */
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

export function endSitting(): void {
  putAway.clear();
  changed();
}

/** Tests stay dismissed until the page is reloaded or the session ends. */
export function usePutAway(): { has: (name: string) => boolean; add: (name: string) => void } {
  useSyncExternalStore(subscribe, () => version);
  return {
    has: (name) => Date.now() - (putAway.get(keyOf(name)) ?? Number.NEGATIVE_INFINITY) < SITTING_MS,
    add: (name) => {
      putAway.set(keyOf(name), Date.now());
      changed();
    },
  };
}
