/**
 * Questions in two forms, told apart by `revealed`. The unrevealed form has no field for the answer key: whatever the server
 * passes, `correct` and the justification are dropped before they leave.
 */
import { z } from 'zod';
import { Id, PageNumber, Timestamp } from './atoms.ts';

/** The URL of an image with its grant, or null. */
const ImageUrl = z.string().nullable();

const question = { question: z.string(), image_url: ImageUrl, points: z.number().int() };
const revelation = {
  justification: z.string(),
  justification_image_url: ImageUrl,
  /** The page that contains the answer. */
  page_number: PageNumber.nullable(),
};

const quizChoice = { id: Id, question_id: Id, answer: z.string(), image_url: ImageUrl };
export const QuizQuestion = z.discriminatedUnion('revealed', [
  z.object({
    revealed: z.literal(false),
    id: Id,
    ...question,
    answer_choices: z.array(z.object(quizChoice)),
    user_answer: z.null(),
  }),
  z.object({
    revealed: z.literal(true),
    id: Id,
    ...question,
    ...revelation,
    answer_choices: z.array(z.object({ ...quizChoice, correct: z.boolean() })),
    /** Null for users who read without answering. */
    user_answer: z
      .object({
        question_id: Id,
        answer_choice_id: Id,
        /** The stored grade, even if the key was corrected since. */
        correct: z.boolean(),
        user_gained_points: z.number().int(),
      })
      .nullable(),
  }),
]);
export type QuizQuestion = z.output<typeof QuizQuestion>;

const quizFacts = {
  quiz_id: Id,
  book_quiz_id: Id,
  book_page: PageNumber,
  title: z.string(),
  total_points: z.number().int(),
  number_of_questions: z.number().int(),
  number_answered: z.number().int(),
  /** True if the caller has answered every question. */
  solved: z.boolean(),
  user_points: z.number().int(),
};
export const QuizSummary = z.object(quizFacts);
export type QuizSummary = z.output<typeof QuizSummary>;
export const Quiz = z.object({
  ...quizFacts,
  book_id: Id,
  /** False for authors, editors and directors, who only read. */
  may_submit: z.boolean(),
  questions: z.array(QuizQuestion),
});
export type Quiz = z.output<typeof Quiz>;

const testChoice = { id: Id, answer: z.string(), image_url: ImageUrl };
const testAnswer = z.object({ test_answer_choice_id: Id, correct: z.boolean() }).nullable();
/** Both turns ask the same questions: the key is hidden until the post-test is answered; own answers show their grade. */
export const TestQuestion = z.discriminatedUnion('revealed', [
  z.object({
    revealed: z.literal(false),
    id: Id,
    ...question,
    test_answer_choices: z.array(z.object(testChoice)),
    pre_test_user_answer: testAnswer,
    post_test_user_answer: z.null(),
  }),
  z.object({
    revealed: z.literal(true),
    id: Id,
    ...question,
    ...revelation,
    test_answer_choices: z.array(z.object({ ...testChoice, correct: z.boolean() })),
    pre_test_user_answer: testAnswer,
    post_test_user_answer: testAnswer,
  }),
]);
export type TestQuestion = z.output<typeof TestQuestion>;

/** The result of a section of a chapter test: of the post-test if it is solved, otherwise of the pre-test. */
export const SectionResult = z.object({
  name: z.string(),
  percentage: z.number().nullable(),
  message: z.string(),
  pre_test_score_percentage: z.number().nullable(),
  post_test_score_percentage: z.number().nullable(),
  /** First and last page of the section. */
  section_from: PageNumber,
  section_to: PageNumber,
});
export type SectionResult = z.output<typeof SectionResult>;

const testFacts = {
  id: Id,
  book_id: Id,
  title: z.string(),
  note: z.string(),
  is_mandatory: z.boolean(),
  pre_page: PageNumber,
  post_page: PageNumber,
  total_points: z.number().int(),
  number_of_questions: z.number().int(),
  pre_solved: z.boolean(),
  post_solved: z.boolean(),
  /** True if the post-test may be answered: its page was reached, and enough of the chapter was shown since the pre-test. */
  post_open: z.boolean(),
  /** How many pages from `pre_page` to `post_page` were shown since the pre-test, and how many are needed. */
  pages_shown: z.number().int(),
  pages_needed: z.number().int(),
  /** Null until the turn is solved. */
  pre_test_points: z.number().int().nullable(),
  post_test_points: z.number().int().nullable(),
  /** Empty until the pre-test is solved. */
  sections_results: z.array(SectionResult),
};
export const TestSummary = z.object(testFacts);
export type TestSummary = z.output<typeof TestSummary>;
export const Test = z.object({
  ...testFacts,
  may_submit: z.boolean(),
  test_questions: z.array(TestQuestion),
});
export type Test = z.output<typeof Test>;

const finalChoice = { answer_choice_id: Id, answer: z.string(), image_url: ImageUrl };
export const FinalTestQuestion = z.discriminatedUnion('revealed', [
  z.object({
    revealed: z.literal(false),
    question_id: Id,
    ...question,
    /** The page to read about it, once it is answered; null in a paper. */
    page_number: PageNumber.nullable(),
    answer_choices: z.array(z.object(finalChoice)),
  }),
  z.object({
    revealed: z.literal(true),
    question_id: Id,
    ...question,
    ...revelation,
    answer_choices: z.array(z.object({ ...finalChoice, correct: z.boolean() })),
  }),
]);
export type FinalTestQuestion = z.output<typeof FinalTestQuestion>;

export const FinalTestAttempt = z.object({
  number: z.number().int(),
  score: z.number().int(),
  total: z.number().int(),
  percentage: z.number(),
  /** More than half of the points; not enough for credit. */
  passed: z.boolean(),
  /** 70 percent or more, as a certificate requires. */
  reaches_certificate: z.boolean(),
  submitted_at: Timestamp,
  best: z.boolean(),
});
export type FinalTestAttempt = z.output<typeof FinalTestAttempt>;

export const FinalTest = z.object({
  id: Id,
  book_id: Id,
  book_title: z.string(),
  has_certificate: z.boolean(),
  note: z.string(),
  may_submit: z.boolean(),
  total_score: z.number().int(),
  /** The book's number. An attempt may ask fewer, which are drawn when its paper is first opened. */
  number_of_questions: z.number().int(),
  /** In the order of the attempt's paper. */
  details: z.object({ questions: z.array(FinalTestQuestion) }),
  /** The shown attempt; null before the first one, and if only the paper was requested. */
  user_answers: z
    .object({
      number: z.number().int(),
      answers: z.array(z.object({ question_id: Id, answer_id: Id, correct: z.boolean() })),
      score: z.number().int(),
    })
    .nullable(),
  /** All attempts, the latest first. */
  attempts: z.array(FinalTestAttempt),
  /** The next attempt is possible from this time on; null = now. */
  retake_at: Timestamp.nullable(),
  /** The book's pause from the second retake on, until an attempt reaches the certificate; 0 = none. */
  retake_pause_minutes: z.number().int(),
  /** The `attempt` of the next submission: it makes a repeated submission idempotent. */
  next_attempt: z.number().int(),
});
export type FinalTest = z.output<typeof FinalTest>;
