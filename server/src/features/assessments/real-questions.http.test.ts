import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { assessmentsCalls as calls } from '@vesalius/contract/assessments-calls';
import { readerCalls } from '@vesalius/contract/reader-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Db, many } from '../../platform/database/database.ts';
import { HOUR_MS } from '../../platform/durations.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import {
  type BuiltQuestion,
  buildFinalTest,
  buildQuiz,
  buildTest,
} from '../../testing/assessment-factories.ts';
import { buildBook, buildSubscription } from '../../testing/factories.ts';

/** Trial material beside the repository; REAL_DATA names it where it lies elsewhere. */
const FOLDER = process.env.REAL_DATA ?? resolve(import.meta.dirname, '../../../../../shared/data');
const FILE = join(FOLDER, 'cardiopulmonary/questions.json');

interface RealQuestion {
  readonly section: string;
  readonly question: string;
  readonly choices: readonly string[];
  readonly correct: number;
  readonly section_page: number;
}
const load = () => JSON.parse(readFileSync(FILE, 'utf8')) as RealQuestion[];

describe.skipIf(!existsSync(FILE))('the 138 questions of a real textbook', () => {
  let t: TestApp;
  let reader: Person;
  let bookId: string;
  /** Two questions may be worded alike: right is what is right for one of them. */
  const rightTexts = new Map<string, Set<string>>();
  beforeAll(async () => {
    t = await testApp();
    bookId = (await buildBook(t.deps.db, { pages: 450 })).id;
    reader = await t.person();
    await buildSubscription(t.deps.db, { userId: reader.id, bookId });
    for (const { question, choices, correct } of load())
      rightTexts.set(question, (rightTexts.get(question) ?? new Set()).add(choices[correct] ?? ''));
  });
  afterAll(() => t.close());

  /** Puts the real texts in the place of the made-up ones. */
  async function write(
    db: Db,
    built: readonly BuiltQuestion[],
    real: readonly RealQuestion[],
  ): Promise<void> {
    for (const [index, { id, choiceIds, right }] of built.entries()) {
      const { question, choices, correct, section_page: page } = real[index] as RealQuestion;
      await sql`update questions set question = ${question}, page_number = ${page} where id = ${id}`.execute(
        db,
      );
      const others = choices.filter((_text, at) => at !== correct);
      for (const choiceId of choiceIds) {
        const text = choiceId === right ? choices[correct] : others.shift();
        if (text === undefined) await sql`delete from choices where id = ${choiceId}`.execute(db);
        else await sql`update choices set answer = ${text} where id = ${choiceId}`.execute(db);
      }
    }
  }

  it('are asked as quizzes, chapter tests and a final test of forty, and graded as the book says', async () => {
    const { db } = t.deps;
    const real = load();
    expect(real).toHaveLength(138);
    const final = await buildFinalTest(db, { bookId, questions: 40 });
    await write(db, final.questions, real.slice(0, 40));
    const test = await buildTest(db, { bookId, questions: 49 });
    await write(db, test.questions, real.slice(40, 89));
    const quiz = await buildQuiz(db, { bookId, questions: 49 });
    await write(db, quiz.questions, real.slice(89));
    const count = await many(db, sql`select 1 from questions where book_id = ${bookId}`);
    expect(count).toHaveLength(138);

    // Answered by the words on the screen, as a person does.
    const choose = <Choice extends { answer: string }>(
      question: string,
      choices: readonly Choice[],
    ): Choice => {
      const right = choices.find(({ answer }) => rightTexts.get(question)?.has(answer));
      if (!right) throw new Error(`no right choice is offered: ${question}`);
      return right;
    };
    const quizPaper = (await t.call(calls.getQuiz, { as: reader, params: { id: quiz.id } })).body;
    const quizAnswers = quizPaper.questions.map(
      (q: { id: string; question: string; answer_choices: { id: string; answer: string }[] }) => ({
        question_id: q.id,
        answer_choice_id: choose(q.question, q.answer_choices).id,
      }),
    );
    const solvedQuiz = await t.call(calls.submitQuiz, {
      as: reader,
      body: { book_quiz_id: quiz.id, answers: quizAnswers },
    });
    expect(solvedQuiz.body).toMatchObject({ solved: true, user_points: 49 });

    const testPaper = (await t.call(calls.getTest, { as: reader, params: { id: test.id } })).body;
    const testAnswers = testPaper.test_questions.map(
      (q: { id: string; question: string; test_answer_choices: { id: string; answer: string }[] }) => ({
        question_id: q.id,
        test_answer_choice_id: choose(q.question, q.test_answer_choices).id,
      }),
    );
    const { prePage, postPage: page } = test;
    const chapter = Array.from({ length: page - prePage + 1 }, (_, index) => prePage + index).join(',');
    for (const test_type of [0, 1]) {
      await t.call(calls.submitTest, {
        as: reader,
        body: { test_id: test.id, test_type, answers: testAnswers },
      });
      await t.call(readerCalls.updateCurrentProgress, {
        as: reader,
        query: { book_id: bookId, page, shown: chapter },
      });
      t.clock.advance(HOUR_MS);
    }
    const tests = await t.call(calls.listTests, { as: reader, query: { book_id: bookId } });
    expect(tests.body.data).toMatchObject([{ pre_test_points: 49, post_test_points: 49 }]);

    const paper = (await t.call(calls.getFinalTest, { as: reader, query: { book_id: bookId } })).body;
    const answers = paper.details.questions.map(
      (q: {
        question_id: string;
        question: string;
        answer_choices: { answer_choice_id: string; answer: string }[];
      }) => ({
        question_id: q.question_id,
        answer_id: (choose(q.question, q.answer_choices) as unknown as { answer_choice_id: string })
          .answer_choice_id,
      }),
    );
    const result = await t.call(calls.submitFinalTest, {
      as: reader,
      query: { book_id: bookId },
      body: { answers },
    });
    expect(result.body.attempts).toMatchObject([{ score: 40, total: 40, percentage: 100 }]);
  });
});
