import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/formats.ts';
import classes from './reading-progress.module.css';

/**
 * Where the reader is in the book, as a bar, in words and in percent; a tag if the book is finished. A place says nothing
 * about which of the pages before it were read.
 */
export function ReadingProgress({
  progress,
  pages,
  label,
}: {
  progress: { readonly status: 'not_started' | 'in_progress' | 'completed'; readonly page: number };
  pages: number;
  /** What is printed on the page, where other words beside it use that. */
  label?: string;
}) {
  const { t, i18n } = useTranslation('catalogue');
  if (progress.status === 'not_started') return null;
  if (progress.status === 'completed')
    return <span className={classes.completed}>{t('progress.completed')}</span>;
  const percent = Math.min(100, Math.round((progress.page / Math.max(1, pages)) * 100));
  const page = Math.min(progress.page, pages);
  const at =
    label === undefined || label === String(page)
      ? t('progress.at', { page, pages })
      : t('progress.atLabel', { label, page, pages });
  return (
    <span className={classes.progress}>
      <span
        className={classes.track}
        role="progressbar"
        aria-label={t('progress.label')}
        aria-valuetext={at}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <span className={classes.bar} data-fill style={{ width: `${percent}%` }} />
      </span>
      <span className={classes.place}>
        {at} (<bdi>{formatNumber(percent, i18n.language)}%</bdi>)
      </span>
    </span>
  );
}
