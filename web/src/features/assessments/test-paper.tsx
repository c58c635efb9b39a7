import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Test } from '@vesalius/contract/assessments-questions';
import { TEST_TYPE } from '@vesalius/contract/constants';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { keyOf } from '../../lib/query-keys.ts';
import { isNotSubscribed, NotSubscribed } from '../../product/not-subscribed.tsx';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import { AfterPaper } from './after-paper.tsx';
import { assessmentsApi, testOptions } from './api.ts';
import { awaitsReading, isLocked, type TurnName } from './opening.ts';
import { Paper, PaperSkeleton } from './paper.tsx';
import { fromTest } from './question-model.ts';
import classes from './result.module.css';
import { ResultHead } from './result-head.tsx';
import { SectionResults } from './section-results.tsx';
import { useDraft } from './use-draft.ts';
import { useLockReason } from './use-lock-reason.ts';
import { useSubmission } from './use-submission.ts';

/** One turn of a chapter test, to take or with its result. Both the page and the modal show it. */
export function TestPaper({
  testId,
  turn,
  bookId,
  pageLink,
  onTakePreTest,
}: {
  testId: string;
  turn: TurnName;
  /** The book that a user without access is led to. */
  bookId?: string;
  pageLink: (page: number) => string;
  /** Called to go from the post-test to an unsolved pre-test. */
  onTakePreTest: () => void;
}) {
  const { t } = useTranslation('assessments');
  const lockReason = useLockReason();
  const { data: test, error, refetch } = useQuery(testOptions(testId, turn));
  if (isNotSubscribed(error)) return <NotSubscribed bookId={bookId} />;
  if (error && !test) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!test) return <PaperSkeleton label={t('test')} />;
  if (test.may_submit && awaitsReading(test) && turn === 'post')
    return (
      <EmptyState
        title={t('chapter.title')}
        hint={lockReason(test, turn) ?? ''}
        action={
          <Button component={Link} to={pageLink(test.pre_page)} mt="sm">
            {t('chapter.goTo', { page: test.pre_page })}
          </Button>
        }
      />
    );
  if (test.may_submit && isLocked(test, turn))
    return (
      <EmptyState
        title={t('preTestNotSolved')}
        action={
          <Button mt="sm" onClick={onTakePreTest}>
            {t('takePreTest')}
          </Button>
        }
      />
    );
  return <OpenTest key={`${testId} ${turn}`} test={test} turn={turn} pageLink={pageLink} />;
}

function OpenTest({
  test,
  turn,
  pageLink,
}: {
  test: Test;
  turn: TurnName;
  pageLink: (page: number) => string;
}) {
  const { t } = useTranslation('assessments');
  const solved = turn === 'pre' ? test.pre_solved : test.post_solved;
  const draft = useDraft(turn, test.id, test.may_submit && !solved);
  const submission = useSubmission({
    queryKey: keyOf('assessments', 'test', test.id, turn),
    send: async (answers: { questionId: string; choiceId: string }[]) => {
      await draft.settle();
      return assessmentsApi.submitTest({
        body: {
          test_id: test.id,
          test_type: TEST_TYPE[turn],
          answers: answers.map(({ questionId, choiceId }) => ({
            question_id: questionId,
            test_answer_choice_id: choiceId,
          })),
        },
      });
    },
    onStored: draft.clear,
  });
  if (!draft.ready) return <PaperSkeleton label={t('test')} />;
  return (
    <>
      {solved && (
        <TurnResult test={test} turn={turn} arriving={submission.isSuccess}>
          <AfterPaper
            wrong={
              turn === 'pre'
                ? 0
                : test.test_questions.filter(({ post_test_user_answer: answer }) => answer && !answer.correct)
                    .length
            }
            page={turn === 'pre' ? test.pre_page : test.post_page}
            pageLink={pageLink}
          />
        </TurnResult>
      )}
      <Paper
        questions={test.test_questions.map((question) => fromTest(question, turn))}
        draft={draft}
        maySubmit={test.may_submit}
        submitting={submission.isPending}
        onSubmit={(answers) => submission.mutate(answers)}
        pageLink={pageLink}
        {...(solved ? {} : { note: test.note })}
      />
    </>
  );
}

function TurnResult({
  test,
  turn,
  arriving,
  children,
}: {
  test: Test;
  turn: TurnName;
  arriving: boolean;
  children: ReactNode;
}) {
  const { t } = useTranslation('assessments');
  const points = (turn === 'pre' ? test.pre_test_points : test.post_test_points) ?? 0;
  // The pre-test's result is shown without the later results.
  const sections =
    turn === 'post'
      ? test.sections_results
      : test.sections_results.map((section) => ({
          ...section,
          percentage: section.pre_test_score_percentage,
          post_test_score_percentage: null,
        }));
  return (
    <div className={classes.result} role="status">
      <ResultHead
        title={t(turn === 'pre' ? 'result.preTitle' : 'result.postTitle')}
        words={t('points', { score: points, total: test.total_points })}
        percent={(100 * points) / Math.max(1, test.total_points)}
        arriving={arriving}
      />
      {turn === 'pre' && !test.post_solved && <p className={classes.hint}>{t('result.preHint')}</p>}
      <SectionResults sections={sections} />
      {children}
    </div>
  );
}
