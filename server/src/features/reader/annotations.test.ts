import { readerCalls } from '@vesalius/contract/reader-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { buildBook, buildSubscription } from '../../testing/factories.ts';

describe('annotations', () => {
  let t: TestApp;
  let bookId: string;
  let reader: Person;
  let other: Person;
  beforeAll(async () => {
    t = await testApp();
    bookId = (await buildBook(t.deps.db, { editors: ['one@example.org', 'two@example.org'] })).id;
    reader = await t.person();
    other = await t.person();
    for (const { id } of [reader, other]) await buildSubscription(t.deps.db, { userId: id, bookId });
  });
  afterAll(() => t.close());

  const write = (as: Person | null, fields: Record<string, unknown> = {}) =>
    t.call(readerCalls.createAnnotation, {
      as,
      portal: as ? undefined : 'customer',
      body: {
        book_id: bookId,
        note: { pageNumber: 4, quote: 'the mitral valve', text: 'see echo' },
        color: 'green',
        rects: [{ x: 0.1, y: 0.2, width: 0.3, height: 0.02 }],
        ...fields,
      },
    } as never);
  const list = (as: Person, query: Record<string, string> = {}) =>
    t.call(readerCalls.listAnnotations, { as, query: { book_id: bookId, ...query } });

  it('are stored with page, quote, text and position, and listed to their owner only', async () => {
    const { status, body } = await write(reader);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      is_own: true,
      note: { pageNumber: 4, quote: 'the mitral valve', text: 'see echo' },
      color: 'green',
      rects: [{ x: 0.1, y: 0.2, width: 0.3, height: 0.02 }],
      orphaned: false,
    });
    expect((await list(reader)).body.data).toEqual([body]);
    expect((await list(other)).body.data).toEqual([]);
  });

  it('have the words around their quote, also where the caller does not tell them', async () => {
    await sql`update book_pages set text = 'An indiferent heart'
      where book_id = ${bookId} and page_number = 6`.execute(t.deps.db);
    const note = { pageNumber: 6, quote: 'diferent hea', text: '' };
    expect((await write(reader, { note })).body).toMatchObject({ quote_before: 'An in', quote_after: 'rt' });
    const told = await write(reader, { note, quote_before: 'in' });
    expect(told.body).toMatchObject({ quote_before: 'in', quote_after: '' });
    await sql`delete from annotations where page_number = 6`.execute(t.deps.db);
  });

  it('are distinguished by IsNote', async () => {
    await write(other, { note: { pageNumber: 5, quote: 'a', text: '' } });
    await write(other, { note: { pageNumber: 6, quote: 'b', text: 'why?' } });
    const pages = async (query: Record<string, string>) =>
      (await list(other, query)).body.data.map(
        (each: { note: { pageNumber: number } }) => each.note.pageNumber,
      );
    expect(await pages({ IsNote: 'true' })).toEqual([6]);
    expect(await pages({ IsNote: 'false' })).toEqual([5]);
    expect(await pages({})).toEqual([5, 6]);
  });

  it('are listed by page for a partial request, with the total', async () => {
    const writer = await t.person();
    await buildSubscription(t.deps.db, { userId: writer.id, bookId });
    for (const pageNumber of [7, 8, 9]) await write(writer, { note: { pageNumber, quote: '', text: 'x' } });
    const part = async (query: Record<string, string>) => {
      const { data, metadata } = (await list(writer, query)).body;
      return [data.map(({ note }: { note: { pageNumber: number } }) => note.pageNumber), metadata];
    };
    expect(await part({})).toEqual([[7, 8, 9], { count: 3, currentPage: 1, pages: 1 }]);
    expect(await part({ items: '2' })).toEqual([[7, 8], { count: 3, currentPage: 1, pages: 2 }]);
    expect(await part({ items: '2', page: '2' })).toEqual([[9], { count: 3, currentPage: 2, pages: 2 }]);
    expect(await part({ items: '2', page: '9' })).toEqual([[], { count: 3, currentPage: 9, pages: 2 }]);
  });

  it('are stored once if sent twice with one id; the id of another user is not found', async () => {
    const id = '01950000-0000-7000-8000-00000000000a';
    expect((await write(reader, { id })).status).toBe(201);
    expect((await write(reader, { id })).status).toBe(201);
    expect((await list(reader)).body.data.filter((each: { id: string }) => each.id === id)).toHaveLength(1);
    expect((await write(other, { id })).status).toBe(404);
  });

  it('are changed and deleted by their owner only', async () => {
    const { id } = (await write(reader)).body;
    const change = (as: Person, body: unknown) =>
      t.call(readerCalls.updateAnnotation, { as, params: { id }, body });
    expect((await change(other, { text: 'mine now' })).status).toBe(404);
    expect((await change(reader, { text: ' better ', color: 'pink' })).body).toMatchObject({
      note: { text: 'better', quote: 'the mitral valve' },
      color: 'pink',
    });
    expect((await change(reader, { color: 'red' })).status).toBe(422);
    const remove = (as: Person) => t.call(readerCalls.deleteAnnotation, { as, params: { id } });
    expect((await remove(other)).status).toBe(404);
    expect((await remove(reader)).status).toBe(204);
    expect((await remove(reader)).status).toBe(404);
  });

  it('are not overwritten by an offline change if they were changed meanwhile', async () => {
    const { id, updated_at: seen } = (await write(reader)).body;
    const change = (body: unknown) =>
      t.call(readerCalls.updateAnnotation, { as: reader, params: { id }, body });
    const remove = (unchanged_since: string) =>
      t.call(readerCalls.deleteAnnotation, { as: reader, params: { id }, query: { unchanged_since } });
    t.clock.advance(1000);
    const elsewhere = await change({ text: 'from the other device', unchanged_since: seen });
    expect(elsewhere.status).toBe(200);
    const late = await change({ text: 'from the flight', unchanged_since: seen });
    expect([late.status, late.body.code]).toEqual([409, 'edited_meanwhile']);
    expect((await remove(seen)).status).toBe(409);
    // The same text twice: the first response was lost.
    expect((await change({ text: 'from the other device', unchanged_since: seen })).status).toBe(200);
    const [stored] = (await list(reader)).body.data.filter((each: { id: string }) => each.id === id);
    expect(stored.note.text).toBe('from the other device');
    expect((await change({ text: 'x', unchanged_since: 'yesterday' })).status).toBe(422);
    expect((await remove(stored.updated_at)).status).toBe(204);
  });

  it.each([
    [{ note: { pageNumber: 41 } }, 422],
    [{ note: { pageNumber: 1, quote: 'x'.repeat(4001) } }, 422],
    [{ rects: [{ x: 2, y: 0, width: 1, height: 1 }] }, 422],
    [{ color: 'black' }, 422],
    [{ book_id: '01900000-0000-7000-8000-000000000000' }, 404],
  ])('refuse %o with %d', async (fields, status) => {
    expect((await write(reader, fields)).status).toBe(status);
  });

  it('need a token, a role that may write them, and access', async () => {
    expect((await write(null)).status).toBe(401);
    const author = await t.person({ role: 'author' });
    expect(
      (await t.call(readerCalls.createAnnotation, { as: author, portal: 'customer', body: {} })).status,
    ).toBe(403);
    expect((await write(await t.person())).body).toMatchObject({ code: 'not_subscribed' });
  });

  it('stay visible to their owner after the subscription, without passages beyond the preview', async () => {
    const person = await t.person();
    await buildSubscription(t.deps.db, { userId: person.id, bookId });
    await write(person, { note: { pageNumber: 3, quote: 'early words', text: 'a' } });
    await write(person, {
      note: { pageNumber: 30, quote: 'late words', text: 'b' },
      quote_before: 'secret before',
    });
    await sql`update subscriptions set ends_at = ${t.clock.now()} where user_id = ${person.id}`.execute(
      t.deps.db,
    );
    const { body, text } = await list(person);
    expect(body.data.map((each: { note: unknown }) => each.note)).toEqual([
      { pageNumber: 3, quote: 'early words', text: 'a' },
      { pageNumber: 30, quote: '', text: 'b' },
    ]);
    expect(text).not.toContain('secret');
  });

  it('of editors are shared among the book’s editors and form the table of notes, without those of others', async () => {
    const one = await t.person({
      role: 'editor',
      email: 'one@example.org',
      firstName: 'Una',
      secondName: 'One',
    });
    const two = await t.person({ role: 'editor', email: 'two@example.org' });
    const foreign = await t.person({ role: 'editor' });
    await write(one, { note: { pageNumber: 9, quote: 'a figure', text: 'redraw' } });
    await write(one, { note: { pageNumber: 10, quote: 'only marked', text: '' } });
    const seen = (await list(two)).body.data;
    expect(
      seen.map((each: { author_name: string; is_own: boolean }) => [each.author_name, each.is_own]),
    ).toEqual([
      ['Una One', false],
      ['Una One', false],
    ]);
    const table = (as: Person, portal?: 'customer') =>
      t.call(readerCalls.listEditorNotes, { as, params: { id: bookId }, ...(portal ? { portal } : {}) });
    expect((await table(two)).body).toMatchObject({
      book: { id: bookId },
      data: [{ author_name: 'Una One', note: { pageNumber: 9, quote: 'a figure', text: 'redraw' } }],
    });
    expect((await table(foreign)).status).toBe(403);
    expect((await table(reader)).status).toBe(403);
    expect((await list(foreign)).body.data).toEqual([]);
  });
});
