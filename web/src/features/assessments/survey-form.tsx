import { Anchor, Button, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Survey } from '@vesalius/contract/assessments-surveys';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../../lib/query-keys.ts';
import { isNotSubscribed, NotSubscribed } from '../../product/not-subscribed.tsx';
import { notifySuccess } from '../../ui/notify.ts';
import { FailedState } from '../../ui/states.tsx';
import { keepClearOf } from '../../ui/sticky-bars.ts';
import { assessmentsApi, surveyOptions } from './api.ts';
import classes from './paper.module.css';
import { PaperSkeleton } from './paper.tsx';
import { givenOf, isAnswered, surveyAnswer } from './survey-given.ts';
import { SurveyQuestion } from './survey-question.tsx';
import { useDraft } from './use-draft.ts';
import { useSubmission } from './use-submission.ts';

/** The survey. Its submit button appears when every question is answered. */
export function SurveyForm({
  surveyId,
  forCertificate = false,
  onSolved,
}: {
  surveyId: string;
  /** The certificate of the book requires the survey. */
  forCertificate?: boolean;
  onSolved: (survey: Survey) => void;
}) {
  const { t } = useTranslation('assessments');
  const { data: survey, error, refetch } = useQuery(surveyOptions(surveyId));
  if (isNotSubscribed(error)) return <NotSubscribed />;
  if (error && !survey) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!survey) return <PaperSkeleton label={t('survey.title')} />;
  return <OpenSurvey key={surveyId} {...{ survey, forCertificate, onSolved }} />;
}

function OpenSurvey({
  survey,
  forCertificate,
  onSolved,
}: {
  survey: Survey;
  forCertificate: boolean;
  onSolved: (survey: Survey) => void;
}) {
  const { t } = useTranslation('assessments');
  const form = useRef<HTMLFormElement>(null);
  const open = survey.may_submit && !survey.solved;
  const draft = useDraft('survey', survey.id, open);
  const submission = useSubmission({
    queryKey: keyOf('assessments', 'survey', survey.id),
    send: async () => {
      await draft.settle();
      return assessmentsApi.submitSurvey({
        body: {
          survey_id: survey.id,
          answers: survey.survey_questions.map((asked) =>
            surveyAnswer(asked, draft.answers[asked.id] ?? { choice_ids: [] }),
          ),
        },
      });
    },
    onStored: (stored) => {
      draft.clear();
      notifySuccess(t('survey.thanks'));
      onSolved(stored);
    },
  });
  if (!draft.ready) return <PaperSkeleton label={t('survey.title')} />;
  const { survey_questions: questions } = survey;
  const unanswered = questions.filter((asked) => !isAnswered(asked, draft.answers[asked.id]));
  const goToFirstOpen = () =>
    form.current
      ?.querySelector<HTMLElement>(`[data-question="${unanswered[0]?.id}"] :is(input, textarea)`)
      ?.focus();
  return (
    <form
      ref={form}
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        submission.mutate(undefined);
      }}
    >
      {/* In the book's language, apart from the dialog's title in the reader's. */}
      <Title order={3} mb={4}>
        <bdi>{survey.title}</bdi>
      </Title>
      <Text c="dimmed" mb="lg">
        {t(survey.solved ? 'survey.solved' : 'survey.intro')}
        {open && forCertificate && ` ${t('survey.forCertificate')}`}
        {open && ` ${t('survey.allRequired')}`}
      </Text>
      <Stack gap="xl">
        {survey.survey_questions.map((asked) => (
          <div key={asked.id} data-question={asked.id}>
            <SurveyQuestion
              asked={asked}
              given={open ? (draft.answers[asked.id] ?? { choice_ids: [] }) : givenOf(asked.user_answer)}
              locked={!open}
              onChange={(given) => draft.set(asked.id, given)}
            />
          </div>
        ))}
      </Stack>
      {open && (
        <div ref={keepClearOf} className={classes.bar}>
          <span className={classes.count} aria-live="polite">
            {t('answered', { answered: questions.length - unanswered.length, count: questions.length })}
          </span>
          {unanswered.length === 0 ? (
            <Button type="submit" loading={submission.isPending}>
              {t('submit')}
            </Button>
          ) : (
            <Anchor component="button" type="button" size="sm" onClick={goToFirstOpen}>
              {t('toFirstOpen')}
            </Anchor>
          )}
          <span className={classes.kept} data-waiting={draft.waiting || undefined} role="status">
            {t(draft.waiting ? 'answersWaiting' : 'answersKept')}
          </span>
        </div>
      )}
    </form>
  );
}
