import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { SurveyResultsQuery } from '@vesalius/contract/assessments-results';
import type { z } from 'zod';
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
          ...(kind ? { kind } : {}),
          ...(order ? { order } : {}),
        } as never,
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export type SurveyWish = z.output<typeof SurveyResultsQuery>;
export const surveyResultsOptions = (wish: SurveyWish) =>
  queryOptions({
    queryKey: keyOf('assessments', 'surveyResults', wish),
    queryFn: ({ signal }) => assessmentsApi.getSurveyResults({ query: wish, signal }),
    placeholderData: keepPreviousData,
  });
export const surveyWordsOptions = (wish: SurveyWish, questionId: string, page: number) =>
  queryOptions({
    queryKey: keyOf('assessments', 'surveyWords', wish, questionId, page),
    queryFn: ({ signal }) =>
      assessmentsApi.listSurveyWords({
        query: { ...wish, question_id: questionId, page, items: WORDS_A_PAGE },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
