import type { BookLifeFigures } from '@vesalius/contract/book-life';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/formats.ts';
import classes from './book-life.module.css';
import { useRounded } from './use-rounded.ts';

type Chapter = BookLifeFigures['chapters'][number];

/** For each chapter, a bar of the readers who opened it and of those who read it, with the same numbers in a table. */
export function ChapterTable({ chapters, readers }: { chapters: readonly Chapter[]; readers: number }) {
  const { t, i18n } = useTranslation('results');
  const rounded = useRounded();
  const number = (value: number) => formatNumber(value, i18n.language);
  if (chapters.length === 0) return null;
  return (
    <section className={classes.section}>
      <h2>{t('life.chapters')}</h2>
      <p className={classes.hint}>{t('life.chaptersHint')}</p>
      <table className={classes.chapters}>
        <thead>
          <tr>
            <th scope="col">{t('life.chapter')}</th>
            <th scope="col">
              <span className={classes.key} data-part="opened" aria-hidden="true" />
              {t('life.opened')}
            </th>
            <th scope="col">
              <span className={classes.key} data-part="read" aria-hidden="true" />
              {t('life.read')}
            </th>
            <th scope="col">{t('life.stopped')}</th>
            <th scope="col">{t('life.time')}</th>
          </tr>
        </thead>
        <tbody>
          {chapters.map((chapter) => (
            <tr key={chapter.first_page}>
              <th scope="row">
                <bdi>{chapter.title}</bdi>
                <small>
                  {t('life.pages', { first: number(chapter.first_page), last: number(chapter.last_page) })}
                </small>
                <span className={classes.track} aria-hidden="true">
                  <Part name="opened" count={chapter.number_opened} of={readers} />
                  <Part name="read" count={chapter.number_read} of={readers} />
                </span>
              </th>
              <td data-label={t('life.opened')}>
                <bdi>{rounded(chapter.number_opened)}</bdi>
              </td>
              <td data-label={t('life.read')}>
                <bdi>{rounded(chapter.number_read)}</bdi>
              </td>
              <td data-label={t('life.stopped')}>
                <bdi>{rounded(chapter.number_stopped)}</bdi>
              </td>
              <td data-label={t('life.time')}>
                {chapter.typical_minutes === null
                  ? '–'
                  : t('life.minutes', {
                      count: chapter.typical_minutes,
                      number: number(chapter.typical_minutes),
                    })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Part({ name, count, of }: { name: 'opened' | 'read'; count: number | null; of: number }) {
  const share = Math.min(1, (count ?? 0) / of);
  return <span data-part={name} style={{ inlineSize: `${share * 100}%` }} />;
}
