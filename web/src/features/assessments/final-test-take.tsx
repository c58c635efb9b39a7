import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { FinalTest } from '@vesalius/contract/assessments-questions';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatPause } from '../../lib/formats.ts';
import { notify, notifySuccess } from '../../ui/notify.ts';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import { assessmentsApi, finalTestOptions } from './api.ts';
import { Paper, PaperSkeleton } from './paper.tsx';
import { fromFinalTest } from './question-model.ts';
import { type SurveyState, TwoMarks } from './two-marks.tsx';
import { useDraft } from './use-draft.ts';
import { useSubmission } from './use-submission.ts';

interface Taking {
  /** Present if the reader has not finished the book. */
  readonly place?: { readonly page: number; readonly pages: number } | undefined;
  readonly pageLink: (page: number) => string;
  /** Undefined = not known yet. */
  readonly survey: SurveyState | undefined;
  /** The other requirements of the certificate. */
  readonly alsoRequired?: ReactNode;
  readonly onSubmitted: () => void;
}

/**
 * The questions, after the reader has seen the two pass marks. Users who cannot submit see them with the key at once.
 */
export function FinalTestTake({
  bookId,
  paper,
  ...taking
}: Taking & { bookId: string; paper?: { readonly data: FinalTest; readonly at: number } | undefined }) {
  const { t, i18n } = useTranslation('assessments');
  const {
    data: test,
    error,
    refetch,
  } = useQuery({
    ...finalTestOptions(bookId, { paper: true }),
    ...(paper ? { initialData: paper.data, initialDataUpdatedAt: paper.at } : {}),
  });
  if (error && !test) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!test) return <PaperSkeleton label={t('finalTest.title')} />;
  if (test.retake_at)
    return (
      <EmptyState
        title={t('finalTest.retakeLater')}
        hint={t('finalTest.retakeAt', { time: formatDateTime(test.retake_at, i18n.language) })}
      />
    );
  return <OpenPaper key={test.next_attempt} test={test} {...taking} />;
}

function OpenPaper({
  test,
  place,
  pageLink,
  survey,
  alsoRequired,
  onSubmitted,
}: Taking & { test: FinalTest }) {
  const { t, i18n } = useTranslation('assessments');
  const questions = useMemo(() => fromFinalTest(test), [test]);
  const draft = useDraft('final', test.id, test.may_submit);
  const [begun, setBegun] = useState(false);
  const submission = useSubmission({
    queryKey: null,
    send: async (answers: { questionId: string; choiceId: string }[]) => {
      await draft.settle();
      return assessmentsApi.submitFinalTest({
        query: { book_id: test.book_id },
        body: {
          attempt: test.next_attempt,
          answers: answers.map(({ questionId, choiceId }) => ({
            question_id: questionId,
            answer_id: choiceId,
          })),
        },
      });
    },
    onStored: ({ attempts: [latest] }) => {
      draft.clear();
      if (latest && !latest.passed) notify('info', t('finalTest.submittedNotPassed'));
      else notifySuccess(t('finalTest.submitted'));
      onSubmitted();
    },
    // Otherwise the next press would submit these answers as one more attempt.
    onElsewhere: () => {
      draft.clear();
      onSubmitted();
    },
  });
  if (!draft.ready) return <PaperSkeleton label={t('finalTest.title')} />;
  // A reader who returns to a started test has seen the marks.
  const started = begun || !test.may_submit || Object.keys(draft.answers).length > 0;
  return (
    <>
      {test.may_submit && (
        <TwoMarks hasCertificate={test.has_certificate} survey={survey} alsoRequired={alsoRequired} />
      )}
      {started ? (
        <Paper
          questions={questions}
          draft={draft}
          note={test.note}
          maySubmit={test.may_submit}
          submitting={submission.isPending}
          startsFocused={begun}
          onSubmit={(answers) => submission.mutate(answers)}
          pageLink={pageLink}
        />
      ) : (
        <>
          <Text c="dimmed" mb="lg">
            {questions.length < test.number_of_questions
              ? t('finalTest.drawn', { count: questions.length, of: test.number_of_questions })
              : `${t('tests.questions', { count: questions.length })}.`}{' '}
            {test.retake_pause_minutes > 0
              ? t('finalTest.retakesAfterPause', {
                  pause: formatPause(test.retake_pause_minutes, i18n.language),
                })
              : t('finalTest.retakes')}{' '}
            {t('answersKept')}
          </Text>
          {place && <Text mb="lg">{t('finalTest.notRead', { ...place })}</Text>}
          <Button size="lg" onClick={() => setBegun(true)}>
            {t('finalTest.begin')}
          </Button>
        </>
      )}
    </>
  );
}
