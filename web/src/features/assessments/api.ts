import { queryOptions } from '@tanstack/react-query';
import type { AssessmentsEndpoints } from '@vesalius/contract/assessments';
import { assessmentsCalls } from '@vesalius/contract/assessments-calls';
import { clientFor } from '../../lib/api-client.ts';

export const assessmentsApi = clientFor<AssessmentsEndpoints>(assessmentsCalls);

/** More than any book has: tests and quizzes come in one piece. */
const ALL = 100;

/** A browser's timer counts at most 24 days: a later moment is looked at again (milliseconds). */
const LONGEST_WAIT_MS = 3_600_000;

export const testsOptions = (bookId: string) =>
  queryOptions({
    queryKey: ['assessments', 'tests', bookId],
    queryFn: async () => (await assessmentsApi.listTests({ query: { book_id: bookId, items: ALL } })).data,
  });

export const quizzesOptions = (bookId: string) =>
  queryOptions({
    queryKey: ['assessments', 'quizzes', bookId],
    queryFn: async () =>
      (await assessmentsApi.listBookQuizzes({ query: { book_id: bookId, items: ALL } })).data,
  });

export const testOptions = (testId: string) =>
  queryOptions({
    queryKey: ['assessments', 'test', testId],
    queryFn: () => assessmentsApi.getTest({ params: { id: testId }, query: {} }),
  });

export const quizOptions = (quizId: string) =>
  queryOptions({
    queryKey: ['assessments', 'quiz', quizId],
    queryFn: () => assessmentsApi.getQuiz({ params: { id: quizId }, query: {} }),
  });

/** `paper`: the bare questions, for taking it; otherwise an attempt, the latest unless a number is given. */
export const finalTestOptions = (bookId: string, show: { paper?: boolean; attempt?: number } = {}) =>
  queryOptions({
    queryKey: ['assessments', 'final', bookId, show],
    queryFn: () =>
      assessmentsApi.getFinalTest({
        query: {
          book_id: bookId,
          ...(show.paper ? { paper: 'true' } : {}),
          ...(show.attempt ? { attempt: show.attempt } : {}),
        },
      }),
    // The pause before a retake ends while its reader waits.
    refetchInterval: ({ state }) =>
      state.data?.retake_at
        ? Math.min(LONGEST_WAIT_MS, Math.max(1_000, Date.parse(state.data.retake_at) - Date.now()))
        : false,
  });

export const surveyOptions = (surveyId: string) =>
  queryOptions({
    queryKey: ['assessments', 'survey', surveyId],
    queryFn: () => assessmentsApi.getSurvey({ params: { surveyId } }),
  });

export const reviewOptions = () =>
  queryOptions({
    queryKey: ['assessments', 'review'],
    queryFn: () => assessmentsApi.getReview({}),
    meta: { isOwnPart: true },
  });
