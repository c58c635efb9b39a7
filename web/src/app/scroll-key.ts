import type { Location } from 'react-router';

let documentKey = 'default';

/**
 * The router calls every address that was typed or followed from outside "default", and scroll positions are kept by
 * that name: one such page would begin where the last one was left. The entry of the browser's history that this
 * document began with gets a name of its own, which survives reloading and coming back. To be called before the
 * router is made, which keeps what stands in the entry.
 */
export function nameHistoryEntry(): void {
  const state = window.history.state as { entry?: string } | null;
  documentKey = state?.entry ?? Math.random().toString(36).slice(2, 10);
  if (!state?.entry) window.history.replaceState({ ...state, entry: documentKey }, '');
}

/** Under which name the scroll position of an address is kept. */
export const scrollKeyOf = ({ key }: Pick<Location, 'key'>): string =>
  key === 'default' ? documentKey : key;
