import { Stack, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Mark } from '../../product/marks.tsx';
import { FailedState } from '../../ui/states.tsx';
import { quizzesOptions, testsOptions } from './api.ts';
import { QuizModal, TestModal } from './modals.tsx';
import type { TurnName } from './opening.ts';
import classes from './page-tests.module.css';
import type { Place } from './place.ts';
import { useLockReason } from './use-lock-reason.ts';

type Open = { what: 'quiz'; id: string } | { what: 'test'; id: string; turn: TurnName };

type PageOfBook = Pick<Place, 'bookId' | 'page' | 'granted' | 'records'>;

function useTestsOfPage({ bookId, page, granted }: PageOfBook) {
  const tests = useQuery({ ...testsOptions(bookId), enabled: granted });
  const quizzes = useQuery({ ...quizzesOptions(bookId), enabled: granted });
  const turns = (tests.data ?? []).flatMap((test) =>
    (['pre', 'post'] as const)
      .filter((turn) => (turn === 'pre' ? test.pre_page : test.post_page) === page)
      .map((turn) => ({ test, turn, solved: turn === 'pre' ? test.pre_solved : test.post_solved })),
  );
  return {
    lists: [tests, quizzes],
    turns,
    here: (quizzes.data ?? []).filter((quiz) => quiz.book_page === page),
  };
}

/** Whether `PageTests` shows something, or may do so when the lists are loaded. */
export function useMayShowTests(place: PageOfBook): boolean {
  const { lists, turns, here } = useTestsOfPage(place);
  return turns.length > 0 || here.length > 0 || (place.granted && lists.some(({ data }) => !data));
}

/** The quizzes and test turns of the current page, for the panel beside it. Renders nothing if there are none. */
export function PageTests({ place, pageLink }: { place: PageOfBook; pageLink: (page: number) => string }) {
  const { t } = useTranslation('assessments');
  const { lists, turns, here } = useTestsOfPage(place);
  const missing = lists.filter(({ error, data }) => error && !data);
  const lockReason = useLockReason();
  const [open, setOpen] = useState<Open | null>(null);
  if (here.length === 0 && turns.length === 0 && missing.length === 0 && !open) return null;
  const close = () => setOpen(null);
  return (
    <section aria-label={t('tests.onThisPage')}>
      {missing[0] && (
        <FailedState
          title={t('tests.missing')}
          error={missing[0].error}
          onRetry={() => {
            for (const { refetch } of missing) void refetch();
          }}
        />
      )}
      <Stack gap="xs">
        {here.map((quiz) => (
          <UnstyledButton
            key={quiz.quiz_id}
            className={classes.entry}
            onClick={() => setOpen({ what: 'quiz', id: quiz.quiz_id })}
          >
            <span>
              <small>{t('quiz')}</small>
              {quiz.title}
            </span>
            <State solved={quiz.solved} score={quiz.user_points} total={quiz.total_points} />
          </UnstyledButton>
        ))}
        {turns.map(({ test, turn, solved }) => {
          const locked = place.records ? lockReason(test, turn) : null;
          const points = turn === 'pre' ? test.pre_test_points : test.post_test_points;
          return (
            <UnstyledButton
              key={`${test.id} ${turn}`}
              className={classes.entry}
              disabled={locked !== null}
              title={locked ?? undefined}
              onClick={() => setOpen({ what: 'test', id: test.id, turn })}
            >
              <span>
                <small>{t(turn === 'pre' ? 'preTest' : 'postTest')}</small>
                {test.title}
              </span>
              {locked ? (
                <span className={`${classes.state} ${classes.reason}`}>
                  <Mark name="lock" size={14} /> {locked}
                </span>
              ) : (
                <State solved={solved} score={points ?? 0} total={test.total_points} />
              )}
            </UnstyledButton>
          );
        })}
      </Stack>
      {open?.what === 'quiz' && <QuizModal opened quizId={open.id} onClose={close} pageLink={pageLink} />}
      {open?.what === 'test' && (
        <TestModal
          opened
          testId={open.id}
          turn={open.turn}
          onClose={close}
          pageLink={pageLink}
          onTakePreTest={() => setOpen({ ...open, turn: 'pre' })}
        />
      )}
    </section>
  );
}

function State({ solved, score, total }: { solved: boolean; score: number; total: number }) {
  const { t } = useTranslation('assessments');
  return (
    <span className={classes.state} data-solved={solved || undefined}>
      {solved ? (
        <>
          <Mark name="right" size={14} /> {t('points', { score, total })}
        </>
      ) : (
        t('tests.open')
      )}
    </span>
  );
}
