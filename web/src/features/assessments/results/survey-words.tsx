import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../ui/states.tsx';
import { type SurveyWish, surveyWordsOptions } from './api.ts';
import classes from './results.module.css';

/** Readers' text answers to one question, in pages. */
export function SurveyWords({ questionId, wish }: { questionId: string; wish: SurveyWish }) {
  const { t } = useTranslation('results');
  // Another period starts at its first page.
  const period = `${wish.from ?? ''}/${wish.to ?? ''}`;
  const [place, setPlace] = useState({ period, page: 1 });
  const page = place.period === period ? place.page : 1;
  const { data, error, refetch } = useQuery(surveyWordsOptions(wish, questionId, page));
  if (error && !data) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={120} />;
  const { pages } = data.metadata;
  return (
    <>
      <ul className={classes.words} aria-label={t('surveyResults.words')}>
        {data.data.map(({ text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two readers may write the same words
          <li key={index} dir="auto">
            {text}
          </li>
        ))}
      </ul>
      {pages > 1 && (
        <Group gap="md">
          <Button
            size="sm"
            variant="default"
            disabled={page <= 1}
            onClick={() => setPlace({ period, page: page - 1 })}
          >
            {t('previous')}
          </Button>
          <Text size="sm">{t('pageOf', { page, pages })}</Text>
          <Button
            size="sm"
            variant="default"
            disabled={page >= pages}
            onClick={() => setPlace({ period, page: page + 1 })}
          >
            {t('next')}
          </Button>
        </Group>
      )}
    </>
  );
}
