import { queryOptions } from '@tanstack/react-query';
import type { AssessmentsEndpoints } from '@vesalius/contract/assessments';
import { assessmentsCalls } from '@vesalius/contract/assessments-calls';
import { allPages } from '../../lib/all-pages.ts';
import { clientFor } from '../../lib/api-client.ts';
import { keyOf } from '../../lib/query-keys.ts';
import type { TurnName } from './opening.ts';

export const assessmentsApi = clientFor<AssessmentsEndpoints>(assessmentsCalls);

/** A browser's timer counts at most 24 days: a later moment is looked at again (milliseconds). */
const LONGEST_WAIT_MS = 3_600_000;

/** A paper of hundreds of questions is not asked for again at each look (milliseconds). */
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

/** Its questions in the order of that turn. */
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

/** `paper`: the bare questions, for taking it; otherwise an attempt, the latest unless a number is given. */
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
    // The paper of an attempt stays what it is until it is submitted.
    ...(show.paper ? { staleTime: PAPER_FRESH_MS } : {}),
    // The pause before a retake ends while its reader waits.
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

export const reviewOptions = () =>
  queryOptions({
    queryKey: keyOf('assessments', 'review'),
    queryFn: () => assessmentsApi.getReview({}),
    meta: { isOwnPart: true },
  });
