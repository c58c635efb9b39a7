import { readerCalls } from '@vesalius/contract/reader-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../platform/durations.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { buildBook, buildPackage, buildSubscription } from '../../testing/factories.ts';
import { equalRuns } from './open-book.ts';

describe('opening a book', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp();
  });
  afterAll(() => t.close());
  const open = (id: string, as: Parameters<TestApp['call']>[1] = {}) =>
    t.call(readerCalls.getBookPages, { params: { id }, ...as });

  it('gives a visitor sizes, chapters and a grant for the preview', async () => {
    const book = await buildBook(t.deps.db);
    const { status, body } = await open(book.id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      book: { id: book.id, title: book.title, price: 199, number_of_pages: 40 },
      revision: 1,
      access: { granted: false, records: false, annotates: false, last_page: 15 },
      sizes: [[504, 720, 40]],
      labels: null,
      progress: { status: 'not_started', page: 1 },
      reader_name: null,
    });
    expect(body.chapters).toHaveLength(2);
  });

  it('gives a subscriber all pages and their name for print', async () => {
    const person = await t.person({ firstName: 'Ada', secondName: 'Byron' });
    const { bookId } = await buildSubscription(t.deps.db, { userId: person.id });
    const { body } = await open(bookId as string, { as: person });
    expect(body.access).toEqual({
      granted: true,
      is_subscribed: true,
      records: true,
      annotates: true,
      last_page: 40,
      ended_at: null,
    });
    expect(body.reader_name).toBe('Ada Byron');
  });

  it('estimates the time for each page by its text, for readers with access alone', async () => {
    const book = await buildBook(t.deps.db);
    const reader = await t.person();
    await buildSubscription(t.deps.db, { userId: reader.id, bookId: book.id });
    await sql`update book_pages set text = repeat('heart ', 325) where book_id = ${book.id} and page_number = 3`.execute(
      t.deps.db,
    );
    await sql`update book_pages set text = '' where book_id = ${book.id} and page_number = 4`.execute(
      t.deps.db,
    );
    const seconds = (await open(book.id, { as: reader })).body.reading_seconds;
    expect(seconds).toHaveLength(40);
    expect(seconds.slice(2, 4)).toEqual([90, 0]);
    for (const as of [undefined, await t.person()])
      expect((await open(book.id, as && { as })).body).not.toHaveProperty('reading_seconds');
  });

  it('tells a former subscriber when the last subscription ended, of the book or a package', async () => {
    const person = await t.person();
    const book = await buildBook(t.deps.db);
    const pack = await buildPackage(t.deps.db, { bookIds: [book.id] });
    const [longAgo, lately, later] = [-400, -3, 30].map(
      (days) => new Date(t.clock.now().getTime() + days * DAY_MS),
    );
    await buildSubscription(t.deps.db, { userId: person.id, bookId: book.id, endsAt: longAgo });
    const endedAt = async () => (await open(book.id, { as: person })).body.access.ended_at;
    expect(await endedAt()).toBe(longAgo?.toISOString());
    await buildSubscription(t.deps.db, { userId: person.id, packageId: pack.id, endsAt: lately });
    expect(await endedAt()).toBe(lately?.toISOString());
    expect((await open(book.id, { as: await t.person() })).body.access.ended_at).toBeNull();
    await buildSubscription(t.deps.db, { userId: person.id, bookId: book.id, endsAt: later });
    expect(await endedAt()).toBeNull();
  });

  it('lets an assigned author read everything and records nothing', async () => {
    const author = await t.person({ role: 'author' });
    const book = await buildBook(t.deps.db, { authors: [author.email] });
    const { body } = await open(book.id, { as: author });
    expect(body.access).toMatchObject({ granted: true, records: false, annotates: false, last_page: 40 });
  });

  it('refuses the portal of another role, an ended session, an unknown book and an invalid id', async () => {
    const person = await t.person();
    const book = await buildBook(t.deps.db);
    expect((await open(book.id, { as: person, portal: 'editor' })).status).toBe(403);
    expect((await open(book.id, { as: 'vsl_unknown' })).status).toBe(401);
    expect((await open('01900000-0000-7000-8000-000000000000')).status).toBe(404);
    expect((await open('none')).status).toBe(404);
  });

  it('repeats the same grant, so that browsers can cache the pages', async () => {
    const book = await buildBook(t.deps.db);
    // Grants change at full quarters of their life; the test clock is at such a time.
    t.clock.advance(60_000);
    const first = await open(book.id);
    t.clock.advance(60_000);
    expect((await open(book.id)).body.files).toEqual(first.body.files);
  });
});

describe('page sizes', () => {
  it('are runs of equal sizes', () => {
    expect(
      equalRuns([
        [504, 720, '1'],
        [504, 720, '2'],
        [720, 504, '3'],
        [504, 720, '4'],
      ]),
    ).toEqual([
      [504, 720, 2],
      [720, 504, 1],
      [504, 720, 1],
    ]);
    expect(equalRuns([])).toEqual([]);
  });
});
