import { useSyncExternalStore } from 'react';
import { COLOR_SCHEME_ATTRIBUTE, type ColorScheme, THEME_KEY } from './appearance.ts';

const listeners = new Set<() => void>();

const read = (): ColorScheme =>
  document.documentElement.getAttribute(COLOR_SCHEME_ATTRIBUTE) === 'dark' ? 'dark' : 'light';

function show(scheme: ColorScheme): void {
  document.documentElement.setAttribute(COLOR_SCHEME_ATTRIBUTE, scheme);
  for (const listener of listeners) listener();
}

export function chooseColorScheme(scheme: ColorScheme): void {
  try {
    localStorage.setItem(THEME_KEY, scheme);
  } catch {
    // storage is off: the choice lasts until the page is left
  }
  show(scheme);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const system = window.matchMedia?.('(prefers-color-scheme: dark)');
  const follow = () => {
    // The user's choice takes precedence over the system's.
    if (!localStorage.getItem(THEME_KEY)) show(system.matches ? 'dark' : 'light');
  };
  system?.addEventListener('change', follow);
  return () => {
    listeners.delete(listener);
    system?.removeEventListener('change', follow);
  };
}

/** Light while rendering on the server, which does not know the reader's theme. */
export const useColorScheme = (): ColorScheme => useSyncExternalStore(subscribe, read, () => 'light');
