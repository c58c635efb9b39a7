import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { studioCalls } from '@vesalius/contract/studio-calls';
import { workFilesCalls } from '@vesalius/contract/work-files-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { one } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { type Person, type TestApp, testApp } from '../../../testing/app.ts';
import { bookFolder } from '../../../testing/book-folder.ts';
import { bundleForNode } from '../../../testing/bundle.ts';
import { buildWork } from '../../../testing/factories.ts';
import { publishingJobs } from '../jobs.ts';
import { prepareWorkPdf } from './prepare-work-pdf.ts';

let t: TestApp;
let staff: Person;
let producer: Person;
let child: Awaited<ReturnType<typeof bundleForNode>>;
let pdf: Buffer;
beforeAll(async () => {
  t = await testApp();
  staff = await t.person({ role: 'staff' });
  producer = await t.person({ role: 'author' });
  child = await bundleForNode(join(import.meta.dirname, '../pages/page-child.ts'));
  const folder = await bookFolder();
  pdf = readFileSync(join(folder.folder, 'book.pdf'));
  folder.remove();
});
afterAll(async () => {
  await t.close();
  child.remove();
});

/** As the resumable upload leaves it. */
async function upload(as: Person, content: Buffer, name: string, mediaType: string, state = 'finished') {
  const id = newId();
  const hash = createHash('sha256').update(content).digest('hex');
  const now = t.clock.now();
  await t.deps.storage.put(`assets/${hash}`, content);
  await sql`insert into assets (hash, bytes, media_type, stored_at) values (${hash}, ${content.length}, ${mediaType}, ${now})
    on conflict do nothing`.execute(t.deps.db);
  await sql`insert into resumable_uploads (id, user_id, name, declared_bytes, received_bytes, state, hash, media_type,
      created_at, changed_at, expires_at)
    values (${id}, ${as.id}, ${name}, ${content.length}, ${content.length}, ${state}, ${hash}, ${mediaType},
      ${now}, ${now}, ${now})`.execute(t.deps.db);
  return { id, hash };
}
const add = (workId: string, uploadId: string, as: Person, more = {}) =>
  t.call(workFilesCalls.addWorkFile, { as, params: { id: workId }, body: { upload_id: uploadId, ...more } });
const pagesOf = async (workId: string, path: string) =>
  (await t.call(workFilesCalls.getWorkPages, { as: staff, params: { id: workId }, query: { path } })).body;

it('a finished upload becomes a file, once, and different content under its name gets a new name', async () => {
  const { id } = await buildWork(t.deps.db, { producers: [producer.email] });
  const one = await upload(producer, Buffer.from('one'), '../My scan (1).PNG', 'image/png');
  const first = await add(id, one.id, producer, { folder: 'pictures' });
  expect(first).toMatchObject({ status: 201, body: { path: 'pictures/My-scan-1-.png', asset: one.hash } });
  expect((await add(id, one.id, producer, { folder: 'pictures' })).body).toEqual(first.body);
  const other = await upload(producer, Buffer.from('other'), 'My scan (1).png', 'image/png');
  expect((await add(id, other.id, producer, { folder: 'pictures' })).body.path).toBe(
    'pictures/My-scan-1--2.png',
  );
});

it('a file of a study that arrives is stored under its content, and not under its name', async () => {
  const { id } = await buildWork(t.deps.db, { producers: [producer.email] });
  const sent = await upload(producer, Buffer.from('slice'), 'DOE^JOHN_1.dcm', 'application/dicom');
  const answers = await Promise.all([1, 2].map(() => add(id, sent.id, producer, { folder: 'dicom/a1' })));
  for (const { status, body } of answers)
    expect({ status, path: body.path }).toEqual({ status: 201, path: `dicom/a1/${sent.hash.slice(0, 16)}` });
  const zip = await upload(producer, Buffer.from('zip'), 'DOE^JOHN.zip', 'application/zip');
  const name = sent.hash.slice(0, 16);
  expect((await add(id, sent.id, producer, { folder: 'scans' })).body.path).toBe(`scans/${name}`);
  expect((await add(id, sent.id, producer)).body.path).toBe(name);
  expect((await add(id, zip.id, producer, { folder: 'scans' })).body.path).toBe(
    `scans/${zip.hash.slice(0, 16)}`,
  );
  const named = async (as: Person) =>
    JSON.stringify((await t.call(studioCalls.getWork, { as, params: { id } })).body.files);
  expect(await named(staff)).not.toContain('DOE');
  expect(await named(producer)).toContain('DOE^JOHN.zip');
});

it('rejects another user’s upload, an unfinished one, and a path out of the work', async () => {
  const { id } = await buildWork(t.deps.db, { producers: [producer.email] });
  const { id: foreign } = await upload(staff, Buffer.from('foreign'), 'a.png', 'image/png');
  expect((await add(id, foreign, producer)).status).toBe(404);
  const { id: open } = await upload(producer, Buffer.from('open'), 'b.png', 'image/png', 'receiving');
  expect((await add(id, open, producer)).body.code).toBe('upload_not_finished');
  expect((await add(id, open, producer, { folder: '../up' })).status).toBe(422);
});

it('prepares the pages of a PDF, counts them, and proposes facts of the book', async () => {
  const { id } = await buildWork(t.deps.db);
  const { id: uploadId, hash } = await upload(staff, pdf, 'Atlas.pdf', 'application/pdf');
  const { body } = await add(id, uploadId, staff);
  expect(await pagesOf(id, body.path)).toMatchObject({ state: 'preparing', page_count: null, prepared: 0 });
  const job = await one<{ payload: unknown }>(
    t.deps.db,
    sql`select payload from jobs where kind = ${publishingJobs.prepareWorkPdf.kind} and payload ->> 'work_id' = ${id}`,
  );
  expect(job.payload).toEqual({ work_id: id, asset: hash, sender: staff.id });
  const isBehind = async () => (await pagesOf(id, body.path)).is_behind;
  expect(await isBehind()).toBe(false);
  const other = newId();
  await sql`insert into jobs (id, kind, payload, run_at, max_attempts, locked_until)
    values (${other}, ${publishingJobs.prepareWorkPdf.kind}, '{}', now(), 1, now() + interval '1 minute')`.execute(
    t.deps.db,
  );
  expect(await isBehind()).toBe(true);
  await sql`delete from jobs where id = ${other}`.execute(t.deps.db);
  await prepareWorkPdf(t.deps, { workId: id, assetHash: hash }, { pageWork: { childProgram: child.file } });
  await sql`update jobs set done_at = now() where payload ->> 'work_id' = ${id}`.execute(t.deps.db);
  const pages = await pagesOf(id, body.path);
  expect(pages).toMatchObject({ state: 'ready', page_count: 6, prepared: 6 });
  expect(pages.sizes).toHaveLength(6);
  const [run] = pages.files.runs;
  const thumb = await t.app.inject({
    url: `/page-files/${run.set}/1/thumb.webp?grant=${pages.files.grants[run.set]}`,
  });
  expect(thumb.statusCode).toBe(200);
  expect(pages.proposals).toMatchObject({ cover: 'cover-from-page-1.jpg' });
  const work = (await t.call(studioCalls.getWork, { as: staff, params: { id } })).body;
  const cover = work.files.find(({ path }: { path: string }) => path === pages.proposals.cover);
  expect((await t.app.inject({ url: cover.address })).statusCode).toBe(200);
});

it('explains why a PDF cannot be prepared, and retries when it is sent again', async () => {
  const { id } = await buildWork(t.deps.db);
  const { id: uploadId } = await upload(staff, Buffer.from('%PDF-broken'), 'broken.pdf', 'application/pdf');
  const { body } = await add(id, uploadId, staff);
  await sql`update jobs set dead_at = now(), last_error = 'is damaged' where payload ->> 'work_id' = ${id}`.execute(
    t.deps.db,
  );
  expect(await pagesOf(id, body.path)).toMatchObject({ state: 'failed', problem: 'is damaged' });
  await add(id, uploadId, staff);
  expect(await pagesOf(id, body.path)).toMatchObject({ state: 'preparing' });
});

it('a list of works shows the cover and what is missing', async () => {
  const { id } = await buildWork(t.deps.db, {
    manifest: { title: 'Quince atlas', cover: 'cover.png', price: 0 },
  });
  const { id: uploadId } = await upload(staff, Buffer.from('png'), 'cover.png', 'image/png');
  await add(id, uploadId, staff);
  const { body } = await t.call(studioCalls.listWorks, { as: staff, query: { search_term: 'quince' } });
  expect(body.data[0].cover).toMatch(/^\/files\/assets\//);
  expect(body.data[0].missing).toEqual(expect.arrayContaining(['pdf', 'chapters', 'author', 'brief']));
  expect(body.data[0].missing).not.toContain('price');
});
