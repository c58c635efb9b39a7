import { useSyncExternalStore } from 'react';

/** How a person uses the product, kept on this device like the theme: nobody's in particular, and true at once. */
const DEFAULTS = {
  /** Single letters and signs are shortcuts. Off for those who dictate or whose hands tremble. */
  singleKeys: true,
  /** Messages do not go by themselves. */
  messagesStay: false,
  /** Dictation and reading tools pass text through the clipboard: the reader does not write to it. */
  clipboardFree: false,
};
export type Preference = keyof typeof DEFAULTS;

const KEYS: Readonly<Record<Preference, string>> = {
  singleKeys: 'single-keys',
  messagesStay: 'messages-stay',
  clipboardFree: 'clipboard-free',
};
const listeners = new Set<() => void>();
/** Where storage is off, a choice lasts until the page is left. */
const chosen = new Map<Preference, boolean>();

export function preference(name: Preference): boolean {
  try {
    const stored = localStorage.getItem(KEYS[name]);
    if (stored !== null) return stored === 'on';
    return DEFAULTS[name];
  } catch {
    return chosen.get(name) ?? DEFAULTS[name];
  }
}

export function choosePreference(name: Preference, isOn: boolean): void {
  chosen.set(name, isOn);
  try {
    localStorage.setItem(KEYS[name], isOn ? 'on' : 'off');
  } catch {
    // storage is off
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Chosen in another tab.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

export const usePreference = (name: Preference): boolean =>
  useSyncExternalStore(
    subscribe,
    () => preference(name),
    () => DEFAULTS[name],
  );
