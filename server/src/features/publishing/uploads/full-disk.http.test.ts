import { rename, symlink, unlink } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { many } from '../../../platform/database/database.ts';
import { type Person, type TestApp, testApp } from '../../../testing/app.ts';
import { type TusAnswer, tusRequest } from '../../../testing/tus.ts';

const PATH = '/admin_portal/v1/resumable_uploads';
const LIMITS = { UPLOAD_MAX_FILE_GB: '90000', UPLOAD_MAX_OPEN_GB: '90000', UPLOAD_MAX_DAY_GB: '90000' };
let t: TestApp;
let origin: string;
let staff: Person;

beforeAll(async () => {
  t = await testApp({}, { environment: LIMITS });
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`;
  staff = await t.person({ role: 'staff' });
});
afterAll(() => t.close());

const send = async (method: string, address: string, headers = {}, body?: Uint8Array) =>
  (await tusRequest(origin + address, {
    method,
    token: staff.token,
    headers,
    ...(body ? { body } : {}),
  })) as TusAnswer;

it('starts no upload that does not fit on the disk', async () => {
  expect(await send('POST', PATH, { 'upload-length': '89000000000000' })).toMatchObject({
    status: 507,
    body: { code: 'storage_full' },
  });
  expect(await many(t.deps.db, sql`select 1 from resumable_uploads`)).toEqual([]);
});

it('reports a disk that fills up during an upload, and keeps the received bytes', async () => {
  const address = String((await send('POST', PATH, { 'upload-length': '3000' })).headers.location);
  const part = Buffer.alloc(1000, '%PDF');
  expect(await send('PATCH', address, { 'upload-offset': '0' }, part)).toMatchObject({ status: 204 });
  const path = join(t.deps.config.dataDir, 'files', 'resumable', `${address.split('/').at(-1)}.part`);
  // The disk is full for this file only: it keeps its length, and each write fails.
  await rename(path, `${path}.kept`);
  await symlink('/dev/full', path);
  const empty = await send('PATCH', address, { 'upload-offset': '0' }, part);
  expect(empty).toMatchObject({ status: 507, body: { code: 'storage_full' } });
  expect(Number(empty.headers['retry-after'])).toBeGreaterThan(0);
  await unlink(path);
  await rename(`${path}.kept`, path);
  expect(await send('HEAD', address)).toMatchObject({ status: 200, headers: { 'upload-offset': '1000' } });
  expect(await send('PATCH', address, { 'upload-offset': '1000' }, part)).toMatchObject({ status: 204 });
});
