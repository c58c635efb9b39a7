import { useTranslation } from 'react-i18next';
import classes from './slice-pane.module.css';

const RADIUS = 11;
const LENGTH = 2 * Math.PI * RADIUS;

/** The loaded share of the series; hidden when all of it is loaded. */
export function ProgressRing({ done, of }: { done: number; of: number }) {
  const { t } = useTranslation('lectures');
  if (of === 0 || done >= of) return null;
  return (
    <svg
      className={classes.ring}
      viewBox="0 0 28 28"
      role="progressbar"
      aria-label={t('dicom.loading')}
      aria-valuemin={0}
      aria-valuemax={of}
      aria-valuenow={done}
    >
      <circle cx="14" cy="14" r={RADIUS} fill="none" stroke="#ffffff40" strokeWidth="3" />
      <circle
        cx="14"
        cy="14"
        r={RADIUS}
        fill="none"
        stroke="#65a4ac"
        strokeWidth="3"
        strokeDasharray={`${(done / of) * LENGTH} ${LENGTH}`}
        transform="rotate(-90 14 14)"
      />
    </svg>
  );
}
