import { Button, Skeleton, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { assessmentsCalls } from '@vesalius/contract/assessments-calls';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/formats.ts';
import { useAddressFilters } from '../../../lib/use-address-filters.ts';
import records from '../../../ui/records.module.css';
import { EmptyState, FailedState } from '../../../ui/states.tsx';
import { type SurveyWish, surveyResultsOptions } from './api.ts';
import classes from './results.module.css';
import { SurveyQuestion } from './survey-question.tsx';
import { useSaveAnswer } from './use-save-answer.ts';

/** The anonymous survey answers of a book's readers. */
export function SurveyResults({ bookId }: { bookId: string }) {
  const { t, i18n } = useTranslation('results');
  const { filters, change } = useAddressFilters(['from', 'to']);
  const wish: SurveyWish = {
    book_id: bookId,
    ...(filters.from ? { from: filters.from } : {}),
    ...(filters.to ? { to: filters.to } : {}),
  };
  const { data, error, refetch } = useQuery(surveyResultsOptions(wish));
  const save = useSaveAnswer(assessmentsCalls.downloadSurveyResults, 'survey.csv');
  if (error && !data) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={320} />;
  if (data.title === null)
    return <EmptyState title={t('surveyResults.none')} hint={t('surveyResults.noneHint')} />;
  const { number_of_readers: readers, number_held_back: heldBack, group_size: size } = data;
  const counted = (count: number) => ({ count, number: formatNumber(count, i18n.language) });
  return (
    <section className={classes.results}>
      <div className={records.bar}>
        <TextInput
          type="date"
          label={t('surveyResults.from')}
          value={filters.from}
          max={filters.to || undefined}
          onChange={(event) => change({ from: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label={t('surveyResults.to')}
          value={filters.to}
          min={filters.from || undefined}
          onChange={(event) => change({ to: event.currentTarget.value })}
        />
        <Button variant="default" loading={save.isPending} onClick={() => save.mutate(wish)}>
          {t('csv')}
        </Button>
      </div>
      <h2 className={classes.heading} dir="auto">
        {data.title}
      </h2>
      <Text role="status">
        {readers === 0 ? t('surveyResults.noneShown') : t('surveyResults.readers', counted(readers))}
      </Text>
      {size > 1 && (
        <Text c="dimmed" size="sm" maw="72ch">
          {t('surveyResults.groups', { size })}{' '}
          {heldBack > 0 && t('surveyResults.heldBack', counted(heldBack))}
        </Text>
      )}
      {readers > 0 &&
        data.questions.map((question) => (
          <SurveyQuestion key={question.id} question={question} wish={wish} />
        ))}
    </section>
  );
}
