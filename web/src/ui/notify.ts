import { preference } from '../lib/preferences.ts';

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
  /** When it was shown. */
  readonly at: number;
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

/** Results of one act arrive together; what is older belongs to an earlier act (milliseconds). */
const SAME_ACT_MS = 1000;

/** The result of an act takes away what an earlier act said to the contrary. Messages to act on, or that stay, are kept. */
function isContradicted({ tone, action, stays, at }: Toast, by: ToastTone): boolean {
  // Some users need more time than any rule allows.
  if (preference('messagesStay')) return false;
  const isOpposite = (tone === 'error' && by === 'success') || (tone === 'success' && by === 'error');
  return isOpposite && !action && !stays && Date.now() - at > SAME_ACT_MS;
}

/** Returns the toast's id, with which it can be dismissed. */
export function notify(
  tone: ToastTone,
  text: string,
  { action, stays }: Pick<Toast, 'action' | 'stays'> = {},
): number {
  lastId += 1;
  // A toast with the same text replaces the earlier one.
  const others = toasts.filter((toast) => toast.text !== text && !isContradicted(toast, tone));
  change([...others, { id: lastId, tone, text, action, stays, at: Date.now() }].slice(-MOST_AT_ONCE));
  return lastId;
}
export const notifySuccess = (text: string, action?: ToastAction): number =>
  notify('success', text, { action });
export const notifyError = (text: string): number => notify('error', text);

export function dismissToast(id: number): void {
  change(toasts.filter((toast) => toast.id !== id));
}
/** Errors of the page that is left. Those of the act that leaves it belong to the next page. */
export function dismissErrorsBefore(time: number): void {
  if (preference('messagesStay')) return;
  change(toasts.filter(({ tone, stays, at }) => tone !== 'error' || stays || at > time - SAME_ACT_MS));
}
export function dismissAllToasts(): void {
  change([]);
}

export const getToasts = (): readonly Toast[] => toasts;
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
