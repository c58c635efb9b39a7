import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { BookLifeFigures } from '@vesalius/contract/book-life';
import { MIN_READERS_SHOWN } from '@vesalius/contract/constants';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../lib/formats.ts';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import { bookLifeOptions } from './api.ts';
import classes from './book-life.module.css';
import { ChapterTable } from './chapter-table.tsx';
import { Lectures, Questions, Searches, Stops } from './life-lists.tsx';
import { useRounded } from './use-rounded.ts';

/** Reading statistics for a book's authors and editors: rounded numbers of readers, never individual readers. */
export function BookLife({ bookId }: { bookId: string }) {
  const { t, i18n } = useTranslation('results');
  const { data, error, refetch } = useQuery(bookLifeOptions(bookId));
  if (error && !data) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <div className={classes.life}>
        <Skeleton h={72} mb="xl" />
        <Skeleton h={280} />
      </div>
    );
  const { figures, counted_at: countedAt } = data;
  if (!figures || !countedAt)
    return (
      <EmptyState
        title={t('life.tooFew', { count: MIN_READERS_SHOWN })}
        hint={t('life.tooFewHint', { count: MIN_READERS_SHOWN })}
      />
    );
  return (
    <div className={classes.life}>
      <Totals figures={figures} />
      <Text c="dimmed" size="sm" maw="72ch">
        {t('life.rounded', { count: MIN_READERS_SHOWN })}{' '}
        {t('life.counted', { date: formatDate(countedAt, i18n.language), count: MIN_READERS_SHOWN })}
      </Text>
      <ChapterTable chapters={figures.chapters} readers={figures.number_of_readers} />
      <Stops stops={figures.stops} bookId={bookId} />
      <Questions questions={figures.questions} bookId={bookId} />
      <Lectures lectures={figures.lectures} bookId={bookId} />
      <Searches searches={figures.searches} />
    </div>
  );
}

function Totals({ figures }: { figures: BookLifeFigures }) {
  const { t } = useTranslation('results');
  const rounded = useRounded();
  return (
    <dl className={classes.totals}>
      <div>
        <dt>{t('life.readers')}</dt>
        <dd>
          <bdi>{rounded(figures.number_of_readers)}</bdi>
        </dd>
      </div>
      <div>
        <dt>{t('life.completed')}</dt>
        <dd>
          <bdi>{rounded(figures.number_completed)}</bdi>
        </dd>
      </div>
    </dl>
  );
}
