import { assessmentsCalls } from '@vesalius/contract/assessments-calls';
import { readerCalls } from '@vesalius/contract/reader-calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../platform/durations.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { buildFinalTest } from '../../testing/assessment-factories.ts';
import { buildBook, buildSubscription } from '../../testing/factories.ts';

describe('the reading position', () => {
  let t: TestApp;
  let person: Person;
  let bookId: string;
  beforeAll(async () => {
    t = await testApp();
    person = await t.person();
    bookId = (await buildSubscription(t.deps.db, { userId: person.id })).bookId as string;
  });
  afterAll(() => t.close());

  const keep = (query: Record<string, string | number>, as: Person | null = person) =>
    t.call(readerCalls.updateCurrentProgress, {
      as,
      portal: 'customer',
      query: { book_id: bookId, ...query },
    });
  const place = async () =>
    (await t.call(readerCalls.getBookPages, { as: person, params: { id: bookId } })).body.progress;

  it('is stored, and a repeated request changes nothing', async () => {
    expect((await keep({ page: 7 })).body).toEqual({ status: 'in_progress', page: 7 });
    expect((await keep({ page: 7 })).body).toEqual({ status: 'in_progress', page: 7 });
    expect(await place()).toEqual({ status: 'in_progress', page: 7 });
  });

  it('can go back, and reaching the last page alone does not complete the book', async () => {
    t.clock.advance(60_000);
    expect((await keep({ page: 40 })).body).toEqual({ status: 'in_progress', page: 40 });
    t.clock.advance(60_000);
    expect((await keep({ page: 2 })).body).toEqual({ status: 'in_progress', page: 2 });
  });

  it('is not replaced by an earlier one that arrives late from offline reading', async () => {
    t.clock.advance(HOUR_MS);
    await keep({ page: 20 });
    const earlier = new Date(t.clock.now().getTime() - 60_000).toISOString();
    expect((await keep({ page: 11, read_at: earlier })).body).toMatchObject({ page: 20 });
    expect(await place()).toMatchObject({ page: 20 });
  });

  const FAR = [
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00Z',
    '1970-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
  ];
  it.each(FAR.flatMap((read_at) => [undefined, ...FAR].map((sent_at) => [read_at, sent_at] as const)))(
    'is kept from a device whose clock says that it read at %s and sent at %s',
    async (read_at, sent_at) => {
      const as = await t.person();
      const { bookId: book_id } = await buildSubscription(t.deps.db, { userId: as.id });
      const times = { read_at, ...(sent_at ? { sent_at } : {}) };
      const answer = await keep({ page: 3, shown: '2,3', book_id: book_id as string, ...times }, as);
      expect(answer).toMatchObject({ status: 200, body: { page: 3 } });
      // The current reading is newer than everything reported before.
      t.clock.advance(1000);
      expect((await keep({ page: 9, book_id: book_id as string }, as)).body.page).toBe(9);
    },
  );

  it('of many windows is stored at the same time, and each gets the stored one', async () => {
    t.clock.advance(60_000);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => keep({ page: 1 + (index % 30) })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers.every(({ body }) => body.page >= 1 && body.page <= 30)).toBe(true);
  });

  /** The reader opened the book a minute ago, which is enough time for all its pages. */
  const newReader = async () => {
    const as = await t.person();
    const book_id = (await buildSubscription(t.deps.db, { userId: as.id })).bookId as string;
    await keep({ page: 1, shown: '', book_id }, as);
    t.clock.advance(60_000);
    return { as, book_id };
  };
  const upTo = (last: number, from = 1) =>
    Array.from({ length: last - from + 1 }, (_, index) => from + index).join(',');

  it('completes the book when 90 percent of its 40 pages were shown, for good', async () => {
    const { as, book_id } = await newReader();
    const show = async (page: number, shown: string) =>
      (await keep({ page, shown, book_id }, as)).body.status;
    expect(await show(40, '40')).toBe('in_progress');
    expect(await show(34, upTo(34))).toBe('in_progress');
    expect(await show(5, '3,4,5')).toBe('in_progress');
    expect(await show(36, '35')).toBe('completed');
    expect(await show(1, '')).toBe('completed');
  });

  it('completes the book only with pages that there was time to read', async () => {
    const as = await t.person();
    const { bookId: book_id } = await buildSubscription(t.deps.db, { userId: as.id });
    const show = async (query: Record<string, string>) =>
      (await keep({ page: 40, shown: '', book_id: book_id as string, ...query }, as)).body.status;
    // The device's reported time does not matter.
    const longAgo = new Date(t.clock.now().getTime() - 7 * DAY_MS).toISOString();
    expect(await show({ shown: upTo(40), read_at: longAgo })).toBe('in_progress');
    t.clock.advance(35_000);
    expect(await show({})).toBe('in_progress');
    // Pages read offline are not lost: they count as soon as there was time to read them.
    t.clock.advance(1000);
    expect(await show({})).toBe('completed');
  });

  it('does not complete a book by the final test if there was no time to read it', async () => {
    const as = await t.person();
    const book_id = (await buildSubscription(t.deps.db, { userId: as.id })).bookId as string;
    const { questions } = await buildFinalTest(t.deps.db, { bookId: book_id });
    await keep({ page: 40, shown: upTo(40), book_id }, as);
    const answers = questions.map(({ id, right }) => ({ question_id: id, answer_id: right }));
    await t.call(assessmentsCalls.submitFinalTest, { as, query: { book_id }, body: { answers } });
    expect((await keep({ page: 40, shown: '', book_id }, as)).body.status).toBe('in_progress');
    t.clock.advance(36_000);
    expect((await keep({ page: 40, shown: '', book_id }, as)).body.status).toBe('completed');
  });

  it('counts the page itself for clients that do not report shown pages, and nothing for an empty list', async () => {
    const { as, book_id } = await newReader();
    await keep({ page: 35, shown: upTo(35), book_id }, as);
    expect((await keep({ page: 36, shown: '', book_id }, as)).body.status).toBe('in_progress');
    expect((await keep({ page: 36, book_id }, as)).body.status).toBe('completed');
  });

  it('counts all pages that arrive at the same moment', async () => {
    const { as, book_id } = await newReader();
    const pages = Array.from({ length: 36 }, (_, index) => index + 1);
    await Promise.all(pages.map((page) => keep({ page, book_id }, as)));
    expect((await keep({ page: 6, shown: '', book_id }, as)).body).toMatchObject({ status: 'completed' });
  });

  it('waits for the final test if there is one, which completes a read book', async () => {
    const { as, book_id } = await newReader();
    const { questions } = await buildFinalTest(t.deps.db, { bookId: book_id });
    const answer = (right: number) =>
      t.call(assessmentsCalls.submitFinalTest, {
        as,
        query: { book_id },
        body: {
          answers: questions.map((question, index) => ({
            question_id: question.id,
            answer_id: index < right ? question.right : question.wrong,
          })),
        },
      });
    const status = async () =>
      (await t.call(readerCalls.getBookPages, { as, params: { id: book_id } })).body.progress.status;
    await keep({ page: 40, shown: upTo(40), book_id }, as);
    expect((await answer(5)).status).toBe(200);
    expect(await status()).toBe('in_progress');
    t.clock.advance(DAY_MS);
    expect((await answer(6)).status).toBe(200);
    expect(await status()).toBe('completed');
  });

  it('is not completed by the final test alone', async () => {
    const { as, book_id } = await newReader();
    const { questions } = await buildFinalTest(t.deps.db, { bookId: book_id });
    await keep({ page: 40, shown: upTo(35), book_id }, as);
    const answers = questions.map(({ id, right }) => ({ question_id: id, answer_id: right }));
    await t.call(assessmentsCalls.submitFinalTest, { as, query: { book_id }, body: { answers } });
    expect((await keep({ page: 35, shown: '35', book_id }, as)).body.status).toBe('in_progress');
    expect((await keep({ page: 36, shown: '36', book_id }, as)).body.status).toBe('completed');
  });

  it('is stored separately for many concurrent readers', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => t.person()));
    for (const one of people) await buildSubscription(t.deps.db, { userId: one.id, bookId });
    const answers = await Promise.all(people.map((one, index) => keep({ page: index + 1 }, one)));
    expect(answers.map(({ body }) => body.page)).toEqual(people.map((_, index) => index + 1));
    const wrong = await Promise.all(people.map((one, index) => keep({ page: index % 2 ? 7 : 4000 }, one)));
    expect(wrong.map(({ status }) => status)).toEqual(people.map((_, index) => (index % 2 ? 200 : 422)));
  });

  it('of pages read offline counts them, but keeps the newer position', async () => {
    const { as, book_id } = await newReader();
    const earlier = new Date(t.clock.now().getTime() - 60_000).toISOString();
    await keep({ page: 20, shown: upTo(20), book_id }, as);
    const late = await keep({ page: 40, shown: upTo(40, 21), book_id, read_at: earlier }, as);
    expect(late.body).toEqual({ status: 'completed', page: 20 });
    expect((await keep({ page: 39, book_id, read_at: earlier }, as)).body).toEqual(late.body);
  });

  it('in the future counts as the present', async () => {
    t.clock.advance(60_000);
    await keep({ page: 21, read_at: '2031-01-01T00:00:00.000Z' });
    t.clock.advance(60_000);
    expect((await keep({ page: 22 })).body).toMatchObject({ page: 22 });
  });

  it('of a device with a wrong clock is corrected by the device’s own time of sending', async () => {
    t.clock.advance(HOUR_MS);
    const wrong = (ago: number) => new Date(t.clock.now().getTime() - DAY_MS - ago).toISOString();
    await keep({ page: 25 });
    t.clock.advance(1000);
    const older = { read_at: wrong(60_000), sent_at: wrong(0) };
    expect((await keep({ page: 26, ...older })).body).toMatchObject({ page: 25 });
    expect((await keep({ page: 27, read_at: wrong(0), sent_at: wrong(0) })).body).toMatchObject({ page: 27 });
    // The clock was set back between reading and sending.
    t.clock.advance(1000);
    expect((await keep({ page: 28, read_at: wrong(-5000), sent_at: wrong(0) })).body).toMatchObject({
      page: 28,
    });
  });

  it.each([
    [{ page: 41 }, 422],
    [{ page: 3, sent_at: 'yesterday' }, 422],
    [{ page: 0 }, 422],
    [{ page: 'x' }, 422],
    [{ page: 3, book_id: 'x' }, 422],
    [{ page: 3, read_at: 'yesterday' }, 422],
    [{ page: 3, shown: '3,' }, 422],
    [{ page: 3, shown: '0' }, 422],
    [{ page: 3, shown: Array(201).fill(3).join(',') }, 422],
    [{ page: 3, book_id: '01900000-0000-7000-8000-000000000000' }, 404],
  ])('refuses %o with %d', async (query, status) => {
    expect((await keep(query)).status).toBe(status);
  });

  it('needs a token, a customer, and access to the book', async () => {
    const author = await t.person({ role: 'author' });
    const other = await buildBook(t.deps.db);
    expect((await keep({ page: 3 }, null)).status).toBe(401);
    expect((await keep({ page: 3 }, author)).status).toBe(403);
    expect((await keep({ page: 3, book_id: other.id })).body).toMatchObject({ code: 'not_subscribed' });
  });
});
