import { useSyncExternalStore } from 'react';

/**
 * Whether the server is unreachable, by the last request: a network without internet access still reports a connection.
 */
let unreachable = false;
const listeners = new Set<() => void>();

export const isOffline = (): boolean => unreachable || navigator.onLine === false;

export function setReached(reached: boolean): void {
  if (unreachable === !reached) return;
  unreachable = !reached;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

export const useOffline = (): boolean => useSyncExternalStore(subscribe, isOffline, () => false);
