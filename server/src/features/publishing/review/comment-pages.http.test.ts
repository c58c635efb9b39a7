import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { studioCalls } from '@vesalius/contract/studio-calls';
import { workCommentsCalls } from '@vesalius/contract/work-comments-calls';
import { workPreviewCalls } from '@vesalius/contract/work-preview-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUR_MS } from '../../../platform/durations.ts';
import { newId } from '../../../platform/ids.ts';
import { type Person, type TestApp, testApp } from '../../../testing/app.ts';
import { bookFolder, pdfOf, type TestFolder } from '../../../testing/book-folder.ts';
import { bundleForNode } from '../../../testing/bundle.ts';
import { mailsTo } from '../../../testing/mails.ts';
import { importBook } from '../import-book.ts';
import { removeUnusedSets } from '../page-sets/remove-sets.ts';
import { makePreview } from '../preview/make-preview.ts';
import { prepareWorkPdf } from '../works/prepare-work-pdf.ts';

let t: TestApp;
let child: Awaited<ReturnType<typeof bundleForNode>>;
let folder: TestFolder;
let staff: Person;
let author: Person;
let workId: string;
beforeAll(async () => {
  t = await testApp();
  child = await bundleForNode(join(import.meta.dirname, '../pages/page-child.ts'));
  folder = await bookFolder();
  staff = await t.person({ role: 'staff' });
  author = await t.person({ role: 'author' });
  ({ bookId: workId } = await importBook(t.deps, folder.folder, { pageWork: { childProgram: child.file } }));
  await t.call(studioCalls.addWorkPerson, {
    ...{ as: staff, params: { id: workId }, body: { email: author.email, work_role: 'author' } },
  });
});
afterAll(async () => {
  await t.close();
  child.remove();
  folder.remove();
});

async function preview() {
  await t.call(workPreviewCalls.makeWorkPreview, { as: author, params: { id: workId } });
  const context = { job: { attempts: 1, maxAttempts: 3 } as never, signal: new AbortController().signal };
  await makePreview(t.deps, workId, context, { childProgram: child.file });
}
/** Replaces the PDF, and removes the former one from the book's files. */
async function replacePdf(pages: readonly string[]) {
  const bytes = await pdfOf(pages.length, (page) => pages[page - 1] ?? '');
  const hash = createHash('sha256').update(bytes).digest('hex');
  const path = `${hash.slice(0, 8)}.pdf`;
  const now = t.clock.now();
  await t.deps.storage.put(`assets/${hash}`, Buffer.from(bytes));
  await sql`insert into assets (hash, bytes, media_type, stored_at)
    values (${hash}, ${bytes.length}, 'application/pdf', ${now})`.execute(t.deps.db);
  await sql`insert into work_files (work_id, path, asset_hash, original_name, added_at)
    values (${workId}, ${path}, ${hash}, ${path}, ${now})`.execute(t.deps.db);
  const { version } = (await t.call(studioCalls.getWork, { as: staff, params: { id: workId } })).body;
  const changes = [{ id: newId(), operations: [{ op: 'set', path: ['pdf'], value: path }] }];
  const body = { base_version: version, changes };
  const answer = await t.call(studioCalls.changeWork, { as: staff, params: { id: workId }, body });
  expect(answer.body.outcomes).toMatchObject([{ state: 'applied' }]);
  await prepareWorkPdf(t.deps, { workId, assetHash: hash }, { pageWork: { childProgram: child.file } });
  await preview();
}
const call = (name: keyof typeof workCommentsCalls, options: object = {}) =>
  t.call(workCommentsCalls[name], { as: staff, params: { id: workId }, ...options });
const add = async (page: number) =>
  (await call('addWorkComment', { body: { id: newId(), page, text: `About page ${page}.` } })).body.id;
const listed = async (query: object = {}) =>
  (await call('listWorkComments', { query })).body.comments.map((each: { text: string; page: number }) => [
    each.text,
    each.page,
  ]);

const page = (number: number) => `This is page ${number} of it.`;
const CORRECTED = 'The second page, in other words.';
const REPLACED = [page(1), CORRECTED, page(3), 'An inserted page.', page(4), page(5), page(6)];

it('a comment stays with its page when another PDF moves and corrects the pages', async () => {
  await preview();
  await add(2);
  await add(4);
  await replacePdf(REPLACED);
  expect(await listed()).toEqual([
    ['About page 2.', 2],
    ['About page 4.', 5],
  ]);
  expect(await listed({ page: 2 })).toEqual([['About page 2.', 2]]);
  expect(await listed({ page: 5 })).toEqual([['About page 4.', 5]]);
  expect((await call('countWorkComments')).body.pages).toEqual([
    { page: 2, open: 1 },
    { page: 5, open: 1 },
  ]);
});

it('the letter names the present page', async () => {
  await replacePdf(['A foreword.', ...REPLACED]);
  t.clock.advance(2 * HOUR_MS);
  const [letter] = await mailsTo(t, author.email).then((mails) =>
    mails.filter(({ subject }) => /^New comments/.test(subject)),
  );
  expect(letter?.text).toMatch(/page 3: About page 2\./);
  expect(letter?.text).toMatch(/page 6: About page 4\./);
});

it('the former PDF is kept for its open comments when it is no file of the book any more', async () => {
  await sql`delete from work_files where work_id = ${workId} and path = 'book.pdf'`.execute(t.deps.db);
  await removeUnusedSets(t.deps, { since: new Date(t.clock.now().getTime() + HOUR_MS) });
  expect(await listed()).toEqual([
    ['About page 2.', 3],
    ['About page 4.', 6],
  ]);
});

it('a comment whose page is gone names the page that it was', async () => {
  await replacePdf([page(1), page(3), page(4), page(5), page(6)]);
  const [comment] = (await call('listWorkComments')).body.comments;
  expect(comment).toMatchObject({ page: null, was_page: 2 });
});
