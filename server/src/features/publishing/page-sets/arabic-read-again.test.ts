import { resolve } from 'node:path';
import { readerCalls } from '@vesalius/contract/reader-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { jsonb } from '../../../platform/database/database.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { bundleForNode } from '../../../testing/bundle.ts';
import { importBook } from '../import-book.ts';
import { readTextsAgain } from './read-texts-again.ts';

const FOLDER = resolve(import.meta.dirname, '../../../../../demo/acid-base-arabic');
const FORMER = 'صالحة العينة هل: القراءة قبل';
const TITLE = 'قبل القراءة: هل العينة صالحة';
const PAGE = 13;

let t: TestApp;
let child: { file: string; remove(): void };
beforeAll(async () => {
  t = await testApp();
  child = await bundleForNode(`${import.meta.dirname}/../pages/page-child.ts`);
});
afterAll(async () => {
  await t.close();
  child.remove();
});

it('the titles of an Arabic outline are read in their order, also of a book that an earlier release published', async () => {
  const { db } = t.deps;
  const options = { pageWork: { childProgram: child.file } };
  const { bookId, revision } = await importBook(t.deps, FOLDER, options);
  const titles = async (): Promise<string[]> => {
    const { body } = await t.call(readerCalls.getBookPages, { params: { id: bookId } });
    return body.outline
      .filter(({ page }: { page: number }) => page === PAGE)
      .map(({ title }: { title: string }) => title);
  };
  expect(await titles()).toContain(TITLE);

  await sql`update outline_entries set title = ${FORMER} where book_id = ${bookId} and title = ${TITLE}`.execute(
    db,
  );
  await sql`update page_sets set text_version = 2,
    outline = ${jsonb([{ depth: 1, title: FORMER, page: PAGE }])} where work_id = ${bookId}`.execute(db);
  expect(await titles()).toContain(FORMER);
  await readTextsAgain(t.deps, { workId: bookId, number: revision }, options);
  expect(await titles()).toContain(TITLE);
  expect(await titles()).not.toContain(FORMER);
  expect(
    (
      await sql<{
        title: string;
      }>`select outline->0->>'title' as title from page_sets where work_id = ${bookId}`.execute(db)
    ).rows,
  ).toEqual([{ title: TITLE }]);
});
