import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workFilesCalls } from '@vesalius/contract/work-files-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { runDueJobs } from '../../../platform/jobs.ts';
import { type Person, type TestApp, testApp } from '../../../testing/app.ts';
import { buildWork } from '../../../testing/factories.ts';
import { ffmpegHere, PICTURES, QUICK_H264, record, SOUND } from '../../../testing/recordings.ts';
import { publishingJobHandlers } from '../job-handlers.ts';
import { checkWork, filesOfWork } from '../works/check-work.ts';
import { runConversion } from './run-conversion.ts';

let t: TestApp;
let producer: Person;
let folder: string;
beforeAll(async () => {
  t = await testApp({}, { environment: { FFMPEG_PATH: ffmpegHere?.ffmpeg ?? 'off' } });
  producer = await t.person({ role: 'author' });
  folder = mkdtempSync(join(tmpdir(), 'vesalius-videos-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await t.close();
});

/** A work with an uploaded video, as the resumable upload leaves it. */
async function workWith(app: TestApp, owner: Person, content: Buffer, name: string) {
  const now = app.clock.now();
  const hash = createHash('sha256').update(content).digest('hex');
  const { id: workId } = await buildWork(app.deps.db, {
    producers: [owner.email],
    manifest: {
      supplementaries: [
        { _id: 's', page: 1, materials: [{ key: 'one', type: 'video', title: 'One', file: name }] },
      ],
    },
  });
  await app.deps.storage.put(`assets/${hash}`, content);
  await sql`insert into assets (hash, bytes, media_type, stored_at) values (${hash}, ${content.length}, 'video/x-matroska', ${now})
    on conflict do nothing`.execute(app.deps.db);
  const uploadId = newId();
  await sql`insert into resumable_uploads (id, user_id, name, declared_bytes, received_bytes, state, hash, media_type,
      created_at, changed_at, expires_at)
    values (${uploadId}, ${owner.id}, ${name}, ${content.length}, ${content.length}, 'finished', ${hash}, 'video/x-matroska',
      ${now}, ${now}, ${now})`.execute(app.deps.db);
  const add = () =>
    app.call(workFilesCalls.addWorkFile, {
      as: owner,
      params: { id: workId },
      body: { upload_id: uploadId },
    });
  expect((await add()).status).toBe(201);
  const at = { as: owner, params: { id: workId, asset: hash } };
  const videos = async () =>
    (await app.call(workFilesCalls.listWorkVideos, { as: owner, params: { id: workId } })).body;
  const findings = async () => {
    const document = await sql<{ manifest: never }>`select manifest from works where id = ${workId}`.execute(
      app.deps.db,
    );
    const { findings: all } = await checkWork(app.deps, {
      workId,
      document: document.rows[0]!.manifest,
      files: await filesOfWork(app.deps.db, workId),
    });
    return all.filter(({ file }) => file === name).map(({ kind, text }) => `${kind}: ${text}`);
  };
  return { workId, hash, at, add, videos, findings };
}
const runJobs = () =>
  runDueJobs({ db: t.deps.db, handlers: publishingJobHandlers(t.deps), clock: t.clock, log: t.deps.log });
const mkv = (name: string) =>
  readFileSync(record(...([folder, name, ...PICTURES, ...SOUND, ...QUICK_H264, '-c:a', 'ac3'] as const)));

describe.skipIf(!ffmpegHere)('a video that arrives on the desk', () => {
  it('is waited for, converted once, and shown with its sizes and poster', async () => {
    const recording = mkv('a.mkv');
    const work = await workWith(t, producer, recording, 'a.mkv');
    expect((await work.videos()).videos).toMatchObject([{ state: 'preparing', step: 'waiting' }]);
    expect(await work.findings()).toEqual([
      'waiting: is still being prepared; the book can be published when it is done',
    ]);
    await runJobs();
    const [video] = (await work.videos()).videos;
    expect(video).toMatchObject({ state: 'ready', done: 1, sizes: [240] });
    expect(video.duration_seconds).toBeCloseTo(2, 0);
    for (const url of [video.url, video.poster_url])
      expect((await t.app.inject({ url })).statusCode).toBe(200);
    expect(await work.findings()).toEqual([]);
    // The same content in another work is converted already.
    const other = await workWith(t, producer, recording, 'a.mkv');
    expect((await other.videos()).videos).toMatchObject([{ state: 'ready' }]);
    // A grant for this video opens no other file.
    expect((await t.app.inject({ url: video.url.replace(/video\.mp4/, 'poster.webp') })).statusCode).not.toBe(
      200,
    );
  });

  it('can be canceled, and requested again', async () => {
    const work = await workWith(t, producer, mkv('b.mkv'), 'b.mkv');
    const { body } = await t.call(workFilesCalls.cancelWorkVideo, work.at);
    expect(body.videos).toMatchObject([{ state: 'canceled' }]);
    await runJobs();
    expect((await work.videos()).videos).toMatchObject([{ state: 'canceled' }]);
    expect((await work.findings())[0]).toMatch(/^mistake: is not prepared, because this was called off/);
    await t.call(workFilesCalls.prepareWorkVideo, work.at);
    await t.call(workFilesCalls.prepareWorkVideo, work.at);
    await runJobs();
    expect((await work.videos()).videos).toMatchObject([{ state: 'ready' }]);
    expect((await t.call(workFilesCalls.cancelWorkVideo, work.at)).body.videos).toMatchObject([
      { state: 'ready' },
    ]);
  });

  it('explains why it cannot be converted, on the desk and in the check list', async () => {
    const work = await workWith(t, producer, Buffer.from('no video at all'), 'c.mkv');
    await runJobs();
    const [video] = (await work.videos()).videos;
    expect(video).toMatchObject({ state: 'failed' });
    expect(video.problem).toBeTruthy();
    expect(await work.findings()).toEqual([`mistake: ${video.problem}`]);
  });

  it('an interrupted conversion resumes, and stays unfinished until then', async () => {
    const work = await workWith(t, producer, mkv('d.mkv'), 'd.mkv');
    const stop = new AbortController();
    stop.abort(new Error('the process is stopping'));
    await expect(runConversion(t.deps, work.hash, stop.signal)).rejects.toThrow();
    expect((await work.videos()).videos).toMatchObject([{ state: 'preparing' }]);
    await runJobs();
    expect((await work.videos()).videos).toMatchObject([{ state: 'ready' }]);
  });
});

it('a server without ffmpeg says what the file must be', async () => {
  const app = await testApp();
  const owner = await app.person({ role: 'author' });
  const work = await workWith(app, owner, Buffer.from('a format that no browser plays'), 'e.mkv');
  expect(await work.videos()).toMatchObject({ converts: false, videos: [{ state: 'unchanged' }] });
  expect((await app.call(workFilesCalls.prepareWorkVideo, work.at)).body).toMatchObject({ converts: false });
  expect((await work.findings())[0]).toContain('the file must be an MP4 with H.264 video');
  await app.close();
});

it('rejects an asset that is not a video of this work', async () => {
  const { id } = await buildWork(t.deps.db, { producers: [producer.email] });
  const at = { as: producer, params: { id, asset: 'ab'.repeat(32) } };
  expect((await t.call(workFilesCalls.prepareWorkVideo, at)).status).toBe(404);
  expect((await t.call(workFilesCalls.cancelWorkVideo, at)).status).toBe(404);
});
