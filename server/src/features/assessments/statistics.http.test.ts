import { assessmentsCalls as calls } from '@vesalius/contract/assessments-calls';
import { readerCalls } from '@vesalius/contract/reader-calls';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../testing/app.ts';
import { buildFinalTest, buildQuiz, buildTest } from '../../testing/assessment-factories.ts';
import { buildBook, buildSubscription } from '../../testing/factories.ts';

describe('how questions perform', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp();
  });
  afterAll(() => t.close());

  it('is told per question: answered, right, discrimination, and how often each choice was chosen', async () => {
    const author = await t.person({ role: 'author' });
    const book = await buildBook(t.deps.db, { authors: [author.email] });
    const test = await buildFinalTest(t.deps.db, { bookId: book.id, questions: 4 });
    const quiz = await buildQuiz(t.deps.db, { bookId: book.id, questions: 1 });
    // Twenty readers: the first ten know nothing, the others everything; the last question is answered the other
    // way round, as a question with a wrong key would be. Second attempts do not count.
    for (let index = 0; index < 20; index += 1) {
      const reader = await t.person();
      await buildSubscription(t.deps.db, { userId: reader.id, bookId: book.id });
      const knows = index >= 10;
      for (const attempt of [1, 2])
        await t.call(calls.submitFinalTest, {
          as: reader,
          query: { book_id: book.id },
          body: {
            attempt,
            answers: test.questions.map((q, at) => ({
              question_id: q.id,
              answer_id: attempt === 2 || (at === 3 ? !knows : knows) ? q.right : q.wrong,
            })),
          },
        });
    }
    const answer = await t.call(calls.listQuestionStatistics, { as: author, query: { book_id: book.id } });
    expect(answer.body.metadata.count).toBe(5);
    const [ofQuiz, good, , , reversed] = answer.body.data;
    expect(ofQuiz).toMatchObject({ kind: 'quiz', question_id: quiz.questions[0]?.id, number_answered: null });
    expect(ofQuiz).toMatchObject({ percentage_right: null, discrimination: null });
    expect(good).toMatchObject({
      kind: 'final',
      number_answered: 20,
      number_right: 10,
      percentage_right: 50,
    });
    expect(good.discrimination).toBeGreaterThan(0.5);
    expect(reversed.discrimination).toBeLessThan(-0.5);
    const chosen = Object.fromEntries(
      good.choices.map((choice: { id: string; number_chosen: number }) => [choice.id, choice.number_chosen]),
    );
    expect(chosen).toMatchObject({
      [test.questions[0]?.right ?? '']: 10,
      [test.questions[0]?.wrong ?? '']: 10,
    });
  });

  it('is told for pre-test and post-test apart, with difficulty from ten answers on, by kind and by the worst', async () => {
    const author = await t.person({ role: 'author' });
    const book = await buildBook(t.deps.db, { authors: [author.email] });
    const test = await buildTest(t.deps.db, { bookId: book.id, questions: 2 });
    await buildQuiz(t.deps.db, { bookId: book.id, questions: 1 });
    // Before the chapter five of twenty know the first answer, after it all; one reader has not come to the post-test.
    const answer = async (index: number) => {
      const reader = await t.person();
      await buildSubscription(t.deps.db, { userId: reader.id, bookId: book.id });
      const submit = (test_type: 0 | 1, right: boolean[]) =>
        t.call(calls.submitTest, {
          as: reader,
          body: {
            test_id: test.id,
            test_type,
            answers: test.questions.map((question, at) => ({
              question_id: question.id,
              test_answer_choice_id: right[at] ? question.right : question.wrong,
            })),
          },
        });
      await submit(0, [index < 5, index % 2 === 0]);
      const shown = Array.from({ length: 18 }, (_none, page) => page + 3);
      const query = { book_id: book.id, page: 20, shown: shown.join(',') };
      t.clock.advance(36_000);
      if (index !== 20) await t.call(readerCalls.updateCurrentProgress, { as: reader, query });
      if (index !== 20) expect((await submit(1, [true, index % 2 === 0])).status).toBe(200);
    };
    for (let index = 0; index < 21; index += 1) await answer(index);
    const get = async (query: Record<string, string> = {}, as = author) =>
      (await t.call(calls.listQuestionStatistics, { as, query: { book_id: book.id, ...query } })).body;
    const all = await get();
    expect(all.metadata.count).toBe(5);
    expect(all.data.map(({ kind }: { kind: string }) => kind)).toEqual([
      'quiz',
      'pre',
      'pre',
      'post',
      'post',
    ]);
    const [, before, , after] = all.data;
    expect(before).toMatchObject({
      question_id: test.questions[0]?.id,
      number_answered: 20,
      number_right: 5,
      percentage_right: 25,
      difficulty: 'hard',
    });
    expect(after).toMatchObject({
      question_id: test.questions[0]?.id,
      number_answered: 20,
      percentage_right: 100,
      difficulty: 'easy',
      // Everybody was right: nothing tells good readers from others.
      discrimination: null,
    });
    const chosen = (of: typeof before) =>
      of.choices.reduce((sum: number, { number_chosen: times }: { number_chosen: number }) => sum + times, 0);
    expect([chosen(before), chosen(after)]).toEqual([20, 20]);
    expect((await get({ kind: 'post' })).metadata.count).toBe(2);
    const hardest = await get({ order: 'hardest' });
    expect(hardest.data[0]).toMatchObject({ kind: 'pre', percentage_right: 25 });
    // What nobody has answered is no bad question.
    expect(hardest.data.at(-1)).toMatchObject({ kind: 'quiz', difficulty: null });
    const staff = await t.person({ role: 'staff' });
    expect((await get({}, staff)).data[1]).toMatchObject({ number_answered: 21 });
    // The difference of two looks is never what one reader answered.
    await answer(21);
    expect((await get()).data).toEqual(all.data);
    expect((await get({}, staff)).data[1]).toMatchObject({ number_answered: 22 });
    const csv = await t.call(calls.downloadQuestionStatistics, { as: author, query: { book_id: book.id } });
    const rows = parse(csv.text, { columns: true, bom: true }) as Record<string, string>[];
    expect(rows).toHaveLength(5);
    expect(rows[1]).toMatchObject({
      asked_in: 'pre',
      answered: '20',
      percent_right: '25',
      difficulty: 'hard',
      times_chosen: '15',
    });
  });

  it('is told of a few answers to staff alone', async () => {
    const author = await t.person({ role: 'author' });
    const staff = await t.person({ role: 'staff' });
    const book = await buildBook(t.deps.db, { authors: [author.email] });
    const test = await buildFinalTest(t.deps.db, { bookId: book.id, questions: 2 });
    for (let index = 0; index < 9; index += 1) {
      const reader = await t.person();
      await buildSubscription(t.deps.db, { userId: reader.id, bookId: book.id });
      const answers = test.questions.map((q, at) => ({
        question_id: q.id,
        answer_id: at === 0 ? q.right : q.wrong,
      }));
      const query = { book_id: book.id };
      await t.call(calls.submitFinalTest, { as: reader, query, body: { attempt: 1, answers } });
    }
    const get = async (as: typeof author) => {
      const query = { book_id: book.id, order: 'hardest' };
      return (await t.call(calls.listQuestionStatistics, { as, query })).body.data;
    };
    // Not even how many they are: the count would tell when each of them answered.
    const few = { number_answered: null, number_right: null, percentage_right: null, difficulty: null };
    const shown = await get(author);
    // In the order of the book: the order would tell as well.
    expect(shown).toMatchObject([
      { ...few, question_id: test.questions[0]?.id },
      { ...few, question_id: test.questions[1]?.id },
    ]);
    expect(JSON.stringify(shown)).not.toMatch(/"number_chosen":[^n]/);
    expect(await get(staff)).toMatchObject([
      { question_id: test.questions[1]?.id, number_answered: 9, number_right: 0, percentage_right: 0 },
      { question_id: test.questions[0]?.id, number_right: 9, percentage_right: 100 },
    ]);
    const csv = async (as: typeof author) => {
      const { text } = await t.call(calls.downloadQuestionStatistics, { as, query: { book_id: book.id } });
      return parse(text, { columns: true, bom: true }) as Record<string, string>[];
    };
    expect(await csv(author)).toMatchObject([
      { answered: '', right: '', percent_right: '', times_chosen: '' },
      { right: '' },
    ]);
    expect(await csv(staff)).toMatchObject([{ right: '9', percent_right: '100' }, { right: '0' }]);
  });

  it('is nobody else’s business', async () => {
    const book = await buildBook(t.deps.db);
    const get = (as: Awaited<ReturnType<TestApp['person']>> | null) =>
      t.call(calls.listQuestionStatistics, { as, query: { book_id: book.id } });
    expect((await get(await t.person({ role: 'author' }))).status).toBe(403);
    expect((await get(await t.person())).status).toBe(403);
    expect((await get(null)).status).toBe(401);
  });
});
