import { queryOptions } from '@tanstack/react-query';
import type { AssessmentsEndpoints } from '@vesalius/contract/assessments';
import { assessmentsCalls } from '@vesalius/contract/assessments-calls';
import { allPages } from '../../lib/all-pages.ts';
import { clientFor } from '../../lib/api-client.ts';
import { keyOf } from '../../lib/query-keys.ts';
import type { TurnName } from './opening.ts';

export const assessmentsApi = clientFor<AssessmentsEndpoints>(assessmentsCalls);

/** Timers of browsers are limited to 24 days: for a later time, the query polls at this interval (milliseconds). */
const LONGEST_WAIT_MS = 3_600_000;

/** Questions stay fresh for this time, so that polling does not load hundreds of them again (milliseconds). */
const PAPER_FRESH_MS = 60_000;

export const testsOptions = (bookId: string) =>
  queryOptions({
    queryKey: keyOf('assessments', 'tests', bookId),
    queryFn: () => allPages((page) => assessmentsApi.listTests({ query: { book_id: bookId, ...page } })),
  });

export const quizzesOptions = (bookId: string) =>
  queryOptions({
    queryKey: keyOf('assessments', 'quizzes', bookId),
    queryFn: () =>
      allPages((page) => assessmentsApi.listBookQuizzes({ query: { book_id: bookId, ...page } })),
  });

/** The questions in the order of this turn. */
export const testOptions = (testId: string, turn: TurnName) =>
  queryOptions({
    queryKey: keyOf('assessments', 'test', testId, turn),
    queryFn: () => assessmentsApi.getTest({ params: { id: testId }, query: { turn } }),
  });

export const quizOptions = (quizId: string) =>
  queryOptions({
    queryKey: keyOf('assessments', 'quiz', quizId),
    queryFn: () => assessmentsApi.getQuiz({ params: { id: quizId }, query: {} }),
  });

/**
 * `paper`: only the questions, to take the test; otherwise an attempt: the one with the given number, or the latest.
 */
export const finalTestOptions = (bookId: string, show: { paper?: boolean; attempt?: number } = {}) =>
  queryOptions({
    queryKey: keyOf('assessments', 'finalTest', bookId, show),
    queryFn: () =>
      assessmentsApi.getFinalTest({
        query: {
          book_id: bookId,
          ...(show.paper ? { paper: 'true' } : {}),
          ...(show.attempt ? { attempt: show.attempt } : {}),
        },
      }),
    // The questions of an attempt do not change until it is submitted.
    ...(show.paper ? { staleTime: PAPER_FRESH_MS } : {}),
    // Refetches when the waiting time before a retake ends.
    refetchInterval: ({ state }) =>
      state.data?.retake_at
        ? Math.min(LONGEST_WAIT_MS, Math.max(1_000, Date.parse(state.data.retake_at) - Date.now()))
        : false,
  });

export const surveyOptions = (surveyId: string) =>
  queryOptions({
    queryKey: keyOf('assessments', 'survey', surveyId),
    queryFn: () => assessmentsApi.getSurvey({ params: { surveyId } }),
  });

export const practiceOptions = () =>
  queryOptions({
    queryKey: keyOf('assessments', 'practice'),
    queryFn: () => assessmentsApi.getPractice({}),
    meta: { isOwnPart: true },
  });

export const reviewOptions = () =>
  queryOptions({
    queryKey: keyOf('assessments', 'review'),
    queryFn: () => assessmentsApi.getReview({}),
    meta: { isOwnPart: true },
  });
