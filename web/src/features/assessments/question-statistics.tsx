import { Button, Group, Skeleton, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { QuestionStatistics as Statistics } from '@vesalius/contract/assessments-review';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import { statisticsOptions } from './api.ts';
import { Mark } from './marks.tsx';
import classes from './question-statistics.module.css';

/** For a book's authors: how many answered, how many were right, which wrong answers are chosen. */
export function QuestionStatistics({ bookId }: { bookId: string }) {
  const { t } = useTranslation('assessments');
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery({
    ...statisticsOptions(bookId, page),
    placeholderData: keepPreviousData,
  });
  return (
    <section className={classes.section}>
      <h2>{t('statistics.title')}</h2>
      <Text c="dimmed" size="sm">
        {t('statistics.discriminationHint')}
      </Text>
      {error && <FailedState hint={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton h={320} mt="md" />}
      {data?.data.length === 0 && <EmptyState title={t('statistics.none')} />}
      {data?.data.map((item) => (
        <Item key={item.question_id} item={item} />
      ))}
      {data && data.metadata.pages > 1 && (
        <Group mt="lg" gap="md">
          <Button variant="default" size="sm" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t('statistics.previous')}
          </Button>
          <Text size="sm">{t('statistics.pageOf', { page, pages: data.metadata.pages })}</Text>
          <Button
            variant="default"
            size="sm"
            disabled={page >= data.metadata.pages}
            onClick={() => setPage(page + 1)}
          >
            {t('statistics.next')}
          </Button>
        </Group>
      )}
    </section>
  );
}

function Item({ item }: { item: Statistics }) {
  const { t } = useTranslation('assessments');
  const { discrimination, percentage_right: right, choices } = item;
  const most = Math.max(1, ...choices.map(({ number_chosen: chosen }) => chosen));
  return (
    <article className={classes.item}>
      <Text size="sm" c="dimmed">
        {t(`statistics.kinds.${item.kind}`)}
        {item.subject_title && ` · ${item.subject_title}`}
      </Text>
      <h3 dir="auto">{item.question}</h3>
      <dl className={classes.figures}>
        <div>
          <dt>{t('statistics.answered')}</dt>
          <dd>{item.number_answered}</dd>
        </div>
        <div>
          <dt>{t('statistics.right')}</dt>
          <dd>{right === null ? '–' : t('percent', { value: right })}</dd>
        </div>
        <div>
          <dt>{t('statistics.discrimination')}</dt>
          <dd data-suspect={(discrimination !== null && discrimination < 0) || undefined}>
            {discrimination ?? t('statistics.tooFew')}
          </dd>
        </div>
      </dl>
      <ul className={classes.choices} aria-label={t('statistics.chosen')}>
        {choices.map((choice) => (
          <li key={choice.id}>
            <span dir="auto">
              {choice.answer}
              {choice.correct && (
                <span className={classes.right}>
                  <Mark name="right" size={14} />
                  {t('rightAnswer')}
                </span>
              )}
            </span>
            <span className={classes.bar} data-right={choice.correct || undefined} aria-hidden="true">
              <span data-fill style={{ width: `${(100 * choice.number_chosen) / most}%` }} />
            </span>
            <span className={classes.count}>{t('statistics.times', { count: choice.number_chosen })}</span>
          </li>
        ))}
      </ul>
    </article>
  );
}
