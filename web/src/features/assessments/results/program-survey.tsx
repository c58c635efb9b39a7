import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/formats.ts';
import { FailedState } from '../../../ui/states.tsx';
import { type SurveyWish, surveyResultsOptions } from './api.ts';
import classes from './results.module.css';
import { SurveyQuestion } from './survey-question.tsx';

/** What the students of a program answered in the survey of a book; nothing for a book without one. */
export function ProgramSurvey({ programId, bookId }: { programId: string; bookId: string }) {
  const { t, i18n } = useTranslation('results');
  const wish: SurveyWish = { programId, book_id: bookId };
  const { data, error, refetch } = useQuery(surveyResultsOptions(wish));
  if (error && !data) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={160} />;
  if (data.title === null) return null;
  const { number_of_readers: readers, number_held_back: waiting, group_size: size } = data;
  const counted = (count: number) => ({ count, number: formatNumber(count, i18n.language) });
  return (
    <section className={classes.results} aria-labelledby="program-survey">
      <h2 id="program-survey">{t('programSurvey.title')}</h2>
      {readers === 0 ? (
        <Text role="status">
          {t('programSurvey.few', { size })} {t('programSurvey.soFar', counted(waiting))}
        </Text>
      ) : (
        <>
          <Text role="status">{t('programSurvey.students', counted(readers))}</Text>
          <Text c="dimmed" size="sm" maw="72ch">
            {t('programSurvey.groups', { size })}{' '}
            {waiting > 0 && t('surveyResults.heldBack', counted(waiting))}
          </Text>
          {data.questions.map((question) => (
            <SurveyQuestion key={question.id} question={question} wish={wish} />
          ))}
        </>
      )}
    </section>
  );
}
