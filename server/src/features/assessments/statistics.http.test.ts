import { assessmentsCalls as calls } from '@vesalius/contract/assessments-calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../testing/app.ts';
import { buildFinalTest, buildQuiz } from '../../testing/assessment-factories.ts';
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
    // Twelve readers: the first six know nothing, the others everything; the last question is answered the other
    // way round, as a question with a wrong key would be. Second attempts do not count.
    for (let index = 0; index < 12; index += 1) {
      const reader = await t.person();
      await buildSubscription(t.deps.db, { userId: reader.id, bookId: book.id });
      const knows = index >= 6;
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
    expect(ofQuiz).toMatchObject({ kind: 'quiz', question_id: quiz.questions[0]?.id, number_answered: 0 });
    expect(ofQuiz).toMatchObject({ percentage_right: null, discrimination: null });
    expect(good).toMatchObject({ kind: 'final', number_answered: 12, number_right: 6, percentage_right: 50 });
    expect(good.discrimination).toBeGreaterThan(0.5);
    expect(reversed.discrimination).toBeLessThan(-0.5);
    const chosen = Object.fromEntries(
      good.choices.map((choice: { id: string; number_chosen: number }) => [choice.id, choice.number_chosen]),
    );
    expect(chosen).toMatchObject({
      [test.questions[0]?.right ?? '']: 6,
      [test.questions[0]?.wrong ?? '']: 6,
    });
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
