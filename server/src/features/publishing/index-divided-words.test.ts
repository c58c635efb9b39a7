import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogueCalls } from '@vesalius/contract/catalogue-calls';
import { readerCalls } from '@vesalius/contract/reader-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { many } from '../../platform/database/database.ts';
import { runDueJobs } from '../../platform/jobs.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { buildBook } from '../../testing/factories.ts';
import { indexDividedWords } from './index-divided-words.ts';

import { publishingJobHandlers } from './job-handlers.ts';
import { publishingJobs } from './jobs.ts';

const KIND = publishingJobs.indexDividedWords.kind;

const MIGRATIONS = ['0078-divided-words-in-search.sql', '0106-compounds-in-search.sql'].map((name) =>
  join(import.meta.dirname, '../../../migrations', name),
);
const DIVIDED =
  'a sign of denervation: the ventri\u2010\ncle and its anticholiner\u2010\ngics, for long-\nterm use';

describe('pages whose words hold a hyphen', () => {
  let t: TestApp;
  let bookId: string;
  beforeAll(async () => {
    t = await testApp();
  });
  afterAll(() => t.close());
  beforeEach(async () => {
    bookId = (await buildBook(t.deps.db)).id;
    // As an earlier release indexed them: each part separately.
    await sql`update book_pages set text = ${DIVIDED}, search_vector = to_tsvector('simple', 'a sign of ventri cle')
      where book_id = ${bookId} and page_number <= 5`.execute(t.deps.db);
    await sql`update book_pages set text = 'of waves', search_vector = to_tsvector('simple', 'untouched')
      where book_id = ${bookId} and page_number = 6`.execute(t.deps.db);
    await sql`delete from search_postings where book_id = ${bookId}`.execute(t.deps.db);
    await sql`delete from search_books where book_id = ${bookId}`.execute(t.deps.db);
  });
  const search = async (q: string) =>
    (await t.call(readerCalls.searchBook, { params: { id: bookId }, query: { q } })).body;
  const jobs = () => many(t.deps.db, sql`select id from jobs where kind = ${KIND} and done_at is null`);

  it('are found after the migration, and no other page changes', async () => {
    expect(await search('ventricle')).toMatchObject({ pages: 0 });
    for (const file of MIGRATIONS) await sql.raw(readFileSync(file, 'utf8')).execute(t.deps.db);
    expect(await jobs()).toHaveLength(2);
    t.clock.set(new Date(Date.now() + 60_000));
    await runDueJobs({
      ...{ db: t.deps.db, clock: t.clock, log: t.deps.log },
      handlers: { [KIND]: publishingJobHandlers(t.deps)[KIND]! },
    });
    expect(await jobs()).toHaveLength(0);
    expect(await search('ventricle')).toMatchObject({ pages: 5 });
    expect(await search('"anticholinergics"')).toMatchObject({ pages: 5 });
    expect(await search('longterm')).toMatchObject({ pages: 5 });
    expect(await search('"long-term use"')).toMatchObject({ pages: 5 });
    expect(await search('untouched')).toMatchObject({ pages: 1 });
    const mistyped = { query: { search_term: 'anticholinergcis' } };
    expect((await t.call(catalogueCalls.searchCatalogue, mistyped)).body.pages).toHaveLength(5);
  });

  it('are indexed in batches: each run continues after the previous one', async () => {
    const runs: number[] = [];
    let after = { bookId, page: 0 };
    for (;;) {
      const done = await indexDividedWords(t.deps, after, 2);
      runs.push(done);
      const [next] = await many(
        t.deps.db,
        sql<{ id: string; payload: { book_id: string; page: number } }>`delete from jobs
          where kind = ${KIND} and done_at is null returning id, payload`,
      );
      if (!next) break;
      after = { bookId: next.payload.book_id, page: next.payload.page };
    }
    expect(runs).toEqual([2, 2, 1]);
    expect(await search('ventricle')).toMatchObject({ pages: 5 });
  });
});
