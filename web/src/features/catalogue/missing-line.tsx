import { useTranslation } from 'react-i18next';
import classes from './missing-line.module.css';

/** One line with a retry button, if a part of a page failed to load and the rest is usable. */
export function MissingLine({
  text,
  trying,
  onRetry,
}: {
  text: string;
  /** A retry is running. */
  trying: boolean;
  onRetry: () => void;
}) {
  const { t } = useTranslation('shell');
  return (
    <p className={classes.line}>
      <span>{text}</span>{' '}
      <button type="button" aria-disabled={trying} onClick={onRetry}>
        {t('state.tryAgain')}
      </button>
    </p>
  );
}
