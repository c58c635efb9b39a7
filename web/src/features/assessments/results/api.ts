import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  QUESTION_TURNS,
  STATISTICS_ORDERS,
  type SurveyResultsQuery,
} from '@vesalius/contract/assessments-results';
import type { ProgramsEndpoints } from '@vesalius/contract/programs';
import { programsCalls } from '@vesalius/contract/programs-calls';
import type { z } from 'zod';
import { clientFor } from '../../../lib/api-client.ts';
import { oneOf } from '../../../lib/one-of.ts';
import { keyOf } from '../../../lib/query-keys.ts';
import { assessmentsApi } from '../api.ts';

const QUESTIONS_A_PAGE = 20;
const WORDS_A_PAGE = 20;

export const statisticsOptions = (
  bookId: string,
  { kind, order, page }: { kind: string; order: string; page: number },
) =>
  queryOptions({
    queryKey: keyOf('assessments', 'statistics', bookId, { kind, order, page }),
    queryFn: ({ signal }) =>
      assessmentsApi.listQuestionStatistics({
        query: {
          book_id: bookId,
          page,
          items: QUESTIONS_A_PAGE,
          kind: oneOf(QUESTION_TURNS, kind),
          order: oneOf(STATISTICS_ORDERS, order),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export type SurveyWish = z.output<typeof SurveyResultsQuery> & {
  /** Only of its students; then of any time. */
  readonly programId?: string;
};
const programsApi = clientFor<ProgramsEndpoints>(programsCalls);
export const surveyResultsOptions = (wish: SurveyWish) =>
  queryOptions({
    queryKey: keyOf('assessments', 'surveyResults', wish),
    queryFn: ({ signal }) => {
      const { programId, ...query } = wish;
      return programId === undefined
        ? assessmentsApi.getSurveyResults({ query, signal })
        : programsApi.getProgramSurvey({
            params: { id: programId },
            query: { book_id: wish.book_id },
            signal,
          });
    },
    placeholderData: keepPreviousData,
  });
export const surveyWordsOptions = (wish: SurveyWish, questionId: string, page: number) =>
  queryOptions({
    queryKey: keyOf('assessments', 'surveyWords', wish, questionId, page),
    queryFn: ({ signal }) => {
      const { programId, ...rest } = wish;
      const query = { ...rest, question_id: questionId, page, items: WORDS_A_PAGE };
      return programId === undefined
        ? assessmentsApi.listSurveyWords({ query, signal })
        : programsApi.listProgramSurveyWords({ params: { id: programId }, query, signal });
    },
    placeholderData: keepPreviousData,
  });
