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

const Effort = z.enum(['hard', 'good', 'easy']);

export const ReviewAnswer = z.object({
  question_id: Id,
  answer_choice_id: Id,
  /** The reader's rating of a correct answer, which can be changed once the answer was seen; a wrong one is always "again". */
  effort: Effort.default('good'),
});
export const ReviewRating = z.object({ effort: Effort });
export const ReviewSchedule = z.object({ due_at: Timestamp, interval_days: z.number() });
export const ReviewOutcome = z.object({
  ...origin,
  question: QuizQuestion,
  correct: z.boolean(),
  ...ReviewSchedule.shape,
});
export type ReviewSchedule = z.output<typeof ReviewSchedule>;
export type ReviewOutcome = z.output<typeof ReviewOutcome>;
