import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../lib/use-error-text.ts';
import buttons from './buttons.module.css';
import classes from './states.module.css';

/** An empty list: says so, and what to do next. */
export function EmptyState({ title, hint, action }: { title?: string; hint?: string; action?: ReactNode }) {
  const { t } = useTranslation('shell');
  return (
    <div className={classes.state}>
      <h2>{title ?? t('state.emptyTitle')}</h2>
      {hint && <p>{hint}</p>}
      {action}
    </div>
  );
}

const isOffline = () => globalThis.navigator?.onLine === false;

/** Loading failed: the reason, if it is known, and a button to try again. */
export function FailedState({
  title,
  hint,
  error,
  onRetry,
}: {
  title?: string;
  hint?: string;
  /** Its message becomes the hint, in the reader's language. */
  error?: Error | null;
  onRetry?: () => void;
}) {
  const { t } = useTranslation('shell');
  const reason = useErrorText(error ?? undefined);
  return (
    <div className={classes.state} role="alert">
      <h2>{title ?? t('state.failedTitle')}</h2>
      <p>{hint ?? reason ?? t(isOffline() ? 'state.offlineHint' : 'state.failedHint')}</p>
      {onRetry && (
        <button type="button" className={buttons.secondary} onClick={onRetry}>
          {t('state.tryAgain')}
        </button>
      )}
    </div>
  );
}
