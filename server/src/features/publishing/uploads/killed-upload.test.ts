import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createFixedClock } from '../../../platform/clock.ts';
import { many } from '../../../platform/database/database.ts';
import { localStorage } from '../../../platform/files/local-storage.ts';
import type { Storage } from '../../../platform/files/storage.ts';
import { TEST_NOW } from '../../../testing/app.ts';
import { bundleForNode } from '../../../testing/bundle.ts';
import { callingApp, type Person } from '../../../testing/calling-app.ts';
import { type TestDatabase, testDatabase } from '../../../testing/database.ts';
import { runTask, type TaskProcess } from '../../../testing/processes.ts';
import { type S3Server, startS3Server } from '../../../testing/s3-server.ts';
import { metadataOf, tusRequest } from '../../../testing/tus.ts';

/** 60 MB by default: `UPLOAD_MEGABYTES=500` is the trial in docs/operations.md. */
const BYTES = Number(process.env.UPLOAD_MEGABYTES ?? 60) * 1_000_000;
const CUTS = 10;
/** The server is killed at the second, fifth and eighth cut. */
const KILLS = new Set([1, 4, 7]);
/** The parts are removed after the upload is told as finished. */
const REMOVED = { timeout: 60_000, interval: 100 };
let bundle: Awaited<ReturnType<typeof bundleForNode>>;
let database: TestDatabase;
let staff: Person;
const dataDirs: string[] = [];
const processes: TaskProcess[] = [];
let bucket: S3Server;

beforeAll(async () => {
  bundle = await bundleForNode(join(import.meta.dirname, '../../../testing/upload-child.ts'));
  database = await testDatabase();
  const { person } = callingApp(null as never, { db: database.db } as never, createFixedClock(TEST_NOW));
  staff = await person({ role: 'staff' });
  bucket = await startS3Server();
});
// A server left over from a failed test would take the next one's jobs, with another storage.
afterEach(async () => {
  for (const { child } of processes) child.kill('SIGKILL');
  await Promise.all(processes.splice(0).map(({ ended }) => ended));
});
afterAll(async () => {
  await bucket.close();
  await database.close();
  bundle.remove();
  for (const folder of dataDirs) await rm(folder, { recursive: true });
});

async function startServer(environment: Record<string, string>) {
  const server = runTask(bundle.file, [], { DATABASE_URL: database.url, NOW: TEST_NOW, ...environment });
  processes.push(server);
  const port = (await server.said('listening')).split(' ')[1];
  const kill = async () => {
    server.child.kill('SIGKILL');
    await server.ended;
  };
  return { origin: `http://127.0.0.1:${port}`, kill };
}

/** Recognized as a PDF by its first bytes; all other bytes are random. */
const fileOf = (bytes: number) => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(bytes - 9)]);

/** Returns when the upload is finished; its server may still be removing the parts. */
async function sendWithCuts(file: Buffer, environment: Record<string, string>): Promise<{ hash: string }> {
  let server = await startServer(environment);
  const { token } = staff;
  const path = '/admin_portal/v1/resumable_uploads';
  const created = await tusRequest(server.origin + path, {
    method: 'POST',
    token,
    headers: {
      'upload-length': String(file.length),
      'upload-metadata': metadataOf({ filename: 'atlas.pdf' }),
    },
  });
  expect(created?.status).toBe(201);
  const address = String(created?.headers.location);
  expect(address.startsWith(`${path}/`)).toBe(true);
  const offsetOf = async () => {
    const answer = await tusRequest(server.origin + address, { method: 'HEAD', token });
    expect(answer?.status).toBe(200);
    return Number(answer?.headers['upload-offset']);
  };
  let known = 0;
  for (let cut = 0; cut < CUTS; cut += 1) {
    const offset = await offsetOf();
    expect(offset).toBeGreaterThanOrEqual(0);
    expect(offset).toBeLessThanOrEqual(known);
    const rest = file.subarray(offset);
    const cutAfter = Math.ceil((rest.length / (CUTS + 1 - cut)) * Math.random() * 1.9);
    known = offset + cutAfter;
    let death: Promise<void> | null = null;
    await tusRequest(server.origin + address, {
      method: 'PATCH',
      token,
      headers: { 'upload-offset': String(offset) },
      body: rest,
      cutAfter,
      whenSent: () => {
        if (KILLS.has(cut)) death = server.kill();
      },
    });
    if (!death) continue;
    await death;
    server = await startServer(environment);
  }
  // As clients do: a request that the server refused or cut, because the one before still ends, is sent again.
  for (let offset = await offsetOf(); offset < file.length; offset = await offsetOf()) {
    const answer = await tusRequest(server.origin + address, {
      method: 'PATCH',
      token,
      headers: { 'upload-offset': String(offset) },
      body: file.subarray(offset),
    });
    expect([204, 409, 423, undefined]).toContain(answer?.status);
  }
  // Killed again before the result of the check can have been stored.
  await server.kill();
  server = await startServer(environment);
  expect(await offsetOf()).toBe(file.length);
  const told = async () => {
    const answer = await fetch(server.origin + address, { headers: { authorization: `Bearer ${token}` } });
    return (await answer.json()) as { state: string; hash: string; media_type: string };
  };
  await vi.waitFor(async () => expect((await told()).state).not.toBe('checking'), {
    timeout: 300_000,
    interval: 200,
  });
  const { hash, media_type, state } = await told();
  expect(state).toBe('finished');
  expect(hash).toBe(createHash('sha256').update(file).digest('hex'));
  expect(media_type).toBe('application/pdf');
  return { hash };
}

async function hashOf(storage: Storage, key: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of storage.read(key)) hash.update(part as Buffer);
  return hash.digest('hex');
}

const assets = (hash: string) =>
  many(database.db, sql<{ bytes: number }>`select bytes from assets where hash = ${hash}`);

it('is stored completely and once in a folder, cut ten times, with its server killed', {
  timeout: 600_000,
}, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'vesalius-upload-'));
  dataDirs.push(dataDir);
  const file = fileOf(BYTES);
  const { hash } = await sendWithCuts(file, { DATA_DIR: dataDir });
  expect(await hashOf(localStorage(join(dataDir, 'files')), `assets/${hash}`)).toBe(hash);
  expect(await assets(hash)).toEqual([{ bytes: file.length }]);
  await vi.waitFor(
    async () => expect(await readdir(join(dataDir, 'files', 'resumable'))).toEqual([]),
    REMOVED,
  );
});

it('is stored completely and once in a bucket, cut ten times, with its server killed', {
  timeout: 600_000,
}, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'vesalius-upload-'));
  dataDirs.push(dataDir);
  const file = fileOf(BYTES);
  const { hash } = await sendWithCuts(file, { DATA_DIR: dataDir, ...bucket.environment });
  expect(await hashOf(bucket.storage, `assets/${hash}`)).toBe(hash);
  expect(await assets(hash)).toEqual([{ bytes: file.length }]);
  await vi.waitFor(async () => expect(await bucket.keys()).toEqual([`assets/${hash}`]), REMOVED);
});
