/** What comes after the tests: review of what went wrong, and the author's view of the questions. */
import { z } from 'zod';
import { QuizQuestion } from './assessments-questions.ts';
import { Id, PageNumber, Timestamp } from './atoms.ts';

/** Where in the shop a reviewed question comes from. */
const origin = { book_id: Id, book_title: z.string() };

export const Review = z.object({
  /** Due now, the longest overdue first; at most REVIEW_SESSION_SIZE. Never revealed before they are answered. */
  due: z.array(z.object({ ...origin, question: QuizQuestion })),
  number_due: z.number().int(),
  number_of_cards: z.number().int(),
  /** When the next one comes back, if none is due. */
  next_due_at: Timestamp.nullable(),
});
export type Review = z.output<typeof Review>;

export const ReviewAnswer = z.object({
  question_id: Id,
  answer_choice_id: Id,
  /** The reader's own word on a right answer; a wrong one is always "again". */
  effort: z.enum(['hard', 'good', 'easy']).default('good'),
});
export const ReviewOutcome = z.object({
  ...origin,
  question: QuizQuestion,
  correct: z.boolean(),
  due_at: Timestamp,
  interval_days: z.number(),
});
export type ReviewOutcome = z.output<typeof ReviewOutcome>;

export const QuestionStatistics = z.object({
  question_id: Id,
  kind: z.enum(['quiz', 'test', 'final']),
  subject_title: z.string(),
  question: z.string(),
  page_number: PageNumber.nullable(),
  /** Answers given, each reader and turn once; of the final test the first attempt that asked it. */
  number_answered: z.number().int(),
  number_right: z.number().int(),
  percentage_right: z.number().nullable(),
  /** Point-biserial correlation with the share of points in the rest of the same paper, -1 to 1; null with too few answers. */
  discrimination: z.number().nullable(),
  choices: z.array(
    z.object({ id: Id, answer: z.string(), correct: z.boolean(), number_chosen: z.number().int() }),
  ),
});
export type QuestionStatistics = z.output<typeof QuestionStatistics>;
