import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogueCalls } from '@vesalius/contract/catalogue-calls';
import { studioCalls } from '@vesalius/contract/studio-calls';
import { workReleasesCalls } from '@vesalius/contract/work-releases-calls';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { bookFolder, picture, type TestFolder } from '../../testing/book-folder.ts';
import { bundleForNode } from '../../testing/bundle.ts';
import { type ImportOptions, importBook } from './import-book.ts';
import { exportWorkingCopy } from './releases/export-book.ts';
import { ChangesOnDesk } from './works/unpublished-changes.ts';

let t: TestApp;
let child: Awaited<ReturnType<typeof bundleForNode>>;
let staff: Person;
let book: TestFolder;
let out: string;
let slugs = 0;

beforeAll(async () => {
  t = await testApp();
  staff = await t.person({ role: 'staff', firstName: 'Ada', secondName: 'Desk' });
  child = await bundleForNode(join(import.meta.dirname, 'pages/page-child.ts'));
  out = mkdtempSync(join(tmpdir(), 'vesalius-desk-'));
});
afterAll(async () => {
  await t.close();
  child.remove();
  rmSync(out, { recursive: true, force: true });
});
beforeEach(async () => {
  book = await bookFolder();
  slugs += 1;
  book.manifest((manifest) => {
    manifest.slug = `desk-${slugs}`;
  });
  return () => book.remove();
});

const take = (options: ImportOptions = {}) =>
  importBook(t.deps, book.folder, { ...options, pageWork: { childProgram: child.file } });
const work = async (id: string) => (await t.call(studioCalls.getWork, { as: staff, params: { id } })).body;
const edit = async (id: string, field: string, value: unknown) => {
  const { version } = await work(id);
  const operations = [{ op: 'set', path: [field], value }];
  const body = { base_version: version, changes: [{ id: newId(), operations }] };
  const answer = await t.call(studioCalls.changeWork, { as: staff, params: { id }, body });
  expect(answer.body.outcomes).toMatchObject([{ state: 'applied' }]);
};
const readersSee = async (id: string) => t.call(catalogueCalls.getBook, { params: { id } });

it('a draft fills the working copy, which readers do not see, and its pages are prepared for the desk', async () => {
  const { bookId, isNew, revision } = await take({ draft: true });
  expect({ isNew, revision }).toEqual({ isNew: true, revision: 0 });
  expect((await readersSee(bookId)).status).toBe(404);
  expect((await work(bookId)).manifest).toMatchObject({ slug: `desk-${slugs}`, title: 'A Small Book' });
  const checks = await t.call(workReleasesCalls.getWorkCheckList, { as: staff, params: { id: bookId } });
  expect(checks.body.findings).toMatchObject([{ kind: 'waiting', path: ['pdf'] }]);
  // The same folder is the same draft: nothing changes, and it is published as it is.
  const { version } = await work(bookId);
  expect((await take({ draft: true })).isNew).toBe(false);
  expect((await work(bookId)).version).toBe(version);
  expect(await take()).toMatchObject({ bookId, isNew: true });
  expect((await readersSee(bookId)).body.title).toBe('A Small Book');
});

it('a draft of a published book changes nothing for readers', async () => {
  const { bookId } = await take();
  book.manifest((manifest) => {
    manifest.title = 'A Better Book';
  });
  await take({ draft: true });
  expect((await work(bookId)).manifest.title).toBe('A Better Book');
  expect((await readersSee(bookId)).body.title).toBe('A Small Book');
});

it('a folder does not replace unpublished changes of the desk, unless told to; others stay out of its way', async () => {
  const { bookId } = await take();
  await edit(bookId, 'title', 'The Title of the Desk');
  for (const options of [{}, { draft: true }, { dryRun: true }]) {
    const refused = await take(options).catch((error) => error);
    expect(refused).toBeInstanceOf(ChangesOnDesk);
    expect(refused.message).toContain('title: changed by Ada Desk on');
    expect(refused.message).toContain('--replace-changes');
  }
  expect((await work(bookId)).manifest.title).toBe('The Title of the Desk');
  expect((await readersSee(bookId)).body.title).toBe('A Small Book');
  // What the desk says too, and what it does not speak of, may be imported.
  book.manifest((manifest) => {
    manifest.title = 'The Title of the Desk';
    manifest.brief = 'Another one.';
  });
  await take();
  expect((await readersSee(bookId)).body).toMatchObject({ title: 'The Title of the Desk' });
  // Published, it is no longer a change of the desk.
  book.manifest((manifest) => {
    manifest.title = 'A Small Book';
  });
  await take();
  await edit(bookId, 'title', 'Once more');
  await take({ replaceChanges: true });
  expect((await work(bookId)).manifest.title).toBe('A Small Book');
  // Replaced, it is none either.
  book.manifest((manifest) => {
    manifest.title = 'A Third Title';
  });
  await take({ draft: true });
});

it('a working copy is written as a folder with what the desk changed, and imports to it', async () => {
  const { bookId } = await take();
  await edit(bookId, 'title', 'The Title of the Desk');
  const folder = join(out, 'copy');
  await exportWorkingCopy(t.deps, bookId, folder);
  expect(readFileSync(join(folder, 'book.yaml'), 'utf8')).toContain('The Title of the Desk');
  await importBook(t.deps, folder, { pageWork: { childProgram: child.file } });
  expect((await readersSee(bookId)).body.title).toBe('The Title of the Desk');
});

it('a failure leaves no working copy', async () => {
  book.file('cover.png', await picture(640, 900, '#123'));
  const deps = {
    ...t.deps,
    storage: {
      ...t.deps.storage,
      putFile: () => Promise.reject(new Error('the disk is full')),
    },
  };
  const failed = importBook(deps, book.folder, { draft: true, pageWork: { childProgram: child.file } });
  await expect(failed).rejects.toThrow('the disk is full');
  const works = await t.call(studioCalls.listWorks, { as: staff, query: {} });
  expect(works.body.data.filter((each: { slug: string }) => each.slug === `desk-${slugs}`)).toEqual([]);
});
