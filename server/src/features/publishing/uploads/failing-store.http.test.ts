import { createHash, randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { resumableUploadsCalls } from '@vesalius/contract/resumable-uploads-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { jobHandlers } from '../../../app/job-handlers.ts';
import { many } from '../../../platform/database/database.ts';
import { HOUR_MS } from '../../../platform/durations.ts';
import { runDueJobs } from '../../../platform/jobs.ts';
import { type Person, type TestApp, testApp } from '../../../testing/app.ts';
import { type S3Server, startS3Server } from '../../../testing/s3-server.ts';
import { metadataOf, type TusAnswer, tusRequest } from '../../../testing/tus.ts';

const PATH = '/admin_portal/v1/resumable_uploads';
/** Two parts of a multipart upload and a rest, which S3 accepts only as the last part. */
const BYTES = 17_000_000;
let bucket: S3Server;
let t: TestApp;
let origin: string;
let staff: Person;

beforeAll(async () => {
  bucket = await startS3Server();
  t = await testApp({ storage: bucket.storage }, { environment: bucket.environment });
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await t.close();
  await bucket.close();
});
beforeEach(async () => {
  bucket.failWith(() => null);
  staff = await t.person({ role: 'staff' });
});

const send = async (method: string, address: string, headers = {}, body?: Uint8Array) =>
  (await tusRequest(origin + address, {
    method,
    token: staff.token,
    headers,
    ...(body ? { body } : {}),
  })) as TusAnswer;
const create = () =>
  send('POST', PATH, {
    'upload-length': String(BYTES),
    'upload-metadata': metadataOf({ filename: 'a.pdf' }),
  });
const pdf = () => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(BYTES - 9)]);
const told = async (address: string) =>
  (
    await t.call(resumableUploadsCalls.getResumableUpload, {
      as: staff,
      params: { upload_id: address.split('/').at(-1) ?? '' },
    })
  ).body;
const runJobs = () =>
  runDueJobs({ db: t.deps.db, handlers: jobHandlers(t.deps), clock: t.clock, log: t.deps.log });

it('reports an unavailable store, does not count uploads that never began, and resumes afterwards', {
  timeout: 120_000,
}, async () => {
  bucket.failWith(() => 503);
  expect(await create()).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  expect(await many(t.deps.db, sql`select 1 from resumable_uploads where user_id = ${staff.id}`)).toEqual([]);

  bucket.failWith(() => null);
  const content = pdf();
  const address = String((await create()).headers.location);
  const first = content.subarray(0, 6_000_000);
  expect(await send('PATCH', address, { 'upload-offset': '0' }, first)).toMatchObject({ status: 204 });

  bucket.failWith(() => 503);
  const rest = content.subarray(first.length);
  // Not 404, after which a browser would start again.
  expect(await send('HEAD', address)).toMatchObject({ status: 503 });
  expect(await send('PATCH', address, { 'upload-offset': '6000000' }, rest)).toMatchObject({ status: 503 });

  bucket.failWith(() => null);
  const { headers } = await send('HEAD', address);
  const offset = Number(headers['upload-offset']);
  expect(offset).toBeLessThanOrEqual(first.length);
  const last = await send('PATCH', address, { 'upload-offset': String(offset) }, content.subarray(offset));
  expect(last).toMatchObject({ status: 204 });

  bucket.failWith(() => 503);
  await runJobs();
  expect(await told(address)).toMatchObject({ state: 'checking' });

  bucket.failWith(() => null);
  t.clock.set(new Date(t.clock.now().getTime() + HOUR_MS));
  await runJobs();
  const hash = createHash('sha256').update(content).digest('hex');
  expect(await told(address)).toMatchObject({ state: 'finished', hash });
  expect(await bucket.keys()).toEqual([`assets/${hash}`]);
});

it('leaves nothing of a canceled upload in the bucket', async () => {
  const before = await bucket.keys();
  const address = String((await create()).headers.location);
  await send('PATCH', address, { 'upload-offset': '0' }, pdf().subarray(0, 100_000));
  expect((await bucket.keys()).length).toBeGreaterThan(before.length);
  expect(await send('DELETE', address)).toMatchObject({ status: 204 });
  expect(await bucket.keys()).toEqual(before);
});
