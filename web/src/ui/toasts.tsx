import { SNACKBAR_MS } from '@vesalius/contract/constants';
import { X } from 'lucide';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { usePreference } from '../lib/preferences.ts';
import { Icon } from './icon.tsx';
import { dismissToast, getToasts, subscribeToToasts, type Toast } from './notify.ts';
import classes from './toasts.module.css';

/** An action takes time to read and to reach (milliseconds). */
const ACTION_TOAST_MS = 20_000;

/** The toasts: errors in one region of the shell, all others in another. */
export default function Toasts({ errors }: { errors: boolean }) {
  const { t } = useTranslation('shell');
  const toasts = useSyncExternalStore(subscribeToToasts, getToasts, getToasts);
  useEffect(() => (errors ? focusNewestByKey() : undefined), [errors]);
  return toasts
    .filter(({ tone }) => (tone === 'error') === errors)
    .map((toast) => <Snackbar key={toast.id} toast={toast} closeLabel={t('menu.close')} />);
}

/** Toasts are last in the tab order: F8 moves the focus to the newest one. */
function focusNewestByKey(): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'F8' || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const newest = [...document.querySelectorAll<HTMLElement>('[data-toast]')].sort(
      (a, b) => Number(b.dataset.toast) - Number(a.dataset.toast),
    )[0];
    if (!newest) return;
    event.preventDefault();
    before = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    newest.querySelector<HTMLElement>('button')?.focus();
  };
  document.addEventListener('keydown', onKeyDown);
  return () => document.removeEventListener('keydown', onKeyDown);
}

/** The element that had the focus before the toasts gets it back when the focused toast closes. */
let before: HTMLElement | null = null;

const isVisible = () => document.visibilityState !== 'hidden';
function subscribeToVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

function Snackbar({ toast, closeLabel }: { toast: Toast; closeLabel: string }) {
  const { id, tone, text, action } = toast;
  // Errors stay until they are read, and some users need more time than any timeout allows.
  const stays = usePreference('messagesStay') || toast.stays || tone === 'error';
  const [held, setHeld] = useState(false);
  const seen = useSyncExternalStore(subscribeToVisibility, isVisible, isVisible);
  useEffect(() => {
    // A toast under the pointer or with the focus is being read.
    if (held || !seen || stays) return;
    const timer = setTimeout(() => dismissToast(id), action ? ACTION_TOAST_MS : SNACKBAR_MS);
    return () => clearTimeout(timer);
  }, [id, held, seen, action, stays]);
  const close = () => {
    const hadFocus = document.activeElement?.closest(`[data-toast="${id}"]`);
    dismissToast(id);
    if (hadFocus && before?.isConnected) before.focus({ preventScroll: true });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only pauses the timeout; all actions are buttons
    <div
      className={classes.toast}
      data-tone={tone}
      data-toast={id}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={({ relatedTarget, currentTarget }) => {
        setHeld(true);
        const from = relatedTarget instanceof HTMLElement ? relatedTarget : null;
        if (from && !from.closest('[data-toast]') && !currentTarget.contains(from)) before = from;
      }}
      onBlur={() => setHeld(false)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
      }}
    >
      <p>{text}</p>
      {action && (
        <button
          type="button"
          className={classes.action}
          onClick={() => {
            close();
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" className={classes.close} aria-label={closeLabel} onClick={close}>
        <Icon icon={X} size={16} weight={1.5} />
      </button>
    </div>
  );
}
