import { useTranslation } from 'react-i18next';
import { chapterAt } from './chapter-at.ts';
import { chapterProgress } from './chapter-progress.ts';
import { useReader } from './model/reader-model.ts';
import classes from './progress-line.module.css';

/** The chapter, and about how long the rest of it takes. */
export function ChapterLine({ page }: { page: number }) {
  const chapter = chapterAt(useReader('data').chapters, page);
  if (!chapter) return null;
  return (
    <p className={classes.chapter}>
      <span dir="auto">{chapter.title}</span>
      <MinutesLeft />
    </p>
  );
}

function MinutesLeft() {
  const { t } = useTranslation('reader');
  const data = useReader('data');
  const { page } = useReader('settled');
  const { view } = useReader('view');
  const minutes = view.showsProgress ? chapterProgress(data, page)?.minutes : null;
  if (!minutes) return null;
  return (
    <span className={classes.minutes} title={t('progress.minutesLeft', { count: minutes })}>
      <span aria-hidden="true">{t('progress.short', { count: minutes })}</span>
      <span className={classes.spoken}>{t('progress.minutesLeft', { count: minutes })}</span>
    </span>
  );
}

/** A thin line below the bar; the number of the page says the same in words. */
export function ProgressLine() {
  const data = useReader('data');
  const { page } = useReader('settled');
  const { view } = useReader('view');
  const progress = view.showsProgress ? chapterProgress(data, page) : null;
  if (!progress) return null;
  return (
    <div
      className={classes.line}
      aria-hidden="true"
      data-progress-line
      style={{ inlineSize: `${(progress.share * 100).toFixed(1)}%` }}
    />
  );
}
