import type { BookLifeFigures } from '@vesalius/contract/book-life';
import { MIN_READERS_OF_SEARCH } from '@vesalius/contract/constants';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatNumber } from '../../lib/formats.ts';
import { paths } from '../../lib/paths.ts';
import classes from './book-life.module.css';
import { useRounded } from './use-rounded.ts';

function Section({
  title,
  hint,
  none,
  children,
}: {
  title: string;
  hint: string;
  /** The text if there is nothing to list. */
  none: string;
  children: readonly ReactNode[];
}) {
  return (
    <section className={classes.section}>
      <h2>{title}</h2>
      <p className={classes.hint}>{hint}</p>
      {children.length === 0 ? <p className={classes.none}>{none}</p> : <ul>{children}</ul>}
    </section>
  );
}

/** Decorative: the number is shown beside it. */
function Bar({ value, of }: { value: number; of: number }) {
  return (
    <span className={classes.track} aria-hidden="true">
      <span data-part="stopped" style={{ inlineSize: `${(100 * value) / of}%` }} />
    </span>
  );
}

function PageLink({ bookId, page, label }: { bookId: string; page: number; label?: string }) {
  const { t } = useTranslation('results');
  return <Link to={paths.bookViewer.to(bookId, page)}>{t('life.page', { page: label ?? page })}</Link>;
}

export function Stops({ stops, bookId }: { stops: BookLifeFigures['stops']; bookId: string }) {
  const { t } = useTranslation('results');
  const rounded = useRounded();
  const most = Math.max(...stops.map((stop) => stop.number_stopped));
  return (
    <Section title={t('life.stops')} hint={t('life.stopsHint')} none={t('life.noStops')}>
      {stops.map(({ page_number: page, label, number_stopped: stopped }) => (
        <li key={page} className={classes.line}>
          <span>
            <PageLink bookId={bookId} page={page} label={label} />
          </span>
          <Bar value={stopped} of={most} />
          <span className={classes.figure}>{t('life.readersCount', { number: rounded(stopped) })}</span>
        </li>
      ))}
    </Section>
  );
}

export function Questions({
  questions,
  bookId,
}: {
  questions: BookLifeFigures['questions'];
  bookId: string;
}) {
  const { t } = useTranslation('results');
  const rounded = useRounded();
  return (
    <Section title={t('life.questions')} hint={t('life.questionsHint')} none={t('life.noQuestions')}>
      {questions.map((item) => (
        <li key={`${item.kind} ${item.subject_title} ${item.question}`} className={classes.line}>
          <span>
            <span dir="auto" className={classes.words}>
              {item.question}
            </span>
            <small>
              {t(`statistics.kinds.${item.kind}`)}
              {item.page_number !== null && (
                <>
                  {' · '}
                  <PageLink bookId={bookId} page={item.page_number} />
                </>
              )}
            </small>
          </span>
          <Bar value={item.number_wrong} of={item.number_answered} />
          <span className={classes.figure}>
            {t('life.wrongOf', { wrong: rounded(item.number_wrong), all: rounded(item.number_answered) })}
          </span>
        </li>
      ))}
    </Section>
  );
}

export function Lectures({ lectures, bookId }: { lectures: BookLifeFigures['lectures']; bookId: string }) {
  const { t, i18n } = useTranslation('results');
  const rounded = useRounded();
  return (
    <Section title={t('life.lectures')} hint={t('life.lecturesHint')} none={t('life.noLectures')}>
      {lectures.map((item) => (
        <li key={`${item.page_number} ${item.title}`} className={classes.line}>
          <span>
            <span dir="auto" className={classes.words}>
              {item.title}
            </span>
            <small>
              <PageLink bookId={bookId} page={item.page_number} />
              {' · '}
              {t('life.leftAt', { value: formatNumber(item.left_at_percent, i18n.language) })}
            </small>
          </span>
          <Bar value={item.number_left} of={item.number_started} />
          <span className={classes.figure}>
            {t('life.leftOf', { left: rounded(item.number_left), all: rounded(item.number_started) })}
          </span>
        </li>
      ))}
    </Section>
  );
}

export function Searches({ searches }: { searches: BookLifeFigures['searches'] }) {
  const { t } = useTranslation('results');
  const rounded = useRounded();
  return (
    <Section
      title={t('life.searches')}
      hint={t('life.searchesHint', { count: MIN_READERS_OF_SEARCH })}
      none={t('life.noSearches')}
    >
      {searches.map(({ words, number_of_readers: readers }) => (
        <li key={words} className={classes.line} data-plain>
          <span dir="auto" className={classes.words}>
            {words}
          </span>
          <span className={classes.figure}>{t('life.readersCount', { number: rounded(readers) })}</span>
        </li>
      ))}
    </Section>
  );
}
