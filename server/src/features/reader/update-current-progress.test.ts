import { readerCalls } from '@vesalius/contract/reader-calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { buildBook, buildSubscription } from '../../testing/factories.ts';

describe('the place in a book', () => {
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

  it('is kept, and the same again changes nothing', async () => {
    expect((await keep({ page: 7 })).body).toEqual({ status: 'in_progress', page: 7 });
    expect((await keep({ page: 7 })).body).toEqual({ status: 'in_progress', page: 7 });
    expect(await place()).toEqual({ status: 'in_progress', page: 7 });
  });

  it('goes back without starting again, and the last page completes the book for good', async () => {
    t.clock.advance(60_000);
    expect((await keep({ page: 40 })).body).toEqual({ status: 'completed', page: 40 });
    t.clock.advance(60_000);
    expect((await keep({ page: 2 })).body).toEqual({ status: 'completed', page: 2 });
  });

  it('read earlier, offline, does not replace what was read later', async () => {
    t.clock.advance(3_600_000);
    await keep({ page: 20 });
    const earlier = new Date(t.clock.now().getTime() - 60_000).toISOString();
    expect((await keep({ page: 11, read_at: earlier })).body).toMatchObject({ page: 20 });
    expect(await place()).toMatchObject({ page: 20 });
  });

  it('comes from many windows at once, and each is answered with what is kept', async () => {
    t.clock.advance(60_000);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => keep({ page: 1 + (index % 30) })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers.every(({ body }) => body.page >= 1 && body.page <= 30)).toBe(true);
  });

  it('is completed by the last page even when another page was read at nearly the same moment', async () => {
    const other = await t.person();
    const book = (await buildSubscription(t.deps.db, { userId: other.id })).bookId as string;
    const pages = [40, 3, 39, 5];
    await Promise.all(pages.map((page) => keep({ page, book_id: book }, other)));
    expect((await keep({ page: 6, book_id: book }, other)).body).toEqual({ status: 'completed', page: 6 });
  });

  it('many readers at once each keep their own', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => t.person()));
    for (const one of people) await buildSubscription(t.deps.db, { userId: one.id, bookId });
    const answers = await Promise.all(people.map((one, index) => keep({ page: index + 1 }, one)));
    expect(answers.map(({ body }) => body.page)).toEqual(people.map((_, index) => index + 1));
    const wrong = await Promise.all(people.map((one, index) => keep({ page: index % 2 ? 7 : 4000 }, one)));
    expect(wrong.map(({ status }) => status)).toEqual(people.map((_, index) => (index % 2 ? 200 : 422)));
  });

  it('of the last page, reached offline, completes the book and leaves the newer place', async () => {
    const traveller = await t.person();
    const own = (await buildSubscription(t.deps.db, { userId: traveller.id })).bookId as string;
    const earlier = new Date(t.clock.now().getTime() - 60_000).toISOString();
    await keep({ page: 20, book_id: own }, traveller);
    const late = await keep({ page: 40, book_id: own, read_at: earlier }, traveller);
    expect(late.body).toEqual({ status: 'completed', page: 20 });
    expect((await keep({ page: 39, book_id: own, read_at: earlier }, traveller)).body).toEqual(late.body);
  });

  it('read in the future counts as read now', async () => {
    t.clock.advance(60_000);
    await keep({ page: 21, read_at: '2031-01-01T00:00:00.000Z' });
    t.clock.advance(60_000);
    expect((await keep({ page: 22 })).body).toMatchObject({ page: 22 });
  });

  it.each([
    [{ page: 41 }, 422],
    [{ page: 0 }, 422],
    [{ page: 'x' }, 422],
    [{ page: 3, book_id: 'x' }, 422],
    [{ page: 3, read_at: 'yesterday' }, 422],
    [{ page: 3, book_id: '01900000-0000-7000-8000-000000000000' }, 404],
  ])('refuses %o with %d', async (query, status) => {
    expect((await keep(query)).status).toBe(status);
  });

  it('is nobody’s without a token, not an author’s, and not of a book without access', async () => {
    const author = await t.person({ role: 'author' });
    const other = await buildBook(t.deps.db);
    expect((await keep({ page: 3 }, null)).status).toBe(401);
    expect((await keep({ page: 3 }, author)).status).toBe(403);
    expect((await keep({ page: 3, book_id: other.id })).body).toMatchObject({ code: 'not_subscribed' });
  });
});
