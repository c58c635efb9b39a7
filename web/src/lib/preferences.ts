import { useSyncExternalStore } from 'react';

/** Preferences of this device, like the theme: not bound to a user, and applied immediately. */
const DEFAULTS = {
  /** Whether single keys are shortcuts. Off for users who dictate or have a tremor. */
  singleKeys: true,
  /** Whether messages stay until they are closed. */
  messagesStay: false,
  /** Whether the reader leaves the clipboard alone, which dictation and reading tools use. */
  clipboardFree: false,
};
export type Preference = keyof typeof DEFAULTS;

const KEYS: Readonly<Record<Preference, string>> = {
  singleKeys: 'single-keys',
  messagesStay: 'messages-stay',
  clipboardFree: 'clipboard-free',
};
const listeners = new Set<() => void>();
/** Without storage, a choice lasts until the page is left. */
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
  // Changed in another tab.
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
