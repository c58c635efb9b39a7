import { assessmentsCalls as calls } from '@vesalius/contract/assessments-calls';
import { readerCalls } from '@vesalius/contract/reader-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../platform/durations.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { buildFinalTest, buildQuiz, buildTest } from '../../testing/assessment-factories.ts';
import { buildSubscription } from '../../testing/factories.ts';

describe('the review', () => {
  let t: TestApp;
  let reader: Person;
  beforeAll(async () => {
    t = await testApp();
  });
  afterAll(() => t.close());

  const subscribe = (bookId: string, endsAt?: Date) =>
    buildSubscription(t.deps.db, { userId: reader.id, bookId, ...(endsAt ? { endsAt } : {}) });
  const wrongQuiz = async () => {
    const quiz = await buildQuiz(t.deps.db, { questions: 3 });
    await subscribe(quiz.bookId);
    const answers = quiz.questions.map((question, index) => ({
      question_id: question.id,
      answer_choice_id: index === 0 ? question.right : question.wrong,
    }));
    await t.call(calls.submitQuiz, { as: reader, body: { book_quiz_id: quiz.id, answers } });
    return quiz;
  };
  const review = () => t.call(calls.getReview, { as: reader });
  const answer = (
    question: { id: string; right: string; wrong: string },
    choose: 'right' | 'wrong',
    more = {},
  ) =>
    t.call(calls.answerReview, {
      as: reader,
      body: { question_id: question.id, answer_choice_id: question[choose], ...more },
    });

  it('asks on the next day what went wrong, and nothing that went right', async () => {
    t.clock.reset();
    reader = await t.person();
    const quiz = await wrongQuiz();
    expect((await review()).body).toMatchObject({ due: [], number_due: 0, number_of_cards: 2 });
    t.clock.advance(DAY_MS);
    const { body, text } = await review();
    expect(body.number_due).toBe(2);
    expect(body.due.map((card: { question: { id: string } }) => card.question.id).sort()).toEqual(
      [quiz.questions[1]?.id, quiz.questions[2]?.id].sort(),
    );
    expect(body.due[0]).toMatchObject({
      book_id: quiz.bookId,
      question: { revealed: false, user_answer: null },
    });
    expect(text).not.toMatch(/"correct"|justification/i);
  });

  it('shows the answer after it, brings a wrong one back sooner than a right one, and asks each once', async () => {
    t.clock.reset();
    reader = await t.person();
    const { questions } = await wrongQuiz();
    const [, first, second] = questions as [never, (typeof questions)[0], (typeof questions)[0]];
    expect(await answer(first, 'right')).toMatchObject({ status: 409, body: { code: 'already_answered' } });
    t.clock.advance(DAY_MS);
    const right = (await answer(first, 'right')).body;
    const wrong = (await answer(second, 'wrong')).body;
    expect(right).toMatchObject({
      correct: true,
      question: { revealed: true, justification: expect.any(String) },
    });
    expect(wrong.correct).toBe(false);
    expect(Date.parse(right.due_at)).toBeGreaterThan(Date.parse(wrong.due_at));
    expect((await answer(first, 'right')).status).toBe(409);
    t.clock.set(new Date(right.due_at));
    const again = (await answer(first, 'right', { effort: 'easy' })).body;
    expect(again.interval_days).toBeGreaterThan(right.interval_days);
    expect((await review()).body.number_of_cards).toBe(2);
  });

  it('lets the reader’s own word decide how soon a right answer comes back', async () => {
    t.clock.reset();
    reader = await t.person();
    const { questions, bookId, id } = await buildQuiz(t.deps.db, { questions: 3 });
    await subscribe(bookId);
    const answers = questions.map((q) => ({ question_id: q.id, answer_choice_id: q.wrong }));
    await t.call(calls.submitQuiz, { as: reader, body: { book_quiz_id: id, answers } });
    t.clock.advance(DAY_MS);
    const days: number[] = [];
    for (const [index, effort] of ['hard', 'good', 'easy'].entries())
      days.push(
        (await answer(questions[index] as (typeof questions)[0], 'right', { effort })).body.interval_days,
      );
    const [hard = 0, good = 0, easy = 0] = days;
    expect(hard).toBeLessThan(good);
    expect(good).toBeLessThan(easy);
  });

  it('asks for that word after the answer was seen, as often as the reader changes it', async () => {
    t.clock.reset();
    reader = await t.person();
    const { questions } = await wrongQuiz();
    const [, first, second] = questions as [never, (typeof questions)[0], (typeof questions)[0]];
    const rate = (question: { id: string }, effort: string, as = reader) =>
      t.call(calls.rateReview, { as, params: { questionId: question.id }, body: { effort } });
    expect((await rate(first, 'easy')).status).toBe(404);
    t.clock.advance(DAY_MS);
    const good = (await answer(first, 'right')).body;
    const easy = (await rate(first, 'easy')).body;
    expect(Date.parse(easy.due_at)).toBeGreaterThan(Date.parse(good.due_at));
    expect((await rate(first, 'easy')).body).toEqual(easy);
    const hard = (await rate(first, 'hard')).body;
    expect(Date.parse(hard.due_at)).toBeLessThan(Date.parse(good.due_at));
    expect((await rate(first, 'good')).body).toEqual({
      due_at: good.due_at,
      interval_days: good.interval_days,
    });
    // It comes back when the last word says so.
    await rate(first, 'hard');
    const wrong = (await answer(second, 'wrong')).body;
    expect((await rate(second, 'easy')).body.due_at).toBe(wrong.due_at);
    expect((await rate(first, 'easy', await t.person())).status).toBe(404);
    t.clock.set(new Date(hard.due_at));
    const due = (await review()).body.due.map((card: { question: { id: string } }) => card.question.id);
    expect(due).toContain(first.id);
    expect((await rate(first, 'easy')).body.due_at).toBe(hard.due_at);
  });

  it('leaves out the wrong answers of a pre-test until the post-test shows the key', async () => {
    t.clock.reset();
    reader = await t.person();
    const test = await buildTest(t.deps.db);
    await subscribe(test.bookId);
    const submit = (test_type: number) =>
      t.call(calls.submitTest, {
        as: reader,
        body: {
          test_id: test.id,
          test_type,
          answers: test.questions.map((q) => ({ question_id: q.id, test_answer_choice_id: q.wrong })),
        },
      });
    await submit(0);
    t.clock.advance(2 * DAY_MS);
    expect((await review()).body.number_of_cards).toBe(0);
    const pages = Array.from(
      { length: test.postPage - test.prePage + 1 },
      (_, index) => test.prePage + index,
    );
    await t.call(readerCalls.updateCurrentProgress, {
      as: reader,
      query: { book_id: test.bookId, page: test.postPage, shown: pages.join(',') },
    });
    await submit(1);
    expect((await review()).body.number_of_cards).toBe(4);
  });

  it('asks only from books that may be read, and of readers alone', async () => {
    t.clock.reset();
    reader = await t.person();
    const final = await buildFinalTest(t.deps.db, { questions: 2 });
    await subscribe(final.bookId, new Date(t.clock.now().getTime() + DAY_MS));
    await t.call(calls.submitFinalTest, {
      as: reader,
      query: { book_id: final.bookId },
      body: { answers: final.questions.map((q) => ({ question_id: q.id, answer_id: q.wrong })) },
    });
    t.clock.advance(DAY_MS);
    expect((await review()).body).toMatchObject({ due: [], number_of_cards: 0 });
    const [question] = final.questions as [(typeof final.questions)[0]];
    expect((await answer(question, 'right')).body.code).toBe('not_subscribed');
    const other = await t.person();
    const foreign = { question_id: question.id, answer_choice_id: question.right };
    expect((await t.call(calls.answerReview, { as: other, body: foreign })).status).toBe(404);
    expect((await t.call(calls.getReview, {})).status).toBe(401);
    expect((await t.call(calls.getReview, { as: await t.person({ role: 'author' }) })).status).toBe(403);
  });

  it('counts only what is still asked', async () => {
    t.clock.reset();
    reader = await t.person();
    const { questions } = await wrongQuiz();
    t.clock.advance(DAY_MS);
    await sql`update questions set retired_at = ${t.clock.now()} where id = ${questions[1]?.id}`.execute(
      t.deps.db,
    );
    const { due, number_due, number_of_cards } = (await review()).body;
    expect({ shown: due.length, number_due, number_of_cards }).toEqual({
      shown: 1,
      number_due: 1,
      number_of_cards: 1,
    });
  });

  it('refuses a choice of another question', async () => {
    t.clock.reset();
    reader = await t.person();
    const { questions } = await wrongQuiz();
    t.clock.advance(DAY_MS);
    const body = { question_id: questions[1]?.id, answer_choice_id: questions[2]?.right };
    expect((await t.call(calls.answerReview, { as: reader, body })).body.code).toBe('answer_not_of_question');
    expect((await review()).body.number_due).toBe(2);
  });
});
