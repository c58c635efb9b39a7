import type { LectureMark } from '@vesalius/contract/lectures';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDuration } from '../../../lib/formats.ts';
import classes from './lecture-parts.module.css';

/** The parts of a lecture. Each links to its start and to its book page. */
export function LectureParts({
  marks,
  position,
  onSeek,
  pageLink,
}: {
  marks: readonly LectureMark[];
  position: number;
  onSeek: (seconds: number) => void;
  pageLink: (page: number) => string;
}) {
  const { t } = useTranslation('lectures');
  if (marks.length === 0) return null;
  const current = marks.findLast(({ at_seconds: at }) => at <= position + 0.5);
  return (
    <section className={classes.parts} aria-label={t('video.parts')}>
      <h2 className={classes.title}>{t('video.parts')}</h2>
      <ol className={classes.list}>
        {marks.map((mark) => (
          <li
            key={mark.at_seconds}
            className={classes.part}
            {...(mark === current ? { 'aria-current': 'true' as const } : {})}
          >
            <button type="button" className={classes.seek} onClick={() => onSeek(mark.at_seconds)}>
              <bdi className={classes.time}>{formatDuration(mark.at_seconds)}</bdi>
              <span dir="auto">{mark.title}</span>
            </button>
            {mark.page !== null && (
              <Link className={classes.page} to={pageLink(mark.page)}>
                {t('page', { page: mark.page })}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
