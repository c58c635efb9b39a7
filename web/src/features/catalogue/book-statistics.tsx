import type { BookDetail } from '@vesalius/contract/catalogue';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/formats.ts';
import classes from './book-statistics.module.css';

/** In the order of the specification. Zero values are omitted. */
function statisticsOf(book: BookDetail) {
  const all = [
    ['pages', book.number_of_pages],
    ['lectures', book.number_of_lectures],
    ['readingHours', book.reading_hours],
    ['quizzes', book.number_of_quizzes],
    ['chapters', book.number_of_tests],
    ['cmeHours', book.certificate?.credits ?? book.certificate?.hours_of_participation ?? 0],
    ['authors', book.number_of_authors],
    ['speakers', book.number_of_speakers],
  ] as const;
  return all.filter(([, value]) => value > 0);
}

export function BookStatistics({ book }: { book: BookDetail }) {
  const { t, i18n } = useTranslation('catalogue');
  return (
    <dl className={classes.statistics} aria-label={t('statistics.label')}>
      {statisticsOf(book).map(([name, value]) => (
        <div key={name}>
          <dt>{t(`statistics.${name}`, { count: value })}</dt>
          <dd>{formatNumber(value, i18n.language)}</dd>
        </div>
      ))}
    </dl>
  );
}
