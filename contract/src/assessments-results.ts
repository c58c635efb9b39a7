/** What a book's makers and staff see of its readers' answers, without names. */
import { z } from 'zod';
import { QUESTION_TYPES } from './assessments-surveys.ts';
import { Id, IsoDate, ListQuery, PageNumber } from './atoms.ts';

/** The turns of questions. Those of a chapter test are asked twice, before and after the chapter. */
export const QUESTION_TURNS = ['quiz', 'pre', 'post', 'final'] as const;
const QuestionTurn = z.enum(QUESTION_TURNS);
export const STATISTICS_ORDERS = ['book', 'hardest', 'discrimination'] as const;

export const QuestionStatistics = z.object({
  question_id: Id,
  kind: QuestionTurn,
  subject_title: z.string(),
  question: z.string(),
  page_number: PageNumber.nullable(),
  /**
   * Each reader counts once: in the first attempt that asked the question. For everybody but staff in whole groups of
   * STATISTICS_MIN_ANSWERS, in the order in which they answered; null = no such group.
   */
  number_answered: z.number().int().nullable(),
  /** Null where too few have answered: with fewer than STATISTICS_MIN_ANSWERS for everybody but staff. */
  number_right: z.number().int().nullable(),
  percentage_right: z.number().nullable(),
  /** By the share of correct answers; null with fewer than STATISTICS_MIN_ANSWERS. */
  difficulty: z.enum(['easy', 'medium', 'hard']).nullable(),
  /** Point-biserial correlation with the share of points in the rest of the same paper, -1 to 1; null with too few answers. */
  discrimination: z.number().nullable(),
  choices: z.array(
    z.object({
      id: Id,
      answer: z.string(),
      correct: z.boolean(),
      number_chosen: z.number().int().nullable(),
    }),
  ),
});
export type QuestionStatistics = z.output<typeof QuestionStatistics>;

const statisticsOf = { book_id: Id, kind: QuestionTurn.optional() };
export const StatisticsQuery = ListQuery.extend({
  ...statisticsOf,
  /** In the order of the book, the fewest correct answers first, or the lowest discrimination first. */
  order: z.enum(STATISTICS_ORDERS).default('book'),
});
export const StatisticsFileQuery = z.object(statisticsOf);

const surveyOf = {
  book_id: Id,
  /** Answers of these days (UTC), both included. */
  from: IsoDate.optional(),
  to: IsoDate.optional(),
};
export const SurveyResultsQuery = z.object(surveyOf);
export const SurveyWordsQuery = ListQuery.extend({ ...surveyOf, question_id: Id });

export const SurveyResults = z.object({
  book_id: Id,
  /** Null = the book has no survey. */
  title: z.string().nullable(),
  /** The number of readers whose answers are in these results. */
  number_of_readers: z.number().int(),
  /** The number of newest answers that are not shown yet, so that nobody can tell whose they are. */
  number_held_back: z.number().int(),
  /** Answers are shown in groups of this many readers, in the order of submission; 1 for staff. */
  group_size: z.number().int(),
  questions: z.array(
    z.object({
      id: Id,
      question: z.string(),
      question_type: z.enum(QUESTION_TYPES),
      is_mcq_single_choice: z.boolean(),
      /** No longer asked. */
      retired: z.boolean(),
      number_answered: z.number().int(),
      /** For ratings. */
      mean: z.number().nullable(),
      /** Percentages are of the readers who answered; with multiple choices they add up to more than 100. */
      choices: z.array(
        z.object({
          answer_choice: z.string(),
          rating: z.number().int().nullable(),
          number_chosen: z.number().int(),
          percentage: z.number(),
        }),
      ),
    }),
  ),
});
export type SurveyResults = z.output<typeof SurveyResults>;
export const SurveyWords = z.object({ text: z.string() });
