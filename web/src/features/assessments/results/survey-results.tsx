import { Badge, Button, Skeleton, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { assessmentsCalls } from '@vesalius/contract/assessments-calls';
import type { SurveyResults as Results } from '@vesalius/contract/assessments-results';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/formats.ts';
import { useAddressFilters } from '../../../lib/use-address-filters.ts';
import records from '../../../ui/records.module.css';
import { ShareBar } from '../../../ui/share-bar.tsx';
import { EmptyState, FailedState } from '../../../ui/states.tsx';
import { type SurveyWish, surveyResultsOptions } from './api.ts';
import classes from './results.module.css';
import { SurveyWords } from './survey-words.tsx';
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
        data.questions.map((question) => <Question key={question.id} question={question} wish={wish} />)}
    </section>
  );
}

function Question({ question, wish }: { question: Results['questions'][number]; wish: SurveyWish }) {
  const { t, i18n } = useTranslation('results');
  const { question_type: type, number_answered: answered, mean, choices } = question;
  const isSeveral = type === 'MCQ' && !question.is_mcq_single_choice;
  const number = (value: number) => formatNumber(value, i18n.language);
  return (
    <article className={classes.item}>
      <Text component="div" size="sm" c="dimmed">
        {t(`surveyResults.types.${isSeveral ? 'several' : type}`)}
        {' · '}
        {t('surveyResults.answered', { count: answered, number: number(answered) })}
        {mean !== null && (
          <>
            {' · '}
            {t('surveyResults.mean', { mean: number(mean), highest: number(choices.length) })}
          </>
        )}{' '}
        {question.retired && <Badge variant="light">{t('surveyResults.retired')}</Badge>}
      </Text>
      <h3 dir="auto">{question.question}</h3>
      {type === 'OpenEnded' ? (
        <SurveyWords questionId={question.id} wish={wish} />
      ) : (
        <ul className={classes.choices} aria-label={t('surveyResults.distribution')}>
          {choices.map((choice, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the choices of a question are told in a fixed order
            <li key={index}>
              <span dir="auto">
                {choice.rating === null
                  ? choice.answer_choice
                  : t('surveyResults.rating', { rating: number(choice.rating), text: choice.answer_choice })}
              </span>
              <ShareBar of={answered} value={choice.number_chosen} />
              <span className={classes.count}>
                {number(choice.number_chosen)} ({t('percent', { value: number(choice.percentage) })})
              </span>
            </li>
          ))}
        </ul>
      )}
      {isSeveral && (
        <Text size="sm" c="dimmed" mt="xs">
          {t('surveyResults.severalHint')}
        </Text>
      )}
    </article>
  );
}
