import { notebookCalls } from '@vesalius/contract/notebook-calls';
import { readerCalls } from '@vesalius/contract/reader-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../platform/durations.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { buildBook, buildSubscription } from '../../testing/factories.ts';

describe('the notebook', () => {
  let t: TestApp;
  let heart: string;
  let lung: string;
  let reader: Person;
  beforeAll(async () => {
    t = await testApp();
    t.clock.reset();
    heart = (await buildBook(t.deps.db, { title: 'The Heart', pages: 40 })).id;
    lung = (await buildBook(t.deps.db, { title: 'The Lung', pages: 40, editors: ['one@example.org'] })).id;
    reader = await t.person();
    for (const bookId of [heart, lung]) await subscribe(reader, bookId);
    await write(
      reader,
      heart,
      { pageNumber: 3, quote: 'the mitral valve', text: 'Ask about Ménière' },
      'green',
    );
    t.clock.advance(DAY_MS);
    await write(reader, lung, { pageNumber: 20, quote: 'surfactant lowers tension', text: '' }, 'pink');
    t.clock.advance(DAY_MS);
    await write(reader, heart, { pageNumber: 30, quote: 'the aortic valve', text: '100% sure' }, 'yellow');
  });
  afterAll(() => t.close());

  const subscribe = (person: Person, bookId: string) =>
    buildSubscription(t.deps.db, { userId: person.id, bookId });
  const write = async (as: Person, bookId: string, note: object, color: string) => {
    const answer = await t.call(readerCalls.createAnnotation, { as, body: { book_id: bookId, note, color } });
    expect(answer.status).toBe(201);
    return answer.body;
  };
  const read = (as: Person, query: Record<string, string> = {}) =>
    t.call(notebookCalls.listNotebook, { as, query });
  const pagesOf = async (query: Record<string, string>, as = reader) =>
    (await read(as, query)).body.data.map((entry: { note: { pageNumber: number } }) => entry.note.pageNumber);

  it('has the notes and highlights of all books, newest first or by book, and nobody else’s', async () => {
    const { body } = await read(reader);
    expect(body.metadata).toEqual({ count: 3, currentPage: 1, pages: 1 });
    expect(body.data[2]).toMatchObject({
      book: { id: heart, title: 'The Heart' },
      page_label: expect.any(String),
      note: { pageNumber: 3, quote: 'the mitral valve', text: 'Ask about Ménière' },
      color: 'green',
      is_closed: false,
    });
    expect(await pagesOf({})).toEqual([30, 20, 3]);
    expect(await pagesOf({ order: 'book' })).toEqual([3, 30, 20]);
    expect((await read(await t.person())).body.data).toEqual([]);
  });

  it.each([
    ['words of the note, without accents', { q: 'meniere' }, [3]],
    ['words of the passage', { q: 'Valve' }, [30, 3]],
    ['words of both together', { q: 'mitral ask' }, [3]],
    ['signs as they are', { q: '100%' }, [30]],
    ['no words that one note lacks', { q: 'mitral surfactant' }, []],
    ['a color', { color: 'pink' }, [20]],
  ])('finds %s', async (_what, query, pages) => expect(await pagesOf(query as never)).toEqual(pages));

  it('is filtered by book, chapter and days, both included', async () => {
    expect(await pagesOf({ book_id: lung })).toEqual([20]);
    const day = (ago: number) => new Date(t.clock.now().getTime() - ago * DAY_MS).toISOString().slice(0, 10);
    expect(await pagesOf({ from: day(1) })).toEqual([30, 20]);
    expect(await pagesOf({ to: day(1) })).toEqual([20, 3]);
    expect(await pagesOf({ from: day(1), to: day(1) })).toEqual([20]);
    await sql`delete from chapters where book_id = ${heart}`.execute(t.deps.db);
    const chapterId = crypto.randomUUID();
    await sql`insert into chapters (id, book_id, key, position, title, first_page, last_page)
      values (${chapterId}, ${heart}, 'late', 0, 'Late', 25, 40)`.execute(t.deps.db);
    expect(await pagesOf({ chapter_id: chapterId })).toEqual([30]);
    const { body } = await t.call(notebookCalls.listNotebookBooks, { as: reader });
    expect(body.data[0]).toEqual({
      ...{ id: heart, title: 'The Heart', count: 2 },
      chapters: [{ id: chapterId, title: 'Late', count: 1 }],
    });
    expect(body.data[1]).toMatchObject({ id: lung, count: 1 });
  });

  it('has bookmarks as a kind of their own, without a color', async () => {
    const marker = await t.person();
    await subscribe(marker, heart);
    for (const [pageNumber, quote, text] of [
      [3, 'the mitral valve', 'a note'],
      [4, 'chordae', ''],
      [5, '', ''],
      [6, '', 'on the page'],
    ] as const)
      await write(marker, heart, { pageNumber, quote, text }, 'yellow');
    const order = 'book';
    expect(await pagesOf({ order }, marker)).toEqual([3, 4, 5, 6]);
    expect(await pagesOf({ order, kind: 'bookmark' }, marker)).toEqual([5]);
    expect(await pagesOf({ order, kind: 'note' }, marker)).toEqual([3, 6]);
    expect(await pagesOf({ order, kind: 'highlight' }, marker)).toEqual([4]);
    expect(await pagesOf({ order, color: 'yellow' }, marker)).toEqual([3, 4, 6]);
  });

  it('comes in parts with the number of all', async () => {
    const { body } = await read(reader, { items: '2', page: '2' });
    expect(body.metadata).toEqual({ count: 3, currentPage: 2, pages: 2 });
    expect(body.data).toHaveLength(1);
  });

  it('keeps the note of a book that is closed, without its passage and without telling what it says', async () => {
    const former = await t.person();
    await subscribe(former, heart);
    await write(former, heart, { pageNumber: 3, quote: 'the mitral valve', text: '' }, 'blue');
    t.clock.advance(1);
    await write(former, heart, { pageNumber: 30, quote: 'the aortic valve', text: 'my thought' }, 'blue');
    await sql`update subscriptions set ends_at = ${new Date(t.clock.now().getTime() - 1)}
      where user_id = ${former.id}`.execute(t.deps.db);
    const { body } = await read(former);
    expect(body.data).toMatchObject([
      { note: { pageNumber: 30, quote: '', text: 'my thought' }, is_closed: true },
      { note: { pageNumber: 3, quote: 'the mitral valve' }, is_closed: false },
    ]);
    expect(await pagesOf({ q: 'aortic' }, former)).toEqual([]);
    expect(await pagesOf({ q: 'thought' }, former)).toEqual([30]);
    expect(await pagesOf({ q: 'valve' }, former)).toEqual([3]);
  });

  it('is the editor’s own, without the notes of other editors', async () => {
    const editor = await t.person({ role: 'editor', email: 'one@example.org' });
    await write(editor, lung, { pageNumber: 2, quote: '', text: 'a typing error' }, 'yellow');
    expect(await pagesOf({}, editor)).toEqual([2]);
    expect(await pagesOf({ book_id: lung })).toEqual([20]);
  });
});
