import { Button, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CallError } from '../../lib/api-client.ts';
import { useSession } from '../../lib/session.ts';
import { Mark } from '../../product/marks.tsx';
import { isNotSubscribed, NotSubscribed } from '../../product/not-subscribed.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import { finalTestOptions, quizzesOptions, testsOptions } from './api.ts';
import type { TurnName } from './opening.ts';
import { TestRow } from './test-row.tsx';
import classes from './tests-panel.module.css';

export interface TestLinks {
  readonly test: (testId: string, turn: TurnName) => string;
  readonly quiz: (quizId: string, page: number) => string;
  readonly finalTest: string;
}

/** All tests of a book: chapter tests with their turns, quizzes by page, the final test. */
export function TestsPanel({
  bookId,
  links,
  certificateRequires,
  ofPage,
}: {
  bookId: string;
  links: TestLinks;
  /** Whether the certificate of the book requires its mandatory tests; undefined = it has none, or not known yet. */
  certificateRequires?: boolean | undefined;
  /** In the viewer: what the current page has, above all others. */
  ofPage?: ReactNode;
}) {
  const { t } = useTranslation('assessments');
  const reads = useSession()?.role !== 'customer';
  const tests = useQuery(testsOptions(bookId));
  const quizzes = useQuery(quizzesOptions(bookId));
  const final = useQuery(finalTestOptions(bookId));
  const noFinalTest = final.error instanceof CallError && final.error.code === 'final_test_not_found';
  const error = tests.error ?? quizzes.error;
  if (isNotSubscribed(error)) return <NotSubscribed bookId={bookId} />;
  if (error && !(tests.data && quizzes.data))
    return (
      <FailedState
        error={error}
        onRetry={() => {
          void tests.refetch();
          void quizzes.refetch();
        }}
      />
    );
  if (!tests.data || !quizzes.data || (final.isPending && !noFinalTest)) return <PanelSkeleton />;
  if (tests.data.length === 0 && quizzes.data.length === 0 && !final.data)
    return <EmptyState title={t('tests.none')} hint={t('tests.noneHint')} />;
  const stateOf = (quiz: { solved: boolean; user_points: number; total_points: number }) =>
    quiz.solved
      ? t('points', { score: quiz.user_points, total: quiz.total_points })
      : t(reads ? 'tests.look' : 'tests.take');
  const best = final.data?.attempts.find((attempt) => attempt.best);
  return (
    <>
      {ofPage}
      {tests.data.length > 0 && (
        <section className={classes.section}>
          <h2>{t('tests.chapterTests')}</h2>
          {certificateRequires !== undefined && tests.data.some((test) => test.is_mandatory) && (
            <p className={classes.facts}>
              {t(certificateRequires ? 'mandatoryTest.forCertificate' : 'mandatoryTest.notForCertificate')}
            </p>
          )}
          <ul className={classes.list}>
            {tests.data.map((test) => (
              <TestRow key={test.id} test={test} reads={reads} href={(turn) => links.test(test.id, turn)} />
            ))}
          </ul>
        </section>
      )}
      {quizzes.data.length > 0 && (
        <section className={classes.section}>
          <h2>{t('tests.quizzes')}</h2>
          <ul className={classes.list}>
            {quizzes.data.map((quiz) => (
              <li key={quiz.quiz_id} className={classes.row}>
                <div>
                  <h3 className={classes.name}>
                    <bdi>{quiz.title}</bdi>
                  </h3>
                  <p className={classes.facts}>
                    <span>{t('tests.questions', { count: quiz.number_of_questions })}</span>
                    <span>{t('tests.page', { page: quiz.book_page })}</span>
                  </p>
                </div>
                <Link
                  to={links.quiz(quiz.quiz_id, quiz.book_page)}
                  className={classes.turn}
                  data-solved={quiz.solved || undefined}
                  aria-label={`${t('quiz')} ${stateOf(quiz)}: ${quiz.title}`}
                >
                  {t('quiz')}
                  <span className={classes.state}>
                    {quiz.solved ? (
                      <>
                        <Mark name="right" size={14} />
                        {stateOf(quiz)}
                      </>
                    ) : (
                      stateOf(quiz)
                    )}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {final.data && (
        <section className={classes.section}>
          <h2>{t('tests.finalTest')}</h2>
          <div className={classes.row}>
            <p className={classes.facts}>
              <span>{t('tests.questions', { count: final.data.details.questions.length })}</span>
              {best && best.percentage > 0 && (
                <span>
                  {t('finalTest.best')}: {t('percent', { value: best.percentage })}
                </span>
              )}
            </p>
            <Button component={Link} to={links.finalTest} variant={best ? 'default' : 'filled'}>
              {t(reads ? 'tests.look' : best ? 'finalTest.score' : 'finalTest.title')}
            </Button>
          </div>
        </section>
      )}
    </>
  );
}

function PanelSkeleton() {
  return (
    <Placeholder>
      <Stack gap="md">
        <Skeleton h={26} w={180} />
        {[0, 1, 2, 3].map((row) => (
          <Skeleton key={row} h={68} />
        ))}
      </Stack>
    </Placeholder>
  );
}
