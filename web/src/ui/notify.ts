/**
 * Toasts: one sentence about a result. Any code may call these functions. `toasts.tsx` shows the toasts at the top
 * right for some seconds in which the page is visible: longer with an action, and until it is closed if it is an error.
 * Its code is loaded with the first toast.
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
  /** Stays until it is closed. */
  readonly stays?: boolean | undefined;
}

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** More toasts than these would cover the page: the oldest is removed. */
const MOST_AT_ONCE = 4;

/** Returns the toast's id, with which it can be dismissed. */
export function notify(
  tone: ToastTone,
  text: string,
  { action, stays }: Pick<Toast, 'action' | 'stays'> = {},
): number {
  lastId += 1;
  // A toast with the same text replaces the earlier one.
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
