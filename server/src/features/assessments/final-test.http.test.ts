import { assessmentsCalls as calls } from '@vesalius/contract/assessments-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../platform/durations.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { buildFinalTest } from '../../testing/assessment-factories.ts';
import { buildBook, buildSubscription } from '../../testing/factories.ts';
import { expectOneResult } from '../../testing/one-result.ts';

const CERTIFICATE = {
  title: 'Certificate',
  description: 'Of a book',
  hours_of_participation: 6,
  credits: 4.5,
};

describe('the final test', () => {
  let t: TestApp;
  let reader: Person;
  let test: Awaited<ReturnType<typeof buildFinalTest>>;
  beforeAll(async () => {
    t = await testApp();
  });
  afterAll(() => t.close());

  const fresh = async (certificate: Record<string, unknown> | null = null) => {
    const book = await buildBook(t.deps.db, { certificate });
    test = await buildFinalTest(t.deps.db, { bookId: book.id });
    reader = await t.person();
    await buildSubscription(t.deps.db, { userId: reader.id, bookId: test.bookId });
  };
  const answersOf = (right: number) =>
    test.questions.map((question, index) => ({
      question_id: question.id,
      answer_id: index < right ? question.right : question.wrong,
    }));
  const submit = (right: number, attempt?: number, as: Person | null = reader) =>
    t.call(calls.submitFinalTest, {
      as,
      query: { book_id: test.bookId },
      body: { answers: answersOf(right), ...(attempt ? { attempt } : {}) },
    });
  const get = (query: Record<string, string | number | boolean> = {}, as: Person = reader) =>
    t.call(calls.getFinalTest, { as, query: { book_id: test.bookId, ...query } });

  it('is a paper without a key before the first attempt', async () => {
    await fresh();
    const paper = await get();
    expect(paper.body).toMatchObject({ user_answers: null, attempts: [], next_attempt: 1, total_score: 10 });
    expect(paper.text).not.toMatch(/"correct"|justification/i);
  });

  it('keeps every attempt, and the best one counts', async () => {
    await fresh();
    await submit(6, 1);
    await submit(8, 2);
    const third = await submit(5, 3);
    expect(third.body.attempts).toMatchObject([
      { number: 3, score: 5, percentage: 50, passed: false, reaches_certificate: false, best: false },
      { number: 2, score: 8, passed: true, reaches_certificate: true, best: true },
      { number: 1, score: 6, passed: true, reaches_certificate: false, best: false },
    ]);
    expect((await get()).body.user_answers).toMatchObject({ number: 3, score: 5 });
    expect((await get({ attempt: 2 })).body.user_answers.answers).toHaveLength(10);
    expect((await get({ attempt: 9 })).status).toBe(404);
  });

  it('hands out the bare paper for a retake', async () => {
    await fresh();
    await submit(6, 1);
    const paper = await get({ paper: true });
    expect(paper.body).toMatchObject({ user_answers: null, next_attempt: 2 });
    expect(paper.text).not.toMatch(/"correct"|justification/i);
    expect((await get()).body.details.questions[0]).toMatchObject({
      revealed: true,
      justification: expect.any(String),
    });
  });

  it('recognises a submission that comes twice, by its number or by its answers', async () => {
    await fresh();
    const first = await submit(6, 1);
    expect((await submit(6, 1)).body).toEqual(first.body);
    expect((await submit(6)).body.attempts).toHaveLength(1);
    expect(await submit(7, 1)).toMatchObject({ status: 409, body: { code: 'already_answered' } });
    expect((await submit(6, 2)).body.attempts).toHaveLength(2);
    t.clock.advance(10 * MINUTE_MS);
    expect((await submit(7)).body.attempts).toHaveLength(3);
    expect((await submit(7, 9)).status).toBe(409);
  });

  it('stores one of a hundred identical submissions at once, numbered or not', async () => {
    await fresh();
    for (const attempt of [1, undefined]) {
      const answers = await Promise.all(Array.from({ length: 100 }, () => submit(6, attempt)));
      expectOneResult(answers);
      expect((await get()).body.attempts).toHaveLength(1);
    }
  });

  it('lets the second retake wait ten minutes, until an attempt reaches the certificate', async () => {
    await fresh();
    expect((await submit(5, 1)).body).toMatchObject({ retake_at: null, retake_pause_minutes: 10 });
    const until = new Date(t.clock.now().getTime() + 10 * MINUTE_MS).toISOString();
    expect((await submit(6, 2)).body.retake_at).toBe(until);
    for (const number of [3, undefined])
      expect(await submit(8, number)).toMatchObject({
        status: 409,
        body: { code: 'retake_too_soon', retry_at: until },
      });
    expect((await submit(6, 2)).body.attempts).toHaveLength(2);
    t.clock.advance(10 * MINUTE_MS);
    expect((await get({ paper: true })).body.retake_at).toBeNull();
    expect((await submit(8, 3)).body.retake_at).toBeNull();
    expect((await submit(9, 4)).body.attempts).toHaveLength(4);
  });

  it('takes one of many retakes that were sent at once, and waits after it', async () => {
    await fresh();
    await submit(5, 1);
    const answers = await Promise.all([2, 3, 4, 2, 3].map((right) => submit(right)));
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect((await get()).body.attempts).toHaveLength(2);
  });

  it('waits as long as the book says', async () => {
    await fresh();
    await sql`update final_tests set retake_pause_minutes = 0 where id = ${test.id}`.execute(t.deps.db);
    expect((await get({ paper: true })).body.retake_pause_minutes).toBe(0);
    for (const number of [1, 2, 3]) expect((await submit(number, number)).status).toBe(200);
  });

  it('keeps the key of a book with a certificate until an attempt reaches it, in the review too', async () => {
    await fresh(CERTIFICATE);
    const failed = await submit(6, 1);
    expect(failed.body.details.questions[9]).toMatchObject({ revealed: false, page_number: 5 });
    expect(failed.body.user_answers.answers.map((each: { correct: boolean }) => each.correct)).toEqual(
      test.questions.map((_, index) => index < 6),
    );
    const seen = await get({ attempt: 1 });
    for (const { text } of [failed, seen])
      expect(text).not.toMatch(/justification|"correct":(true|false),"image_url/i);
    t.clock.advance(2 * DAY_MS);
    const due = async () => (await t.call(calls.getReview, { as: reader })).body.number_due;
    expect(await due()).toBe(0);
    expect((await submit(7, 2)).body.details.questions[0]).toMatchObject({ revealed: true });
    expect((await get({ attempt: 1 })).body.details.questions[9]).toMatchObject({
      revealed: true,
      justification: expect.any(String),
    });
    expect(await due()).toBe(4);
  });

  it('shows the key after every attempt where the book says so', async () => {
    await fresh(CERTIFICATE);
    await sql`update final_tests set review = 'always' where id = ${test.id}`.execute(t.deps.db);
    expect((await submit(1, 1)).body.details.questions[0]).toMatchObject({ revealed: true });
  });

  it('answers "Final Test Not Found" where there is none', async () => {
    const book = await buildBook(t.deps.db);
    const person = await t.person();
    await buildSubscription(t.deps.db, { userId: person.id, bookId: book.id });
    const none = await t.call(calls.getFinalTest, { as: person, query: { book_id: book.id } });
    expect(none).toMatchObject({
      status: 404,
      body: { code: 'final_test_not_found', message: 'Final Test Not Found' },
    });
  });

  it('asks for every answer, for access and for a reader', async () => {
    await fresh();
    const incomplete = await t.call(calls.submitFinalTest, {
      as: reader,
      query: { book_id: test.bookId },
      body: { answers: answersOf(5).slice(2) },
    });
    expect(incomplete.body.message).toBe('Please answer all questions.');
    expect((await submit(6, 1, await t.person())).status).toBe(403);
    expect((await submit(6, 1, await t.person({ role: 'editor' }))).status).toBe(403);
    expect((await submit(6, 1, null)).status).toBe(401);
    expect((await get({}, await t.person())).body.code).toBe('not_subscribed');
  });

  it('shows an author the key, and no attempts', async () => {
    const author = await t.person({ role: 'author' });
    const book = await buildBook(t.deps.db, { authors: [author.email] });
    test = await buildFinalTest(t.deps.db, { bookId: book.id });
    const seen = (await get({}, author)).body;
    expect(seen).toMatchObject({ may_submit: false, attempts: [], user_answers: null });
    expect(seen.details.questions[0]).toMatchObject({ revealed: true });
  });
});
