import { assessmentsEndpoints } from '@vesalius/contract/assessments';
import type { Quiz } from '@vesalius/contract/assessments-questions';
import { PAGE_SIZE, TEST_TYPE } from '@vesalius/contract/constants';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import { demand } from '../../platform/errors.ts';
import { fileUrl } from '../../platform/grants.ts';
import { metadataOf, sliceOf } from '../../platform/lists.ts';
import type { Actor } from '../accounts/actor.ts';
import { mount } from '../accounts/mount.ts';
import { demandAccess } from '../catalogue/access.ts';
import { recordUsage } from '../institutions/record-usage.ts';
import { readDraft, saveDraft } from './answer-drafts.ts';
import { findBookOfSubject } from './paper-queries.ts';
import { answerPractice, listPracticeQuestions, readPractice } from './practice.ts';
import { readFinalTest } from './read-final-test.ts';
import { quizSummary, readQuiz } from './read-quiz.ts';
import { readSurvey } from './read-survey.ts';
import { readTest, readTests } from './read-test.ts';
import { resultHandlers } from './result-handlers.ts';
import { answerReview, rateReview, readReview } from './review.ts';
import { storeTurn, type Turn } from './store-turn.ts';
import { listQuizzes } from './subject-queries.ts';
import { submitFinalTest } from './submit-final-test.ts';
import { submitSurvey } from './submit-survey.ts';
import { submitTest } from './submit-test.ts';
import { TestPapers } from './test-papers.ts';

export function assessmentsRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps;
  const papers = new TestPapers();
  const context = () => {
    const now = clock.now();
    return { now, imageUrl: (key: string | null) => key && fileUrl(deps.config.secretKey, key, now) };
  };

  /** Checks visibility and access, then stores. */
  async function submitQuiz(
    actor: Actor,
    quizId: string,
    turn: Pick<Turn, 'answers' | 'partial'>,
  ): Promise<Quiz> {
    const { now, imageUrl } = context();
    const bookId = await findBookOfSubject(db, 'quiz', quizId);
    demand(bookId, 'not_found');
    const { records } = await demandAccess(db, actor, bookId, now);
    demand(records, 'read_only_role');
    await storeTurn(db, { ...turn, kind: 'quiz', subjectId: quizId, userId: actor.userId, bookId }, now);
    return readQuiz(db, { actor, quizId, imageUrl, now });
  }

  mount(app, deps, assessmentsEndpoints, {
    ...resultHandlers(deps),
    listBookQuizzes: async ({ actor, query: { book_id: bookId, page, items = PAGE_SIZE.maximum } }) => {
      await demandAccess(db, actor, bookId, clock.now());
      const rows = await listQuizzes(db, { bookId }, actor.userId);
      return cutPage(rows.map(quizSummary), page, items);
    },
    getQuiz: async ({ actor, params, query }) => {
      const quiz = await readQuiz(db, { actor, quizId: params.id, bookId: query.book_id, ...context() });
      const use = { bookId: quiz.book_id, page: quiz.book_page, partId: quiz.quiz_id };
      await recordUsage(deps, actor, { ...use, kind: 'investigation' });
      return quiz;
    },
    submitQuiz: ({ actor, body }) =>
      submitQuiz(actor, body.book_quiz_id, { answers: body.answers.map(toGiven) }),
    answerQuizQuestion: ({ actor, params, body }) =>
      submitQuiz(actor, params.id, { answers: [toGiven(body)], partial: true }),

    listTests: async ({ actor, query: { book_id: bookId, page, items = PAGE_SIZE.maximum } }) => {
      const now = clock.now();
      await demandAccess(db, actor, bookId, now);
      return cutPage(await readTests(db, actor, bookId, now), page, items);
    },
    getTest: async ({ actor, params, query }) => {
      const test = await readTest(db, {
        actor,
        testId: params.id,
        bookId: query.book_id,
        turn: query.turn,
        ...context(),
      });
      const use = { bookId: test.book_id, page: test.pre_page, partId: test.id };
      await recordUsage(deps, actor, { ...use, kind: 'investigation' });
      return test;
    },
    submitTest: ({ actor, body }) =>
      submitTest(db, {
        actor,
        testId: body.test_id,
        turn: body.test_type === TEST_TYPE.post ? 'post' : 'pre',
        answers: body.answers.map((answer) => ({
          questionId: answer.question_id,
          choiceId: answer.test_answer_choice_id,
        })),
        papers,
        ...context(),
      }),

    getFinalTest: async ({ actor, query }) => {
      const { book_id: bookId, attempt, paper } = query;
      const finalTest = await readFinalTest(db, { actor, bookId, attempt, paper, ...context() });
      await recordUsage(deps, actor, { bookId, partId: finalTest.id, kind: 'investigation' });
      return finalTest;
    },
    submitFinalTest: ({ actor, query, body }) =>
      submitFinalTest(db, {
        actor,
        bookId: query.book_id,
        answers: body.answers.map(({ question_id, answer_id }) => ({
          questionId: question_id,
          choiceId: answer_id,
        })),
        attempt: body.attempt,
        papers,
        ...context(),
      }),

    getSurvey: ({ actor, params }) => readSurvey(db, { actor, surveyId: params.surveyId, now: clock.now() }),
    submitSurvey: async ({ actor, body }) => {
      const now = clock.now();
      await submitSurvey(db, { actor, surveyId: body.survey_id, answers: body.answers }, now);
      return readSurvey(db, { actor, surveyId: body.survey_id, now });
    },

    getAnswerDraft: ({ actor, query }) =>
      readDraft(
        db,
        actor,
        { userId: actor.userId, kind: query.kind, subjectId: query.subject_id },
        clock.now(),
      ),
    saveAnswerDraft: ({ actor, body }) => {
      const of = { userId: actor.userId, kind: body.kind, subjectId: body.subject_id };
      const sentAt = body.sent_at ? new Date(body.sent_at) : null;
      return saveDraft(db, actor, of, { answers: body.answers, sentAt, now: clock.now() });
    },

    getReview: ({ actor }) => {
      const { now, imageUrl } = context();
      return readReview(db, actor, imageUrl, now);
    },
    answerReview: ({ actor, body }) =>
      answerReview(db, {
        actor,
        questionId: body.question_id,
        choiceId: body.answer_choice_id,
        effort: body.effort,
        ...context(),
      }),
    getPractice: ({ actor }) => readPractice(db, actor, clock.now()),
    listPracticeQuestions: ({ actor, query }) =>
      listPracticeQuestions(db, {
        actor,
        bookId: query.book_id,
        chapterId: query.chapter_id,
        kind: query.kind,
        ...context(),
      }),
    answerPractice: ({ actor, body }) =>
      answerPractice(db, {
        actor,
        questionId: body.question_id,
        choiceId: body.answer_choice_id,
        ...context(),
      }),
    rateReview: ({ actor, params, body }) =>
      rateReview(db, { actor, questionId: params.questionId, effort: body.effort, now: clock.now() }),
  });
}

const toGiven = (answer: { question_id: string; answer_choice_id: string }) => ({
  questionId: answer.question_id,
  choiceId: answer.answer_choice_id,
});

/** A book has a few hundred at most: all are read, and the page is cut here. */
function cutPage<Item>(all: readonly Item[], page: number, items: number) {
  const { limit, offset } = sliceOf(page, items);
  return { data: all.slice(offset, offset + limit), metadata: metadataOf(all.length, page, items) };
}
