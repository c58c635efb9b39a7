import { readerCalls } from '@vesalius/contract/reader-calls';
import { type PageWord, pageFolder, plainPageText } from '@vesalius/contract/reader-text';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../platform/database/transaction.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { buildBook, buildSubscription } from '../../testing/factories.ts';
import { moveProgress } from './move-progress.ts';
import { reanchorAnnotations } from './reanchor-annotations.ts';

describe('annotations after a new revision', () => {
  let t: TestApp;
  let bookId: string;
  let reader: Person;
  beforeAll(async () => {
    t = await testApp();
    bookId = (await buildBook(t.deps.db)).id;
    reader = await t.person();
    await buildSubscription(t.deps.db, { userId: reader.id, bookId });
  });
  afterAll(() => t.close());

  const publish = async (revision: number, texts: Record<number, string>) => {
    await sql`update books set revision = ${revision} where id = ${bookId}`.execute(t.deps.db);
    for (const [page, text] of Object.entries(texts)) {
      const words = text.split(' ').map((word, column): PageWord => [column * 0.1, 0.1, 0.09, 0.02, word]);
      const plain = plainPageText(words).text;
      await sql`update book_pages set text = ${plain} where book_id = ${bookId} and page_number = ${Number(page)}`.execute(
        t.deps.db,
      );
      const content = Buffer.from(JSON.stringify({ width: 504, height: 720, words }));
      await t.deps.storage.put(`${pageFolder(bookId, revision, Number(page))}/text.json`, content);
    }
  };
  const write = (pageNumber: number, quote: string) =>
    t.call(readerCalls.createAnnotation, {
      as: reader,
      body: { book_id: bookId, note: { pageNumber, quote, text: `about ${quote}` } },
    });
  const list = async () =>
    (await t.call(readerCalls.listAnnotations, { as: reader, query: { book_id: bookId } })).body.data as {
      note: { pageNumber: number; text: string };
      rects: { x: number }[];
      orphaned: boolean;
    }[];

  it('move with their quotes; one without its quote is an orphan until its passage returns', async () => {
    await publish(1, { 2: 'the mitral valve', 3: 'a removed sentence' });
    await write(2, 'mitral valve');
    await write(3, 'removed sentence');

    await publish(2, { 2: 'new matter', 3: 'and the mitral valve here' });
    expect(await reanchorAnnotations(t.deps, bookId)).toEqual({ moved: 1, orphaned: 1 });
    const [moved, gone] = (await list()).sort((a, b) => Number(a.orphaned) - Number(b.orphaned));
    expect(moved).toMatchObject({ note: { pageNumber: 3, text: 'about mitral valve' }, orphaned: false });
    expect(moved!.rects[0]!.x).toBeCloseTo(0.2);
    expect(gone).toMatchObject({ note: { text: 'about removed sentence' }, rects: [], orphaned: true });

    expect(await reanchorAnnotations(t.deps, bookId)).toEqual({ moved: 0, orphaned: 1 });
    await publish(3, { 3: 'and the mitral valve here', 5: 'the removed sentence is back' });
    expect(await reanchorAnnotations(t.deps, bookId)).toMatchObject({ orphaned: 0 });
    expect((await list()).every((each) => !each.orphaned)).toBe(true);
  });

  it('stay on their page if they are about the page as a whole', async () => {
    await write(4, '');
    await publish(4, {
      3: 'and the mitral valve here',
      4: 'other words than before',
      5: 'the removed sentence is back',
    });
    await reanchorAnnotations(t.deps, bookId);
    expect((await list()).find(({ note }) => note.text.trim() === 'about')).toMatchObject({
      note: { pageNumber: 4 },
      orphaned: false,
    });
  });

  it('cost nothing in a book without any', async () => {
    const other = await buildBook(t.deps.db);
    expect(await reanchorAnnotations(t.deps, other.id)).toEqual({ moved: 0, orphaned: 0 });
  });

  it('on whole pages, and bookmarks, follow their page', async () => {
    const other = (await buildBook(t.deps.db)).id;
    await buildSubscription(t.deps.db, { userId: reader.id, bookId: other });
    for (const [pageNumber, quote, text] of [
      [4, '', ''],
      [5, '', 'about the page'],
      [5, 'a passage', ''],
    ] as const)
      await t.call(readerCalls.createAnnotation, {
        as: reader,
        body: { book_id: other, note: { pageNumber, quote, text } },
      });
    const runs = [
      { page: 1, target: 1, length: 2 },
      { page: 3, target: 6, length: 35 },
    ];
    await inTransaction(t.deps.db, (tx) =>
      moveProgress(tx, other, { places: runs, shown: runs }, { pages: 40, changedChapters: [] }),
    );
    const { body } = await t.call(readerCalls.listAnnotations, { as: reader, query: { book_id: other } });
    expect(body.data.map(({ note }: { note: object }) => note)).toEqual([
      // Found again by its quote.
      { pageNumber: 5, quote: 'a passage', text: '' },
      { pageNumber: 7, quote: '', text: '' },
      { pageNumber: 8, quote: '', text: 'about the page' },
    ]);
  });
});
