/** The review of wrongly answered questions, and practice beyond what is due. */
import { z } from 'zod';
import { QuizQuestion } from './assessments-questions.ts';
import { Id, Timestamp } from './atoms.ts';
import { Card } from './cards.ts';

/** The book of a reviewed question. */
const origin = { book_id: Id, book_title: z.string() };

export const Review = z.object({
  /** Due questions, the longest overdue first; at most REVIEW_SESSION_SIZE. Not revealed before they are answered. */
  due: z.array(z.object({ ...origin, question: QuizQuestion })),
  /** Due cards that the reader made, the longest overdue first; at most REVIEW_SESSION_SIZE. */
  cards: z.array(Card),
  number_of_due_cards: z.number().int(),
  number_due: z.number().int(),
  number_of_cards: z.number().int(),
  /** When the next question or card is due, of those that are not due now. */
  next_due_at: Timestamp.nullable(),
  /** When a question or card was last answered in the review. */
  last_reviewed_at: Timestamp.nullable(),
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

const practiced = { number_missed: z.number().int(), number_new: z.number().int() };
/** What can be practiced now, though nothing is due, and what becomes due in the next eight days. */
export const Practice = z.object({
  books: z.array(
    z.object({
      ...origin,
      ...practiced,
      chapters: z.array(z.object({ id: Id, title: z.string(), ...practiced })),
    }),
  ),
  /** Questions and own cards by the quarter of an hour, so that days can be counted in any time zone. */
  coming: z.array(z.object({ due_at: Timestamp, number: z.number().int() })),
});
export type Practice = z.output<typeof Practice>;

/** `missed`: once answered wrong, and not due yet. `new`: of a quiz, and not answered yet. */
export const PRACTICE_KINDS = ['missed', 'new'] as const;
export type PracticeKind = (typeof PRACTICE_KINDS)[number];
export const PracticeQuery = z.object({
  book_id: Id.optional(),
  chapter_id: Id.optional(),
  /** Both kinds if it is absent, the missed ones first. */
  kind: z.enum(PRACTICE_KINDS).optional(),
});
export const PracticeQuestions = z.object({
  /** At most REVIEW_SESSION_SIZE. */
  questions: z.array(z.object({ ...origin, question: QuizQuestion })),
});
export type PracticeQuestions = z.output<typeof PracticeQuestions>;

export const PracticeAnswer = z.object({ question_id: Id, answer_choice_id: Id });
export const PracticeOutcome = z.object({
  ...origin,
  question: QuizQuestion,
  correct: z.boolean(),
  /** When the review asks it. Null: it was never answered wrong. */
  due_at: Timestamp.nullable(),
});
export type PracticeOutcome = z.output<typeof PracticeOutcome>;
