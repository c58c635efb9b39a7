import { SNACKBAR_MS } from '@vesalius/contract/constants';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { dismissToast, getToasts, subscribeToToasts, type Toast } from './notify.ts';
import classes from './toasts.module.css';

/** An action needs time to be read, found and reached (milliseconds). */
const ACTION_TOAST_MS = 20_000;

/** The snackbars, physically at the top right in both directions of writing. */
export default function Toasts() {
  const { t } = useTranslation('shell');
  const toasts = useSyncExternalStore(subscribeToToasts, getToasts, getToasts);
  return (
    <section className={classes.stack} aria-label={t('notifications')}>
      {toasts.map((toast) => (
        <Snackbar key={toast.id} toast={toast} closeLabel={t('menu.close')} />
      ))}
    </section>
  );
}

const isVisible = () => document.visibilityState !== 'hidden';
function subscribeToVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

function Snackbar({ toast, closeLabel }: { toast: Toast; closeLabel: string }) {
  const { id, tone, text, action, stays } = toast;
  const [held, setHeld] = useState(false);
  const seen = useSyncExternalStore(subscribeToVisibility, isVisible, isVisible);
  useEffect(() => {
    // Whoever points at it, or has come to it with the keyboard, is reading.
    if (held || !seen || stays) return;
    const timer = setTimeout(() => dismissToast(id), action ? ACTION_TOAST_MS : SNACKBAR_MS);
    return () => clearTimeout(timer);
  }, [id, held, seen, action, stays]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only keeps it from going; all else is the button's
    <div
      className={classes.toast}
      data-tone={tone}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <p role={tone === 'error' ? 'alert' : 'status'}>{text}</p>
      {action && (
        <button
          type="button"
          className={classes.action}
          onClick={() => {
            dismissToast(id);
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        className={classes.close}
        aria-label={closeLabel}
        onClick={() => dismissToast(id)}
      >
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path d="M4 4l8 8M12 4l-8 8" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
        </svg>
      </button>
    </div>
  );
}
