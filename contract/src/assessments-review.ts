/** The review of wrongly answered questions. */
import { z } from 'zod';
import { QuizQuestion } from './assessments-questions.ts';
import { Id, Timestamp } from './atoms.ts';

/** The book of a reviewed question. */
const origin = { book_id: Id, book_title: z.string() };

export const Review = z.object({
  /** Due questions, the longest overdue first; at most REVIEW_SESSION_SIZE. Not revealed before they are answered. */
  due: z.array(z.object({ ...origin, question: QuizQuestion })),
  number_due: z.number().int(),
  number_of_cards: z.number().int(),
  /** When the next question is due, if none is due now. */
  next_due_at: Timestamp.nullable(),
});
export type Review = z.output<typeof Review>;

export const ReviewAnswer = z.object({
  question_id: Id,
  answer_choice_id: Id,
  /** The reader's rating of a correct answer; a wrong one is always "again". */
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
