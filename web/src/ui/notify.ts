/**
 * Snackbars: one sentence that something was done, or was not. Any code may call these; `toasts.tsx` shows them at
 * the top right for some seconds in which the page is visible (longer where it offers an action; until it is closed
 * where something failed), and its code comes with the first one.
 */
export type ToastTone = 'success' | 'error' | 'info';
export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}
export interface Toast {
  readonly id: number;
  readonly tone: ToastTone;
  readonly text: string;
  readonly action?: ToastAction | undefined;
  /** Until it is dismissed. */
  readonly stays?: boolean | undefined;
}

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** More than these at once would cover the page: the oldest goes. */
const MOST_AT_ONCE = 4;

/** Answers the id, for whoever takes it back. */
export function notify(
  tone: ToastTone,
  text: string,
  { action, stays }: Pick<Toast, 'action' | 'stays'> = {},
): number {
  lastId += 1;
  // The same sentence twice is one sentence, shown anew.
  const others = toasts.filter((toast) => toast.text !== text);
  change([...others, { id: lastId, tone, text, action, stays }].slice(-MOST_AT_ONCE));
  return lastId;
}
export const notifySuccess = (text: string, action?: ToastAction): number =>
  notify('success', text, { action });
export const notifyError = (text: string): number => notify('error', text);

export function dismissToast(id: number): void {
  change(toasts.filter((toast) => toast.id !== id));
}
export function dismissAllToasts(): void {
  change([]);
}

export const getToasts = (): readonly Toast[] => toasts;
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
