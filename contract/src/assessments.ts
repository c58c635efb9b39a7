import { z } from 'zod';
import { assessmentsCalls } from './assessments-calls.ts';
import { MAX_QUESTIONS } from './assessments-limits.ts';
import { FinalTest, Quiz, QuizSummary, Test, TestSummary } from './assessments-questions.ts';
import {
  QuestionStatistics,
  StatisticsFileQuery,
  StatisticsQuery,
  SurveyResults,
  SurveyResultsQuery,
  SurveyWords,
  SurveyWordsQuery,
} from './assessments-results.ts';
import {
  Practice,
  PracticeAnswer,
  PracticeOutcome,
  PracticeQuery,
  PracticeQuestions,
  Review,
  ReviewAnswer,
  ReviewOutcome,
  ReviewRating,
  ReviewSchedule,
} from './assessments-review.ts';
import { Survey, SurveyAnswer, SurveySubmission } from './assessments-surveys.ts';
import { Id, ListQuery, listOf, PageNumber, QueryFlag, Timestamp } from './atoms.ts';
import { TEST_TYPE } from './constants.ts';
import { defineEndpoints } from './endpoints.ts';

/** An answer consists of two ids with their names. */
const SUBMISSION_BODY_LIMIT = MAX_QUESTIONS * 150;

/** For drafts: texts may be long, and a paper is answered little by little. */
const MAX_DRAFT_ANSWERS = 500;

const OfBook = ListQuery.extend({ book_id: Id });
const QuizAnswer = z.object({ question_id: Id, answer_choice_id: Id });
export const TestType = z.literal([TEST_TYPE.pre, TEST_TYPE.post]);

export const DRAFT_KINDS = ['quiz', 'pre', 'post', 'final', 'survey'] as const;
const draftOf = { kind: z.enum(DRAFT_KINDS), subject_id: Id };
/** The current answers. An empty choice or text removes the earlier answer. */
const DraftAnswer = z.object({
  question_id: Id,
  choice_ids: z.array(Id).max(20).default([]),
  rating: z.number().int().min(1).max(20).optional(),
  text: SurveyAnswer.shape.open_ended_answer,
  /** Marked for later. */
  marked: z.boolean().optional(),
  /** By the device's clock: an answer that waited there does not replace a later one. Undefined = now. */
  answered_at: Timestamp.optional(),
});
export type DraftAnswer = z.output<typeof DraftAnswer>;
const Draft = z.object({ ...draftOf, answers: z.array(DraftAnswer), updated_at: Timestamp.nullable() });
export type Draft = z.output<typeof Draft>;

const submission = [
  'answers_incomplete',
  'answer_not_of_question',
  'already_answered',
  'not_subscribed',
] as const;

export const assessmentsEndpoints = defineEndpoints(assessmentsCalls, {
  listBookQuizzes: {
    summary: 'Quizzes of a book, by page',
    query: OfBook,
    answer: listOf(QuizSummary),
    errors: ['not_subscribed'],
  },
  getQuiz: {
    summary: 'A quiz; answers and justifications only of answered questions',
    query: z.object({ book_id: Id.optional(), book_page: PageNumber.optional() }),
    answer: Quiz,
    errors: ['not_subscribed'],
  },
  submitQuiz: {
    summary: 'Answer what is left of a quiz',
    body: z.object({ book_quiz_id: Id, answers: z.array(QuizAnswer).max(MAX_QUESTIONS) }),
    bodyLimit: SUBMISSION_BODY_LIMIT,
    answer: Quiz,
    errors: submission,
  },
  answerQuizQuestion: {
    summary: 'Answer one question of a quiz',
    body: QuizAnswer,
    answer: Quiz,
    errors: submission,
  },
  listTests: {
    summary: 'Chapter tests of a book, by pre_page',
    query: OfBook,
    answer: listOf(TestSummary),
    errors: ['not_subscribed'],
  },
  getTest: {
    summary: 'A chapter test; answers and justifications only after the post-test',
    query: z.object({
      book_id: Id.optional(),
      /** The turn that determines the order of the questions; by default the next one. */
      turn: z.enum(['pre', 'post']).optional(),
    }),
    answer: Test,
    errors: ['not_subscribed'],
  },
  submitTest: {
    summary: 'Answer the pre-test (0) or the post-test (1)',
    description:
      'Every question has to be answered, else nothing is stored. Each test is answered once: the same answers again get the stored result, others 409 `already_answered`.',
    body: z.object({
      test_id: Id,
      test_type: TestType,
      answers: z.array(z.object({ question_id: Id, test_answer_choice_id: Id })).max(MAX_QUESTIONS),
    }),
    bodyLimit: SUBMISSION_BODY_LIMIT,
    answer: Test,
    errors: [...submission, 'pre_test_not_solved', 'chapter_not_read'],
  },
  getFinalTest: {
    summary: 'The final test: its paper, or an attempt with answers and justifications',
    query: z.object({
      book_id: Id,
      attempt: z.coerce.number().int().min(1).max(100_000).optional(),
      paper: QueryFlag.optional(),
    }),
    answer: FinalTest,
    errors: ['not_subscribed', 'final_test_not_found'],
  },
  submitFinalTest: {
    summary: 'Submit an attempt at the final test',
    description:
      'Answers exactly the questions of the paper as `GET /final_tests?paper=true` gave it. A book may draw some of its questions for each attempt: the paper stays the same until the attempt is submitted, and answers to other questions are refused.',
    query: z.object({ book_id: Id }),
    body: z.object({
      answers: z.array(z.object({ question_id: Id, answer_id: Id })).max(MAX_QUESTIONS),
      /** The `next_attempt` that was read; without it, the same answers as last time are the same submission. */
      attempt: z.number().int().min(1).max(100_000).optional(),
    }),
    bodyLimit: SUBMISSION_BODY_LIMIT,
    answer: FinalTest,
    errors: [...submission, 'final_test_not_found', 'retake_too_soon'],
  },
  getSurvey: { summary: 'The survey of a book', answer: Survey, errors: ['not_subscribed'] },
  submitSurvey: {
    summary: 'Answer the survey',
    body: SurveySubmission,
    answer: Survey,
    errors: [...submission, 'read_only_role'],
  },
  getAnswerDraft: {
    summary: 'Answers given and not submitted yet',
    query: z.object(draftOf),
    answer: Draft,
    errors: ['not_subscribed'],
  },
  saveAnswerDraft: {
    summary: 'Keep answers, question by question, until they are submitted',
    description:
      'Adds to what was kept before, question by question; the answer that was given last is kept, whichever arrives last. Answers with what is kept of these questions. Send large papers in parts.',
    body: z.object({
      ...draftOf,
      answers: z.array(DraftAnswer).max(MAX_DRAFT_ANSWERS),
      /** By the same clock as `answered_at`: the server uses the difference of the two. */
      sent_at: Timestamp.optional(),
    }),
    answer: Draft,
    errors: ['not_subscribed', 'answer_not_of_question', 'already_answered'],
  },
  listQuestionStatistics: {
    summary: 'How the questions of a book perform, pre-test and post-test apart, by first attempts',
    query: StatisticsQuery,
    answer: listOf(QuestionStatistics),
    errors: ['not_allowed', 'not_subscribed'],
  },
  downloadQuestionStatistics: {
    summary: 'The same as CSV, all of them',
    query: StatisticsFileQuery,
    raw: 'text/csv',
    errors: ['not_allowed', 'not_subscribed'],
  },
  getSurveyResults: {
    summary: 'What readers answered in the survey of a book, without names',
    description:
      'Authors and editors see answers in groups of `group_size` readers, in the order of their coming, and a group belongs to the day of its last answer; the newest are held back until their group is full. Staff see every answer.',
    query: SurveyResultsQuery,
    answer: SurveyResults,
    errors: ['not_allowed', 'not_subscribed'],
  },
  listSurveyWords: {
    summary: 'What readers wrote to an open question, without names and in no order of their coming',
    query: SurveyWordsQuery,
    answer: listOf(SurveyWords),
    errors: ['not_allowed', 'not_subscribed'],
  },
  downloadSurveyResults: {
    summary: 'The results of the survey as CSV, with all words',
    query: SurveyResultsQuery,
    raw: 'text/csv',
    errors: ['not_allowed', 'not_subscribed'],
  },
  getReview: { summary: 'Questions to review today', answer: Review },
  answerReview: {
    summary: 'Answer a question that is due for review',
    body: ReviewAnswer,
    answer: ReviewOutcome,
    errors: ['answer_not_of_question', 'already_answered', 'not_subscribed'],
  },
  getPractice: {
    summary: 'What can be practiced now, and what comes back in the next days',
    answer: Practice,
  },
  listPracticeQuestions: {
    summary: 'Questions to practice now',
    query: PracticeQuery,
    answer: PracticeQuestions,
    errors: ['not_subscribed'],
  },
  answerPractice: {
    summary: 'Answer a question in practice',
    description:
      'A question of a quiz that was not answered yet is answered in its quiz. Of another one nothing is stored, except that the review asks a question that went wrong the next day at the latest.',
    body: PracticeAnswer,
    answer: PracticeOutcome,
    errors: ['answer_not_of_question', 'already_answered', 'not_subscribed', 'read_only_role'],
  },
  rateReview: {
    summary: 'Say how hard the last answer to a question of the review was',
    description:
      'Of a right answer, until the question is due again: it then comes back sooner or later. Sent twice it counts once. A wrong answer keeps its day.',
    params: z.object({ questionId: Id }),
    body: ReviewRating,
    answer: ReviewSchedule,
    errors: ['not_subscribed'],
  },
});
export type AssessmentsEndpoints = typeof assessmentsEndpoints;
