import { useSyncExternalStore } from 'react';
import { getSession } from '../../lib/session.ts';

/** A tab may stay open for days: after this long its reader sits down anew (milliseconds). */
const SITTING_MS = 4 * 3_600_000;

/** What a reader put away, and when: for this sitting, in memory alone. */
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

/** What is put away stays so until the page is loaded anew or the sitting is over. */
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
