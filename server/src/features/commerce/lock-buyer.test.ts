import { readerCalls } from '@vesalius/contract/reader-calls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../platform/database/transaction.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { buildBook, buildSubscription } from '../../testing/factories.ts';
import { lockBuyer } from './queries.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

it('a locked buyer can still write a note', async () => {
  const as = await t.person();
  const { id: book_id } = await buildBook(t.deps.db);
  await buildSubscription(t.deps.db, { userId: as.id, bookId: book_id });
  await inTransaction(t.deps.db, async (tx) => {
    await lockBuyer(tx, as.id);
    const note = { pageNumber: 4, quote: 'the mitral valve', text: 'see echo' };
    const rects = [{ x: 0.1, y: 0.2, width: 0.3, height: 0.02 }];
    const body = { book_id, note, color: 'green', rects } as never;
    expect((await t.call(readerCalls.createAnnotation, { as, body })).status).toBe(201);
  });
});
