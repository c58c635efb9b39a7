import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workFilesCalls } from '@vesalius/contract/work-files-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { enqueue, runDueJobs } from '../../../platform/jobs.ts';
import { type Person, type TestApp, testApp } from '../../../testing/app.ts';
import { recordingLog } from '../../../testing/database.ts';
import { buildWork } from '../../../testing/factories.ts';
import { publishingJobHandlers } from '../job-handlers.ts';
import { publishingJobs } from '../jobs.ts';
import { PagesStopped } from '../pages/protocol.ts';
import { pdfJobKey } from '../works/add-work-file.ts';
import { requestConversion } from './conversion-queries.ts';

/** How long the program that reads a recording goes on (seconds): it tells its process from those of other tests. */
const SECONDS = `60.0${process.pid}`;
/** Programs that answer as ffmpeg does. */
const FFMPEG = `#!/bin/sh
case "$*" in *-version*) echo "ffmpeg version 7.0 for tests";; *-encoders*) echo " V..... libx264 H.264"; echo " A..... aac AAC";; esac`;
const FFPROBE = `#!/bin/sh
exec sleep ${SECONDS}`;
const isReading = (pid: string) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') === `sleep\0${SECONDS}\0`;
  } catch {
    // It has ended meanwhile.
    return false;
  }
};

let folder: string;
let t: TestApp;
let producer: Person;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vesalius-stopped-'));
  writeFileSync(join(folder, 'ffmpeg'), FFMPEG, { mode: 0o755 });
  writeFileSync(join(folder, 'ffprobe'), FFPROBE, { mode: 0o755 });
  t = await testApp({}, { environment: { FFMPEG_PATH: join(folder, 'ffmpeg') } });
  producer = await t.person({ role: 'author' });
});
afterAll(async () => {
  await t.close();
  rmSync(folder, { recursive: true, force: true });
});

async function workWith(mediaType: string, hash: string, manifest: Record<string, unknown> = {}) {
  const { id } = await buildWork(t.deps.db, { producers: [producer.email], manifest });
  const now = t.clock.now();
  await t.deps.storage.put(`assets/${hash}`, Buffer.from('bytes'));
  await sql`insert into assets (hash, bytes, media_type, stored_at) values (${hash}, 5, ${mediaType}, ${now})`.execute(
    t.deps.db,
  );
  await sql`insert into work_files (work_id, path, asset_hash, original_name, added_at)
    values (${id}, 'file', ${hash}, 'file', ${now})`.execute(t.deps.db);
  return id;
}
const runJobs = () =>
  runDueJobs({
    ...{ db: t.deps.db, clock: t.clock, log: recordingLog(), handlers: publishingJobHandlers(t.deps) },
  });

describe.skipIf(process.platform !== 'linux')('a conversion whose program is killed', () => {
  it('is tried once more, and then said not to be the file’s fault, with a way to try again', async () => {
    const asset = createHash('sha256').update('bytes').digest('hex');
    const id = await workWith('video/x-matroska', asset);
    await inTransaction(t.deps.db, (tx) =>
      requestConversion(tx, { hash: asset, sender: producer.id }, t.clock.now()),
    );
    const running = runJobs();
    const killed: string[] = [];
    const kill = () => {
      const pid = readdirSync('/proc').find((each) => !killed.includes(each) && isReading(each));
      expect(pid).toBeDefined();
      process.kill(Number(pid), 'SIGKILL');
      killed.push(pid as string);
    };
    for (let turn = 0; turn < 2; turn += 1) await vi.waitFor(kill, { timeout: 40_000, interval: 100 });
    // A third one would go on for a minute.
    await running;
    const at = { as: producer, params: { id, asset } };
    const { videos } = (await t.call(workFilesCalls.listWorkVideos, { ...at, params: { id } })).body;
    expect(videos).toMatchObject([{ state: 'failed', problem: null, was_stopped: true }]);
    const again = await t.call(workFilesCalls.prepareWorkVideo, at);
    expect(again.body.videos).toMatchObject([{ state: 'preparing', was_stopped: false }]);
  });
});

it('pages whose process was killed are said not to be the PDF’s fault, and prepared again on request', async () => {
  const asset = 'cd'.repeat(32);
  const id = await workWith('application/pdf', asset, { pdf: 'file' });
  await inTransaction(t.deps.db, (tx) =>
    enqueue(
      tx,
      publishingJobs.prepareWorkPdf(
        { work_id: id, asset },
        { dedupeKey: pdfJobKey(id, asset), maxAttempts: 4 },
      ),
    ),
  );
  const pages = async () =>
    (await t.call(workFilesCalls.getWorkPages, { as: producer, params: { id } })).body;
  const again = () => t.call(workFilesCalls.prepareWorkPages, { as: producer, params: { id } });
  const died = async (error: Error) => {
    await sql`update jobs set dead_at = now(), last_error = ${error.message}
      where dedupe_key = ${pdfJobKey(id, asset)}`.execute(t.deps.db);
  };
  expect((await again()).body).toMatchObject({ state: 'preparing', was_stopped: false });
  await died(new PagesStopped('it was ended by SIGKILL'));
  expect(await pages()).toMatchObject({ state: 'failed', problem: null, was_stopped: true });
  expect((await again()).body).toMatchObject({ state: 'preparing', was_stopped: false });
  await died(new Error('is encrypted'));
  expect(await pages()).toMatchObject({ state: 'failed', problem: 'is encrypted', was_stopped: false });
});
