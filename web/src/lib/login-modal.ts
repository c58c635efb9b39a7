import { useSyncExternalStore } from 'react';

/** Whether the sign-in dialog is open, and where it leads. The shell shows it. */
interface LoginModal {
  readonly open: boolean;
  readonly next: string | undefined;
}
const CLOSED: LoginModal = { open: false, next: undefined };
let state = CLOSED;
const listeners = new Set<() => void>();

function set(next: LoginModal): void {
  state = next;
  for (const listener of listeners) listener();
}
export const openLogin = (next?: string): void => set({ open: true, next });
export const closeLogin = (): void => set(CLOSED);
export const isLoginOpen = (): boolean => state.open;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
export const useLoginModal = (): LoginModal =>
  useSyncExternalStore(
    subscribe,
    () => state,
    () => CLOSED,
  );
