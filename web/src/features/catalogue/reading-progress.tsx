import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/formats.ts';
import classes from './reading-progress.module.css';

/** The current page of all pages as a bar and in percent; a tag if the book is finished. */
export function ReadingProgress({
  progress,
  pages,
}: {
  progress: { readonly status: 'not_started' | 'in_progress' | 'completed'; readonly page: number };
  pages: number;
}) {
  const { t, i18n } = useTranslation('catalogue');
  if (progress.status === 'not_started') return null;
  if (progress.status === 'completed')
    return <span className={classes.completed}>{t('progress.completed')}</span>;
  const percent = Math.min(100, Math.round((progress.page / Math.max(1, pages)) * 100));
  return (
    <span className={classes.progress}>
      <span
        className={classes.track}
        role="progressbar"
        aria-label={t('progress.label')}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <span className={classes.bar} data-fill style={{ width: `${percent}%` }} />
      </span>
      <span className={classes.percent}>{formatNumber(percent, i18n.language)}%</span>
    </span>
  );
}
