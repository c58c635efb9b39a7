import { assessmentsCalls as calls } from '@vesalius/contract/assessments-calls';
import { certificatesCalls } from '@vesalius/contract/certificates-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import {
  type BuiltQuestion,
  buildFinalTest,
  buildQuiz,
  buildTest,
} from '../../testing/assessment-factories.ts';
import { buildBook, buildSubscription } from '../../testing/factories.ts';
import { regradeBook } from './regrade-book.ts';

interface FinalQuestion {
  readonly question_id: string;
  readonly answer_choices: readonly { readonly answer_choice_id: string }[];
}
/** Everything that has an order on the screen. */
const orderOf = (questions: readonly FinalQuestion[]) =>
  questions.map(({ question_id, answer_choices }) => [
    question_id,
    answer_choices.map(({ answer_choice_id }) => answer_choice_id),
  ]);
const idsOf = (questions: readonly FinalQuestion[]) => questions.map(({ question_id }) => question_id);

describe('the paper of an attempt', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp();
  });
  afterAll(() => t.close());

  const readerOf = async (bookId: string) => {
    const reader = await t.person();
    await buildSubscription(t.deps.db, { userId: reader.id, bookId });
    return reader;
  };
  const get = (as: Person, bookId: string, query: Record<string, string | number> = { paper: 'true' }) =>
    t.call(calls.getFinalTest, { as, query: { book_id: bookId, ...query } });
  const submit = (as: Person, bookId: string, answers: readonly [string, string][], attempt: number) =>
    t.call(calls.submitFinalTest, {
      as,
      query: { book_id: bookId },
      body: { attempt, answers: answers.map(([question_id, answer_id]) => ({ question_id, answer_id })) },
    });
  const byId = (questions: readonly BuiltQuestion[]) => new Map(questions.map((each) => [each.id, each]));
  const answersTo = (
    asked: readonly string[],
    questions: readonly BuiltQuestion[],
    right = asked.length,
  ): [string, string][] =>
    asked.map((id, index) => {
      const question = byId(questions).get(id);
      return [id, (index < right ? question?.right : question?.wrong) ?? ''];
    });

  /** A final test of thirty questions that asks ten. */
  const drawing = async (fields: Parameters<typeof buildBook>[1] = {}) => {
    const { id: bookId } = await buildBook(t.deps.db, fields);
    const test = await buildFinalTest(t.deps.db, { bookId, questions: 30 });
    await sql`update final_tests set questions_per_attempt = 10 where id = ${test.id}`.execute(t.deps.db);
    return { ...test, reader: await readerOf(bookId) };
  };

  it('has an order for each reader and attempt, the same at each reading and in what is seen afterwards', async () => {
    const test = await buildFinalTest(t.deps.db, { questions: 12 });
    const [one, other] = [await readerOf(test.bookId), await readerOf(test.bookId)];
    const first = orderOf((await get(one, test.bookId)).body.details.questions);
    expect(first.map(([id]) => id)).not.toEqual(test.questions.map(({ id }) => id));
    expect(orderOf((await get(one, test.bookId)).body.details.questions)).toEqual(first);
    expect(orderOf((await get(one, test.bookId, {})).body.details.questions)).toEqual(first);
    expect(orderOf((await get(other, test.bookId)).body.details.questions)).not.toEqual(first);

    const answers = answersTo(
      idsOf(test.questions.map(({ id }) => ({ question_id: id, answer_choices: [] }))),
      test.questions,
      9,
    );
    const done = await submit(one, test.bookId, answers, 1);
    expect(done.body.attempts).toMatchObject([{ score: 9, total: 12 }]);
    expect(orderOf(done.body.details.questions)).toEqual(first);
    const second = orderOf((await get(one, test.bookId)).body.details.questions);
    expect(second).not.toEqual(first);
    await submit(one, test.bookId, answers, 2);
    expect(orderOf((await get(one, test.bookId, { attempt: 1 })).body.details.questions)).toEqual(first);
    expect(orderOf((await get(one, test.bookId, { attempt: 2 })).body.details.questions)).toEqual(second);
  });

  it('of a quiz and of each turn of a chapter test has an order of its own, too', async () => {
    const { id: bookId } = await buildBook(t.deps.db);
    const [quiz, test] = [
      await buildQuiz(t.deps.db, { bookId, questions: 12 }),
      await buildTest(t.deps.db, { bookId, questions: 12 }),
    ];
    const reader = await readerOf(bookId);
    const quizOrder = async () =>
      (await t.call(calls.getQuiz, { as: reader, params: { id: quiz.id } })).body.questions.map(
        (question: { id: string }) => question.id,
      );
    const ofQuiz = await quizOrder();
    expect(ofQuiz).not.toEqual(quiz.questions.map(({ id }) => id));
    expect(new Set(ofQuiz)).toEqual(new Set(quiz.questions.map(({ id }) => id)));
    const [answered] = quiz.questions;
    await t.call(calls.answerQuizQuestion, {
      as: reader,
      params: { id: quiz.id },
      body: { question_id: answered?.id, answer_choice_id: answered?.right },
    });
    expect(await quizOrder()).toEqual(ofQuiz);

    const read = async (turn?: string) =>
      (
        await t.call(calls.getTest, { as: reader, params: { id: test.id }, query: turn ? { turn } : {} })
      ).body.test_questions.map((question: { id: string }) => question.id);
    const pre = await read();
    expect(await read('pre')).toEqual(pre);
    const submitted = await t.call(calls.submitTest, {
      as: reader,
      body: {
        test_id: test.id,
        test_type: 0,
        answers: test.questions.map(({ id, right }) => ({ question_id: id, test_answer_choice_id: right })),
      },
    });
    expect(submitted.body.test_questions.map((question: { id: string }) => question.id)).toEqual(pre);
    const post = await read();
    expect(post).not.toEqual(pre);
    expect(await read('post')).toEqual(post);
    expect(await read('pre')).toEqual(pre);
  });

  it('keeps the order of the book where the book says so, and for those who only read', async () => {
    const author = await t.person({ role: 'author' });
    const { id: bookId } = await buildBook(t.deps.db, { authors: [author.email] });
    const test = await buildFinalTest(t.deps.db, { bookId, questions: 12 });
    const inBook = test.questions.map(({ id }) => id);
    expect(idsOf((await get(author, bookId)).body.details.questions)).toEqual(inBook);
    await sql`update final_tests set keep_question_order = true where id = ${test.id}`.execute(t.deps.db);
    expect(idsOf((await get(await readerOf(bookId), bookId)).body.details.questions)).toEqual(inBook);
  });

  it('of an attempt that was submitted without opening it is that of the book', async () => {
    const test = await buildFinalTest(t.deps.db, { questions: 12 });
    const reader = await readerOf(test.bookId);
    const inBook = test.questions.map(({ id }) => id);
    const done = await submit(reader, test.bookId, answersTo(inBook, test.questions), 1);
    expect(idsOf(done.body.details.questions)).toEqual(inBook);
    expect(idsOf((await get(reader, test.bookId, {})).body.details.questions)).toEqual(inBook);
  });

  it('draws its questions once: no reading of it draws anew, the next attempt does', async () => {
    const { bookId, questions, reader } = await drawing();
    const papers = await Promise.all(Array.from({ length: 8 }, () => get(reader, bookId)));
    const [first] = papers;
    expect(first?.body).toMatchObject({ number_of_questions: 30, total_score: 10 });
    const asked = idsOf(first?.body.details.questions);
    expect(asked).toHaveLength(10);
    for (const { body } of papers) expect(idsOf(body.details.questions)).toEqual(asked);
    expect((await submit(reader, bookId, answersTo(asked, questions, 5).slice(1), 1)).status).toBe(422);
    expect(idsOf((await get(reader, bookId)).body.details.questions)).toEqual(asked);

    const done = await submit(reader, bookId, answersTo(asked, questions, 6), 1);
    expect(done.body.attempts).toMatchObject([{ score: 6, total: 10, percentage: 60 }]);
    expect(idsOf(done.body.details.questions)).toEqual(asked);
    const next = idsOf((await get(reader, bookId)).body.details.questions);
    expect(next).toHaveLength(10);
    expect(new Set(next)).not.toEqual(new Set(asked));
    expect(idsOf((await get(reader, bookId, {})).body.details.questions)).toEqual(asked);
  });

  it('takes answers to exactly its questions, opened or not, and keeps no others', async () => {
    const { id, bookId, questions, reader } = await drawing();
    const all = questions.map((question) => question.id);
    expect((await submit(reader, bookId, answersTo(all, questions), 1)).body.code).toBe(
      'answer_not_of_question',
    );
    expect((await submit(reader, bookId, answersTo(all.slice(0, 9), questions), 1)).status).toBe(422);
    const asked = idsOf((await get(reader, bookId)).body.details.questions);
    const other = all.find((each) => !asked.includes(each)) ?? '';
    const changed = answersTo([...asked.slice(1), other], questions);
    expect((await submit(reader, bookId, changed, 1)).body.code).toBe('answer_not_of_question');
    const [[, choice] = ['', '']] = answersTo([other], questions);
    const keep = (question_id: string, choice_ids: string[]) =>
      t.call(calls.saveAnswerDraft, {
        as: reader,
        body: { kind: 'final', subject_id: id, answers: [{ question_id, choice_ids }] },
      });
    expect((await keep(other, [choice])).body.code).toBe('answer_not_of_question');
    expect((await keep(asked[0] ?? '', [])).status).toBe(200);
    expect((await get(reader, bookId, {})).body.attempts).toEqual([]);
  });

  it('stores one of many submissions of the same drawn paper', async () => {
    const { bookId, questions, reader } = await drawing();
    const asked = idsOf((await get(reader, bookId)).body.details.questions);
    const sent = await Promise.all(
      Array.from({ length: 10 }, () => submit(reader, bookId, answersTo(asked, questions, 7), 1)),
    );
    for (const { body } of sent) expect(body.attempts).toMatchObject([{ number: 1, score: 7, total: 10 }]);
  });

  it('asks another question for one that a new import retired, and keeps the answers to the rest', async () => {
    const { id, bookId, questions, reader } = await drawing();
    const asked = idsOf((await get(reader, bookId)).body.details.questions);
    const [gone, kept] = asked;
    const answers = answersTo([kept ?? ''], questions).map(([question_id, choice]) => ({
      ...{ question_id, choice_ids: [choice] },
    }));
    await t.call(calls.saveAnswerDraft, { as: reader, body: { kind: 'final', subject_id: id, answers } });
    await sql`update questions set retired_at = now() where id = ${gone}`.execute(t.deps.db);
    await sql`update books set revision = revision + 1 where id = ${bookId}`.execute(t.deps.db);
    const now = idsOf((await get(reader, bookId)).body.details.questions);
    expect(now).toHaveLength(10);
    expect(now).not.toContain(gone);
    expect(now).toEqual(expect.arrayContaining(asked.slice(1)));
    const draft = await t.call(calls.getAnswerDraft, {
      as: reader,
      query: { kind: 'final', subject_id: id },
    });
    expect(draft.body.answers).toEqual(answers);
    expect((await submit(reader, bookId, answersTo(now, questions), 1)).body.attempts).toMatchObject([
      { score: 10, total: 10 },
    ]);
  });

  it('gives the certificate the numbers of the attempt, and is graded again by a corrected key', async () => {
    const certificate = { title: 'C', description: '', hours_of_participation: 1 };
    const { bookId, questions, reader } = await drawing({ certificate });
    const asked = idsOf((await get(reader, bookId)).body.details.questions);
    await submit(reader, bookId, answersTo(asked, questions, 6), 1);
    const corrected = byId(questions).get(asked[9] ?? '');
    await sql`update choices set correct = (id = ${corrected?.wrong}) where question_id = ${corrected?.id}`.execute(
      t.deps.db,
    );
    expect(await regradeBook(t.deps.db, bookId, t.clock.now())).toMatchObject([
      { before: 6, after: 7, total: 10 },
    ]);
    const list = await t.call(certificatesCalls.listCertificates, { as: reader });
    expect(list.body.metadata.count).toBe(1);
    const [row] = (
      await sql<{
        score: number;
        total: number;
      }>`select final_score as score, final_total as total from certificates
        where user_id = ${reader.id}`.execute(t.deps.db)
    ).rows;
    expect(row).toEqual({ score: 7, total: 10 });
  });

  it('counts in the statistics each reader’s first answer to a question, whichever attempt asked it', async () => {
    const author = await t.person({ role: 'author' });
    const { bookId, questions, reader } = await drawing({ authors: [author.email] });
    const seen = new Set<string>();
    for (const attempt of [1, 2, 3]) {
      const asked = idsOf((await get(reader, bookId)).body.details.questions);
      for (const id of asked) seen.add(id);
      await submit(reader, bookId, answersTo(asked, questions, 10), attempt);
    }
    const { body } = await t.call(calls.listQuestionStatistics, {
      as: await t.person({ role: 'staff' }),
      query: { book_id: bookId, items: 100 },
    });
    for (const { question_id, number_answered, number_right } of body.data) {
      const times = seen.has(question_id) ? 1 : 0;
      expect([number_answered, number_right]).toEqual([times, times]);
    }
  });
});
