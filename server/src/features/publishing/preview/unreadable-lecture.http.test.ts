import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { lecturesCalls } from '@vesalius/contract/lectures-calls';
import { workPreviewCalls } from '@vesalius/contract/work-preview-calls';
import { workReleasesCalls } from '@vesalius/contract/work-releases-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { one } from '../../../platform/database/database.ts';
import { type Person, type TestApp, testApp } from '../../../testing/app.ts';
import { bookFolder, type TestFolder } from '../../../testing/book-folder.ts';
import { bundleForNode } from '../../../testing/bundle.ts';
import { mp4File } from '../../../testing/video-file.ts';
import { importBook } from '../import-book.ts';
import { cleanCopies } from '../studies/clean-copies.ts';
import { makePreview } from './make-preview.ts';

let t: TestApp;
let child: Awaited<ReturnType<typeof bundleForNode>>;
let folder: TestFolder;
let staff: Person;
beforeAll(async () => {
  t = await testApp({}, { environment: { FFMPEG_PATH: 'off' } });
  child = await bundleForNode(join(import.meta.dirname, '../pages/page-child.ts'));
  staff = await t.person({ role: 'staff' });
  folder = await bookFolder();
  folder.manifest((manifest) => {
    const [lecture] = manifest.supplementaries[0].materials;
    for (const field of ['captions', 'descriptions', 'marks', 'poster']) delete lecture[field];
  });
});
afterAll(async () => {
  await t.close();
  child.remove();
  folder.remove();
});
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');
const pageWork = () => ({ childProgram: child.file, children: 1 });
const REFUSED = { file: 'lectures/one.mp4', text: expect.stringContaining('has a damaged index') };

it('a lecture that turns out to be unreadable is named, and the rest of the book is shown', async () => {
  folder.file('lectures/one.mp4', mp4File());
  await importBook(t.deps, folder.folder, { pageWork: pageWork() });
  // Its length and pictures can be read, the places of its pictures cannot.
  folder.file('lectures/one.mp4', mp4File({ sizesOfBits: 0 }));
  const { bookId: workId } = await importBook(t.deps, folder.folder, { draft: true, pageWork: pageWork() });
  const of = { as: staff, params: { id: workId } };
  expect((await t.call(workPreviewCalls.makeWorkPreview, of)).status).toBe(202);
  const job = { attempts: 1, maxAttempts: 3 } as never;
  await makePreview(t.deps, workId, { job, signal: new AbortController().signal }, pageWork() as never);
  const { body } = await t.call(workPreviewCalls.getWorkPreview, of);
  expect(body).toMatchObject({ state: 'ready', findings: [expect.objectContaining(REFUSED)] });
  const { body: opened } = await t.call(workPreviewCalls.openWorkPreview, {
    ...of,
    body: { as: 'subscriber' },
  });
  const reader = { id: opened.user_id, token: opened.token, role: 'customer' } as never;
  const list = await t.call(lecturesCalls.listBookSupplementaryMaterials, {
    ...{ as: reader, query: { book_id: opened.book_id } },
  });
  expect(list.status).toBe(200);
  expect(JSON.stringify(list.body)).not.toContain('"video"');
  const check = await t.call(workReleasesCalls.getWorkCheckList, of);
  expect(check.body.findings).toContainEqual(expect.objectContaining(REFUSED));
});

it('a published lecture that cannot be cleared is withheld, and is not tried again', async () => {
  const copy = () =>
    one<{ key: string; version: number }>(
      t.deps.db,
      sql`select storage_key as key, cleaning_version as version from renditions where purpose = 'video'`,
    );
  const { key, version } = await copy();
  // As if an earlier version had published the other lecture.
  const unreadable = sha256(mp4File({ sizesOfBits: 0 }));
  await sql`update renditions set asset_hash = ${unreadable}, cleaning_version = 1
    where purpose = 'video'`.execute(t.deps.db);
  await cleanCopies(t.deps, unreadable);
  expect(await t.deps.storage.find(key)).toBeNull();
  expect((await copy()).version).toBe(version);
  const { look } = await one<{ look: unknown }>(
    t.deps.db,
    sql`select result as look from asset_checks where asset_hash = ${unreadable} and kind = 'video'`,
  );
  expect(JSON.stringify(look)).toContain('readers no longer get this lecture');
});
