import type { Location } from 'react-router';

let documentKey = 'default';

/**
 * The router names every address that was typed or followed from outside "default" and stores scroll positions by that name, so
 * such a page would begin at the position of the last one. This gives the history entry of the document its own name, which
 * survives a reload and going back. Call it before the router is created, which keeps the state of the entry.
 */
export function nameHistoryEntry(): void {
  const state = window.history.state as { entry?: string } | null;
  documentKey = state?.entry ?? Math.random().toString(36).slice(2, 10);
  if (!state?.entry) window.history.replaceState({ ...state, entry: documentKey }, '');
}

/** The name under which the scroll position of a location is stored. */
export const scrollKeyOf = ({ key }: Pick<Location, 'key'>): string =>
  key === 'default' ? documentKey : key;
