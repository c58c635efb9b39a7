/**
 * Questions in two shapes, told apart by `revealed`. The unrevealed one has no field that could carry the answer
 * key: whatever the server hands to it, `correct` and the justification are stripped before they leave.
 */
import { z } from 'zod';
import { Id, PageNumber, Timestamp } from './atoms.ts';

/** A grant-carrying address of a picture, or null. */
const ImageUrl = z.string().nullable();

const question = { question: z.string(), image_url: ImageUrl, points: z.number().int() };
const revelation = {
  justification: z.string(),
  justification_image_url: ImageUrl,
  /** The page that proves the answer. */
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
    /** Null for those who read without answering. */
    user_answer: z
      .object({
        question_id: Id,
        answer_choice_id: Id,
        /** As it was graded, also when the key was corrected since. */
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
  /** Every question has an answer of the caller. */
  solved: z.boolean(),
  user_points: z.number().int(),
};
export const QuizSummary = z.object(quizFacts);
export type QuizSummary = z.output<typeof QuizSummary>;
export const Quiz = z.object({
  ...quizFacts,
  book_id: Id,
  /** False for authors, editors and directors: they read. */
  may_submit: z.boolean(),
  questions: z.array(QuizQuestion),
});
export type Quiz = z.output<typeof Quiz>;

const testChoice = { id: Id, answer: z.string(), image_url: ImageUrl };
const testAnswer = z.object({ test_answer_choice_id: Id, correct: z.boolean() }).nullable();
/** Pre and post ask the same questions: the key stays until post is answered; own answers tell right or wrong. */
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

/** How a section of a chapter test went: of the post-test when it is solved, else of the pre-test. */
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
  /** The post-test may be answered: its page is reached, and enough of the chapter was shown since the pre-test. */
  post_open: z.boolean(),
  /** Of the pages from `pre_page` to `post_page`: how many were shown since the pre-test, and how many it takes. */
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
    /** Where to read about it, once it was answered; null in a paper. */
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
  /** Above half: not for credit. */
  passed: z.boolean(),
  /** 70 percent or more: what a certificate asks. */
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
  /** Of the book. An attempt may ask fewer, drawn for it when its paper is first opened. */
  number_of_questions: z.number().int(),
  /** In the order in which they are asked: drawn for each attempt. */
  details: z.object({ questions: z.array(FinalTestQuestion) }),
  /** The attempt that is shown; null before the first one, and when only the paper was asked for. */
  user_answers: z
    .object({
      number: z.number().int(),
      answers: z.array(z.object({ question_id: Id, answer_id: Id, correct: z.boolean() })),
      score: z.number().int(),
    })
    .nullable(),
  /** All of them, the latest first. */
  attempts: z.array(FinalTestAttempt),
  /** Until then no further attempt is taken; null = now. */
  retake_at: Timestamp.nullable(),
  /** What the next submission's `attempt` is: it makes a second sending of the same one harmless. */
  next_attempt: z.number().int(),
});
export type FinalTest = z.output<typeof FinalTest>;
