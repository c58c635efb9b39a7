import { assessmentsCalls as calls } from '@vesalius/contract/assessments-calls';
import type { Practice } from '@vesalius/contract/assessments-review';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../platform/durations.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { type BuiltQuestion, buildQuiz, buildTest } from '../../testing/assessment-factories.ts';
import { buildSubscription } from '../../testing/factories.ts';

describe('practice', () => {
  let t: TestApp;
  let reader: Person;
  beforeAll(async () => {
    t = await testApp();
  });
  afterAll(() => t.close());
  beforeEach(async () => {
    t.clock.reset();
    reader = await t.person();
  });

  /** A subscriber's book with a quiz of three questions, of which the first one was answered wrong. */
  const missedOne = async () => {
    const quiz = await buildQuiz(t.deps.db, { questions: 3 });
    await buildSubscription(t.deps.db, { userId: reader.id, bookId: quiz.bookId });
    const [missed, first, second] = quiz.questions as [BuiltQuestion, BuiltQuestion, BuiltQuestion];
    await t.call(calls.answerQuizQuestion, {
      as: reader,
      params: { id: quiz.id },
      body: { question_id: missed.id, answer_choice_id: missed.wrong },
    });
    return { bookId: quiz.bookId, quizId: quiz.id, missed, first, second };
  };
  const practice = async (): Promise<Practice> => (await t.call(calls.getPractice, { as: reader })).body;
  const idsOf = async (query = {}, as = reader): Promise<string[]> =>
    (await t.call(calls.listPracticeQuestions, { as, query })).body.questions.map(
      ({ question }: { question: { id: string } }) => question.id,
    );
  const answer = (question: BuiltQuestion, choose: 'right' | 'wrong', as = reader) =>
    t.call(calls.answerPractice, {
      as,
      body: { question_id: question.id, answer_choice_id: question[choose] },
    });
  const review = async () => (await t.call(calls.getReview, { as: reader })).body;

  it('offers what was missed before what is new, of one kind, book or chapter, without the key', async () => {
    const { bookId, missed, first, second } = await missedOne();
    expect(await idsOf()).toEqual([missed.id, first.id, second.id]);
    expect(await idsOf({ kind: 'missed' })).toEqual([missed.id]);
    expect(await idsOf({ kind: 'new', book_id: bookId })).toEqual([first.id, second.id]);
    const { text } = await t.call(calls.listPracticeQuestions, { as: reader });
    expect(text).not.toMatch(/"correct"|justification/i);
    const [book] = (await practice()).books;
    expect(book).toMatchObject({ book_id: bookId, number_missed: 1, number_new: 2 });
    const [chapter, ...others] = book?.chapters ?? [];
    expect(chapter).toMatchObject({ number_missed: 1, number_new: 2 });
    expect(others).toEqual([]);
    expect(await idsOf({ chapter_id: chapter?.id })).toHaveLength(3);
  });

  it('keeps the day of a right answer, and asks a wrong one the next day', async () => {
    const { missed } = await missedOne();
    t.clock.advance(DAY_MS);
    const reviewed = await t.call(calls.answerReview, {
      as: reader,
      body: { question_id: missed.id, answer_choice_id: missed.right },
    });
    const { due_at: dueAt } = reviewed.body;
    expect(Date.parse(dueAt)).toBeGreaterThan(t.clock.now().getTime() + DAY_MS);
    for (let time = 0; time < 3; time += 1)
      expect((await answer(missed, 'right')).body).toMatchObject({ correct: true, due_at: dueAt });
    expect((await review()).next_due_at).toBe(dueAt);
    const wrong = (await answer(missed, 'wrong')).body;
    expect(wrong).toMatchObject({ correct: false, question: { revealed: true } });
    expect(wrong.due_at).toBe(new Date(t.clock.now().getTime() + DAY_MS).toISOString());
    // What the scheduler knew stays: the answer of the next day leads on from it.
    t.clock.advance(DAY_MS);
    const again = await t.call(calls.answerReview, {
      as: reader,
      body: { question_id: missed.id, answer_choice_id: missed.right },
    });
    expect(again.body.interval_days).toBeGreaterThan(1);
  });

  it('answers a new question in its quiz, once', async () => {
    const { quizId, first } = await missedOne();
    expect((await answer(first, 'right')).body).toMatchObject({ correct: true, due_at: null });
    const quiz = async () => (await t.call(calls.getQuiz, { as: reader, params: { id: quizId } })).body;
    expect(await quiz()).toMatchObject({ number_answered: 2, user_points: 1 });
    expect((await answer(first, 'wrong')).body).toMatchObject({ correct: false });
    expect(await quiz()).toMatchObject({ number_answered: 2, user_points: 1 });
    expect(await idsOf({ kind: 'new' })).not.toContain(first.id);
  });

  it('says what comes back in the next days', async () => {
    await missedOne();
    const { coming } = await practice();
    expect(coming.map(({ number }) => number)).toEqual([1]);
    const at = Date.parse(coming[0]?.due_at ?? '') - t.clock.now().getTime();
    expect(at).toBeGreaterThan(DAY_MS - 15 * 60_000 - 1);
    expect(at).toBeLessThanOrEqual(DAY_MS);
    t.clock.advance(DAY_MS);
    expect((await practice()).coming).toEqual([]);
  });

  it('leaves out the due ones, the questions of tests, and the books of others', async () => {
    const { bookId, missed, first } = await missedOne();
    const test = await buildTest(t.deps.db, { bookId });
    const [ofTest] = test.questions as [BuiltQuestion];
    expect(await idsOf()).toHaveLength(3);
    expect((await answer(ofTest, 'right')).status).toBe(404);
    t.clock.advance(DAY_MS);
    expect(await idsOf()).not.toContain(missed.id);
    const other = await t.person();
    expect(await idsOf({}, other)).toEqual([]);
    expect((await answer(first, 'right', other)).body.code).toBe('not_subscribed');
    const query = { book_id: bookId };
    expect((await t.call(calls.listPracticeQuestions, { as: other, query })).body.code).toBe(
      'not_subscribed',
    );
  });
});
