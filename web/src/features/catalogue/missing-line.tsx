import { useTranslation } from 'react-i18next';
import classes from './missing-line.module.css';

/** A part of a page did not come and the rest is there: one quiet line with the way to ask again. */
export function MissingLine({
  text,
  trying,
  onRetry,
}: {
  text: string;
  /** It is being asked for again. */
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
