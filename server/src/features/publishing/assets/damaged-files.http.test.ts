import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { studioCalls } from '@vesalius/contract/studio-calls';
import { workFilesCalls } from '@vesalius/contract/work-files-calls';
import { workPreviewCalls } from '@vesalius/contract/work-preview-calls';
import { workQuestionsCalls } from '@vesalius/contract/work-questions-calls';
import { workReleasesCalls } from '@vesalius/contract/work-releases-calls';
import { zipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { one } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { enqueue, runDueJobs } from '../../../platform/jobs.ts';
import type { Person } from '../../../testing/app.ts';
import { bookFolder, picture, type TestFolder } from '../../../testing/book-folder.ts';
import { bundleForNode } from '../../../testing/bundle.ts';
import { buildWork } from '../../../testing/factories.ts';
import { ffmpegHere } from '../../../testing/recordings.ts';
import { image, openStudies, type Studies } from '../../../testing/studies.ts';
import { importBook } from '../import-book.ts';
import { publishingJobHandlers } from '../job-handlers.ts';
import { publishingJobs } from '../jobs.ts';
import { requestConversion } from '../media/conversion-queries.ts';
import { runConversion } from '../media/run-conversion.ts';
import { copyAsset, DamagedAsset, readAsset } from './copy-asset.ts';
import { adoptUpload } from './store-asset.ts';

let t: Studies['t'];
let studies: Studies;
let staff: Person;
let child: Awaited<ReturnType<typeof bundleForNode>>;
let folder: TestFolder;
let bookId: string;
beforeAll(async () => {
  studies = await openStudies();
  ({ t } = studies);
  staff = await t.person({ role: 'staff' });
  child = await bundleForNode(join(import.meta.dirname, '../pages/page-child.ts'));
  folder = await bookFolder();
  ({ bookId } = await importBook(t.deps, folder.folder, { pageWork: { childProgram: child.file } }));
});
afterAll(async () => {
  await studies.close();
  child.remove();
  folder.remove();
});

const MISSING = 'is missing in the storage: restore it from a backup, or upload it again';
const DAMAGED = MISSING.replace('missing', 'damaged');
const key = (hash: string) => `assets/${hash}`;
const runJobs = (kind: { kind: string }) =>
  runDueJobs({
    ...{ db: t.deps.db, clock: t.deps.clock, log: t.deps.log },
    handlers: Object.fromEntries(
      Object.entries(publishingJobHandlers(t.deps)).filter(([each]) => each === kind.kind),
    ),
  });
const at = () => ({ as: staff, params: { id: bookId } });

/** While `work` runs, the file of the book has another content, or none; readers' copies of it were lost too. */
async function without(path: string, work: () => Promise<void>, content: Buffer | null = null) {
  const { hash } = await one<{ hash: string }>(
    t.deps.db,
    sql`select asset_hash as hash from work_files where work_id = ${bookId} and path = ${path}`,
  );
  const kept = await t.deps.storage.readWhole(key(hash));
  await sql`delete from renditions where asset_hash = ${hash}`.execute(t.deps.db);
  if (content) await t.deps.storage.put(key(hash), content);
  else await t.deps.storage.delete(key(hash));
  try {
    await work();
  } finally {
    await t.deps.storage.put(key(hash), kept);
  }
}

it('tells a file that is missing from a storage that is away', async () => {
  const hash = createHash('sha256').update('never stored').digest('hex');
  const path = join(folder.folder, 'copy');
  await expect(copyAsset(t.deps.storage, hash, path)).rejects.toBeInstanceOf(DamagedAsset);
  const unavailable = new Error('away');
  const away = { read: t.deps.storage.read, find: () => Promise.reject(unavailable) };
  await expect(copyAsset(away, hash, path)).rejects.toBe(unavailable);
});

it('is put right by sending the file again', async () => {
  const content = Buffer.from('sent twice');
  const hash = createHash('sha256').update(content).digest('hex');
  const file = { hash, bytes: content.length, mediaType: 'image/png' };
  const moveTo = (to: string) => t.deps.storage.put(to, content);
  await adoptUpload(t.deps, { ...file, moveTo });
  await t.deps.storage.put(key(hash), Buffer.from('SENT TWICE'));
  await adoptUpload(t.deps, { ...file, moveTo });
  expect(await readAsset(t.deps.storage, hash)).toEqual(content);
});

it('names the file for which a release was refused, also of an earlier release', async () => {
  const pending = async () => (await t.call(workReleasesCalls.listReleases, at())).body.publication.pending;
  const { version } = (await t.call(studioCalls.getWork, at())).body;
  const changes = [{ id: newId(), operations: [{ op: 'set', path: ['title'], value: 'Another title' }] }];
  const body = { base_version: version, changes };
  const changed = await t.call(studioCalls.changeWork, { ...at(), body } as never);
  for (const ask of [
    () =>
      t.call(workReleasesCalls.publishWork, { ...at(), body: { version: changed.body.version } } as never),
    () =>
      t.call(workReleasesCalls.restoreRelease, {
        ...{ as: staff, params: { id: bookId, revision: '1' }, body: {} },
      } as never),
  ])
    await without(
      'cover.png',
      async () => {
        expect((await ask()).status).toBe(202);
        await runJobs(publishingJobs.publishFrozen);
        expect(await pending()).toMatchObject({
          state: 'refused',
          findings: [{ kind: 'mistake', path: [], file: 'cover.png', text: DAMAGED }],
        });
      },
      Buffer.from('other bytes'),
    );
});

it('names the file for which there is no preview', async () => {
  const preview = async () => (await t.call(workPreviewCalls.getWorkPreview, at())).body;
  await without('ada.png', async () => {
    expect((await t.call(workPreviewCalls.makeWorkPreview, at())).status).toBe(202);
    await runJobs(publishingJobs.makePreview);
    expect(await preview()).toMatchObject({
      state: 'refused',
      findings: [{ file: 'ada.png', text: MISSING }],
    });
  });
});

it('says so of a PDF whose pages are to be prepared', async () => {
  const { id } = await buildWork(t.deps.db);
  const hash = await studies.addFile(id, 'lost.pdf', Buffer.from('%PDF-1.7 lost'));
  await t.deps.storage.delete(key(hash));
  await enqueue(
    t.deps.db as never,
    publishingJobs.prepareWorkPdf({ work_id: id, asset: hash }, { dedupeKey: `prepare-pdf:${id}:${hash}` }),
  );
  await runJobs(publishingJobs.prepareWorkPdf);
  const pages = await t.call(workFilesCalls.getWorkPages, {
    ...{ as: staff, params: { id }, query: { path: 'lost.pdf' } },
  });
  expect(pages.body).toMatchObject({ state: 'failed', problem: MISSING });
});

it('refuses to export questions whose picture is lost, and names it', async () => {
  const choices = [{ answer: 'Yes', correct: true }, { answer: 'No' }];
  const questions = [{ _id: 'q', key: 'q', question: 'Is it?', image: 'q.png', choices }];
  const { id } = await buildWork(t.deps.db, { manifest: { final_test: { questions } } as never });
  const hash = await studies.addFile(id, 'q.png', await picture(9, 9));
  const ask = () =>
    t.call(workQuestionsCalls.exportQuestions, { as: staff, params: { id }, query: { format: 'qti' } });
  await t.deps.storage.delete(key(hash));
  const { status, body } = await ask();
  expect([status, body.code, body.message]).toEqual([409, 'stored_file_damaged', `q.png ${MISSING}.`]);
  expect(body.fields).toEqual({ file: 'q.png' });
});

it.skipIf(!ffmpegHere)('says so of a video that is to be prepared', async () => {
  const { id } = await buildWork(t.deps.db);
  const hash = await studies.addFile(id, 'lost.mkv', Buffer.from('a lost video'));
  await sql`update assets set media_type = 'video/x-matroska' where hash = ${hash}`.execute(t.deps.db);
  await requestConversion(t.deps.db as never, { hash, sender: staff.id }, t.clock.now());
  await t.deps.storage.delete(key(hash));
  await runConversion(t.deps, hash, new AbortController().signal);
  const { body } = await t.call(workFilesCalls.listWorkVideos, { as: staff, params: { id } });
  expect(body.videos).toMatchObject([{ state: 'failed', problem: MISSING }]);
});

it('lists the files of a study that arrived, and says so of an archive', async () => {
  const { storage } = t.deps;
  const lost = await image(2);
  const lostKey = key(createHash('sha256').update(lost).digest('hex'));
  const archive = Buffer.from(zipSync({ IM1: await image(3) }));
  const archiveKey = key(createHash('sha256').update(archive).digest('hex'));
  const damaged = new Set([lostKey, archiveKey]);
  const deps = {
    ...t.deps,
    storage: {
      ...storage,
      read: (name: string) => (damaged.has(name) ? Readable.from([Buffer.from('x')]) : storage.read(name)),
    },
  };
  const { list } = await studies.drop({ '1.dcm': await image(1), '2.dcm': lost }, studies.producer, { deps });
  expect(await list()).toMatchObject([{ state: 'sorted', left_out: [{ file: '2.dcm', reason: DAMAGED }] }]);
  const zipped = await studies.drop({ 'a.zip': archive }, studies.producer, { deps });
  expect(await zipped.list()).toMatchObject([{ state: 'failed', problem: `The archive ${DAMAGED}.` }]);
});

it('does not report on a study of which a file is lost, names it, and looks again once it is back', async () => {
  const content = await image(2);
  const { findings, report, look, study } = await studies.drop({
    '1.dcm': await image(1),
    '2.dcm': content,
  });
  const hash = createHash('sha256').update(content).digest('hex');
  await t.deps.storage.delete(key(hash));
  await report();
  await runJobs(publishingJobs.reportStudy);
  expect((await study()).files).toHaveLength(2);
  expect(await report()).toMatchObject({ state: 'failed', problems: [{ file: '2.dcm', reason: MISSING }] });
  expect(await findings()).toEqual([
    expect.stringContaining('could not be looked at; open it and try again'),
  ]);
  await t.deps.storage.put(key(hash), content);
  await look();
  expect(await report()).toMatchObject({ state: 'ready', problems: [] });
});
