import { assessmentsCalls as calls } from '@vesalius/contract/assessments-calls';
import { readerCalls } from '@vesalius/contract/reader-calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../platform/durations.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { type BuiltQuestion, buildTest } from '../../testing/assessment-factories.ts';
import { buildBook, buildProgram, buildSubscription } from '../../testing/factories.ts';
import { expectOneResult } from '../../testing/one-result.ts';

describe('a chapter test', () => {
  let t: TestApp;
  let reader: Person;
  let test: Awaited<ReturnType<typeof buildTest>>;
  beforeAll(async () => {
    t = await testApp();
  });
  afterAll(() => t.close());

  const fresh = async (fields: Parameters<typeof buildTest>[1] = {}) => {
    test = await buildTest(t.deps.db, fields);
    reader = await t.person();
    await buildSubscription(t.deps.db, { userId: reader.id, bookId: test.bookId });
  };
  /** Right for as many questions as said, wrong for the rest. */
  const answersOf = (right: number) =>
    test.questions.map((question: BuiltQuestion, index) => ({
      question_id: question.id,
      test_answer_choice_id: index < right ? question.right : question.wrong,
    }));
  const submit = (test_type: number, answers: unknown, as: Person | null = reader) =>
    t.call(calls.submitTest, { as, body: { test_id: test.id, test_type, answers } });
  const get = (as: Person = reader) => t.call(calls.getTest, { as, params: { id: test.id } });
  const show = (shown: number[], query: object = {}, as: Person = reader) =>
    t.call(readerCalls.updateCurrentProgress, {
      as,
      query: { book_id: test.bookId, page: shown.at(-1) ?? 1, shown: shown.join(','), ...query },
    });
  /** Half of its 18 pages, and the page of the post-test; each takes two seconds. */
  const readChapter = async (as: Person = reader) => {
    t.clock.advance(18_000);
    await show([3, 4, 5, 6, 7, 8, 9, 10, 20], {}, as);
  };

  it('opens its post-test only after the pre-test', async () => {
    await fresh();
    expect(await submit(1, answersOf(4))).toMatchObject({
      status: 409,
      body: { code: 'pre_test_not_solved', message: 'Pre-test is not solved' },
    });
    expect((await submit(0, answersOf(2))).body).toMatchObject({ pre_solved: true, pre_test_points: 2 });
    await readChapter();
    expect((await submit(1, answersOf(4))).body).toMatchObject({ post_solved: true, post_test_points: 4 });
  });

  it('opens its post-test when its page is reached and half of the chapter was shown since the pre-test', async () => {
    await fresh();
    await show([3, 4, 5, 6, 7, 8, 9, 10, 20]);
    t.clock.advance(60_000);
    expect((await submit(0, answersOf(2))).body).toMatchObject({
      post_open: false,
      pages_shown: 0,
      pages_needed: 9,
    });
    expect(await submit(1, answersOf(4))).toMatchObject({
      status: 409,
      body: { code: 'chapter_not_read', message: expect.stringContaining('half of the chapter') },
    });
    t.clock.advance(60_000);
    await show([2, 3, 4, 5, 6, 7, 8, 9, 10, 21]);
    expect((await get()).body).toMatchObject({ post_open: false, pages_shown: 8 });
    const before = new Date(t.clock.now().getTime() - 90_000).toISOString();
    await show([11, 12], { read_at: before });
    expect((await get()).body).toMatchObject({ post_open: false, pages_shown: 8 });
    await show([11]);
    expect((await get()).body).toMatchObject({ post_open: true, pages_shown: 9 });
    expect((await submit(1, answersOf(4))).body).toMatchObject({ post_solved: true, post_open: false });
    t.clock.reset();
  });

  it('counts no more pages than there was time for since the pre-test', async () => {
    await fresh();
    t.clock.advance(HOUR_MS);
    await submit(0, answersOf(2));
    t.clock.advance(100);
    const all = Array.from({ length: 18 }, (_, index) => index + 3);
    await show(all);
    expect((await get()).body).toMatchObject({ post_open: false, pages_shown: 0 });
    expect((await submit(1, answersOf(4))).body.code).toBe('chapter_not_read');
    t.clock.advance(9_000);
    for (const page of all) await show([page]);
    expect((await get()).body).toMatchObject({ post_open: false, pages_shown: 4, pages_needed: 9 });
    t.clock.advance(9_000);
    expect((await get()).body).toMatchObject({ post_open: true, pages_shown: 9 });
    expect((await submit(1, answersOf(4))).body).toMatchObject({ post_solved: true });
  });

  it('opens its post-test to what was read offline, in as many calls as it takes, once the network is back', async () => {
    await fresh();
    await submit(0, answersOf(2));
    t.clock.advance(600_000);
    const ago = (seconds: number) => new Date(t.clock.now().getTime() - seconds * 1000).toISOString();
    const sent_at = ago(0);
    await show([3, 4, 5, 6, 7], { read_at: ago(300), sent_at });
    await show([8, 9, 10, 20], { read_at: ago(60), sent_at });
    expect((await get()).body).toMatchObject({ post_open: true, pages_shown: 9 });
  });

  it.each([
    ['slow', -HOUR_MS],
    ['fast', HOUR_MS],
  ])('opens its post-test on a device whose clock is %s', async (_what, wrong) => {
    await fresh();
    t.clock.advance(60_000);
    const onDevice = (ago: number) => new Date(t.clock.now().getTime() + wrong - ago).toISOString();
    await show([3, 4, 5, 6, 7, 8, 9, 10, 11], { read_at: onDevice(0), sent_at: onDevice(0) });
    t.clock.advance(60_000);
    await submit(0, answersOf(2));
    t.clock.advance(30_000);
    await show([3, 4], { read_at: onDevice(40_000), sent_at: onDevice(0) });
    expect((await get()).body).toMatchObject({ post_open: false, pages_shown: 0 });
    await show([3, 4, 5, 6, 7, 8, 9, 10, 20], { read_at: onDevice(1_000), sent_at: onDevice(0) });
    expect((await get()).body).toMatchObject({ post_open: true, pages_shown: 9 });
    expect((await submit(1, answersOf(4))).body).toMatchObject({ post_solved: true });
  });

  it('keeps its post-test closed until its page is reached', async () => {
    await fresh();
    await submit(0, answersOf(2));
    t.clock.advance(20_000);
    await show([3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect((await get()).body).toMatchObject({ post_open: false, pages_shown: 10 });
    expect((await submit(1, answersOf(4))).body.code).toBe('chapter_not_read');
    await show([20]);
    expect((await get()).body.post_open).toBe(true);
  });

  it('tells right or wrong after the pre-test and keeps the key until the post-test', async () => {
    await fresh();
    const before = await get();
    expect(before.body).toMatchObject({ pre_solved: false, sections_results: [] });
    expect(before.text).not.toMatch(/correct|justification/i);
    const nth = (body: { test_questions: { id: string }[] }, index: number) =>
      body.test_questions.find(({ id }) => id === test.questions[index]?.id);
    const pre = (await submit(0, answersOf(1))).body;
    expect(nth(pre, 0)).toMatchObject({
      revealed: false,
      pre_test_user_answer: { correct: true },
      post_test_user_answer: null,
    });
    expect(nth(pre, 1)).toMatchObject({ pre_test_user_answer: { correct: false } });
    expect(JSON.stringify(pre)).not.toMatch(/justification/i);
    await readChapter();
    const post = (await submit(1, answersOf(3))).body;
    expect(nth(post, 2)).toMatchObject({
      revealed: true,
      pre_test_user_answer: { correct: false },
      post_test_user_answer: { correct: true },
      justification: expect.stringContaining('Justification'),
    });
  });

  it('tells per section the percentage, where to read, and what it says of a weak result', async () => {
    await fresh({ message: 'Read it again.' });
    const { sections_results: pre } = (await submit(0, answersOf(2))).body;
    expect(pre).toEqual([
      {
        name: 'Section 1',
        percentage: 100,
        pre_test_score_percentage: 100,
        post_test_score_percentage: null,
        message: 'You know this section well.',
        section_from: 3,
        section_to: 7,
      },
      {
        name: 'Section 2',
        percentage: 0,
        pre_test_score_percentage: 0,
        post_test_score_percentage: null,
        message: 'Read it again.',
        section_from: 8,
        section_to: 19,
      },
    ]);
    await readChapter();
    const { sections_results: post } = (await submit(1, answersOf(4))).body;
    expect(post[1]).toMatchObject({
      percentage: 100,
      pre_test_score_percentage: 0,
      post_test_score_percentage: 100,
    });
  });

  it('is answered once a turn: the same again is harmless, another answer is refused', async () => {
    await fresh();
    const first = await submit(0, answersOf(2));
    expect((await submit(0, answersOf(2))).body).toEqual(first.body);
    expect((await submit(0, answersOf(3))).status).toBe(409);
    expect((await submit(0, answersOf(2).slice(1))).body.pre_test_points).toBe(2);
  });

  it('asks for every answer and for choices of its own questions', async () => {
    await fresh();
    expect((await submit(0, answersOf(2).slice(1))).body.message).toBe('Please answer all questions.');
    const foreign = answersOf(4).map((each) => ({
      ...each,
      test_answer_choice_id: test.questions[0]?.right,
    }));
    expect((await submit(0, foreign)).body.code).toBe('answer_not_of_question');
    expect((await submit(2, answersOf(4))).body.fields).toHaveProperty('test_type');
    expect((await get()).body.pre_solved).toBe(false);
  });

  it('stores one of a hundred identical submissions at once', async () => {
    await fresh();
    const answers = await Promise.all(Array.from({ length: 100 }, () => submit(0, answersOf(3))));
    expectOneResult(answers);
    expect((await get()).body).toMatchObject({ pre_test_points: 3, total_points: 4 });
  });

  it('keeps apart what many readers submit at once', async () => {
    await fresh();
    const { bookId } = test;
    const readers = await Promise.all(Array.from({ length: 30 }, () => t.person()));
    for (const { id } of readers) await buildSubscription(t.deps.db, { userId: id, bookId });
    for (const turn of [0, 1]) {
      const stored = await Promise.all(
        readers.map((each, index) => submit(turn, answersOf((index + turn) % 5), each)),
      );
      expect(stored.map(({ status }) => status)).toEqual(readers.map(() => 200));
      await Promise.all(readers.map((each) => readChapter(each)));
    }
    t.clock.advance(2 * DAY_MS);
    for (const [index, each] of readers.entries()) {
      const right = { pre: index % 5, post: (index + 1) % 5 };
      expect((await get(each)).body).toMatchObject({
        pre_test_points: right.pre,
        post_test_points: right.post,
      });
      const { number_due } = (await t.call(calls.getReview, { as: each })).body;
      expect(number_due).toBe(4 - right.post);
    }
    t.clock.reset();
  });

  it('lets one of two different submissions at once win, whole', async () => {
    await fresh();
    const answers = await Promise.all([submit(0, answersOf(0)), submit(0, answersOf(4))]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect([0, 4]).toContain((await get()).body.pre_test_points);
  });

  it('is read and not submitted by authors and directors, and closed to strangers', async () => {
    const author = await t.person({ role: 'author' });
    const director = await t.person({ role: 'program_director' });
    const book = await buildBook(t.deps.db, { authors: [author.email] });
    await buildProgram(t.deps.db, { bookIds: [book.id], directorIds: [director.id] });
    await fresh({ bookId: book.id });
    for (const person of [author, director]) {
      const seen = await get(person);
      expect(seen.body).toMatchObject({ may_submit: false });
      expect(seen.body.test_questions[0]).toMatchObject({ revealed: true, pre_test_user_answer: null });
      expect((await submit(0, answersOf(4), person)).status).toBe(403);
    }
    const stranger = await t.person();
    expect((await get(stranger)).status).toBe(403);
    expect((await submit(0, answersOf(4), stranger)).body.code).toBe('not_subscribed');
    expect((await submit(0, answersOf(4), null)).status).toBe(401);
  });

  it('is listed by pre_page, with the results of the caller alone', async () => {
    await fresh({ prePage: 9, postPage: 20 });
    const earlier = await buildTest(t.deps.db, { bookId: test.bookId, prePage: 2, mandatory: true });
    await submit(0, answersOf(1));
    const other = await t.person();
    await buildSubscription(t.deps.db, { userId: other.id, bookId: test.bookId });
    const list = (as: Person) => t.call(calls.listTests, { as, query: { book_id: test.bookId } });
    expect((await list(reader)).body.data).toMatchObject([
      { id: earlier.id, is_mandatory: true, pre_solved: false },
      { id: test.id, pre_solved: true, pre_test_points: 1, sections_results: [{}, {}] },
    ]);
    expect((await list(other)).body.data).toMatchObject([{}, { pre_solved: false, pre_test_points: null }]);
  });
});
