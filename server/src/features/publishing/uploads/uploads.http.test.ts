import { createHash, randomBytes } from 'node:crypto';
import { readdir, rename, rm, symlink } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { resumableUploadsCalls } from '@vesalius/contract/resumable-uploads-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobHandlers } from '../../../app/job-handlers.ts';
import { many, one } from '../../../platform/database/database.ts';
import { DAY_MS, HOUR_MS } from '../../../platform/durations.ts';
import { enqueue, runDueJobs } from '../../../platform/jobs.ts';
import { resumableJobs } from '../../../platform/resumable/jobs.ts';
import { type Person, type TestApp, testApp } from '../../../testing/app.ts';
import { buildBook } from '../../../testing/factories.ts';
import { metadataOf, type TusAnswer, tusRequest } from '../../../testing/tus.ts';

const MAX_FILE_BYTES = 2_000_000;
const LIMITS = {
  UPLOAD_MAX_FILE_GB: '0.002',
  UPLOAD_MAX_OPEN: '3',
  UPLOAD_MAX_OPEN_GB: '0.004',
  UPLOAD_MAX_DAY_GB: '0.005',
};
const PATHS = { staff: '/admin_portal/v1/resumable_uploads', author: '/author_portal/v1/resumable_uploads' };
let t: TestApp;
let origin: string;
let staff: Person;
let producer: Person;
let author: Person;

beforeAll(async () => {
  t = await testApp({}, { environment: LIMITS });
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`;
  staff = await t.person({ role: 'staff' });
  producer = await t.person({ role: 'author' });
  author = await t.person({ role: 'author' });
  const book = await buildBook(t.deps.db, { authors: [author.email] });
  await sql`insert into book_assignments (book_id, email, role)
    values (${book.id}, ${producer.email}, 'producer')`.execute(t.deps.db);
});
afterAll(() => t.close());

const pathOf = (as: Person) => (as.role === 'author' ? PATHS.author : PATHS.staff);

async function create(
  as: Person,
  {
    bytes = 1000,
    name = 'atlas.pdf',
    headers = {},
  }: { bytes?: number | string; name?: string; headers?: Record<string, string> } = {},
): Promise<TusAnswer> {
  const answer = await tusRequest(origin + pathOf(as), {
    method: 'POST',
    token: as.token,
    headers: {
      'upload-length': String(bytes),
      'upload-metadata': metadataOf({ filename: name }),
      ...headers,
    },
  });
  return answer as TusAnswer;
}
async function begin(as: Person, bytes = 1000, name?: string): Promise<string> {
  const answer = await create(as, { bytes, ...(name ? { name } : {}) });
  expect(answer.status).toBe(201);
  return String(answer.headers.location);
}
const patch = async (as: Person, address: string, offset: number | string, body: Uint8Array, headers = {}) =>
  (await tusRequest(origin + address, {
    method: 'PATCH',
    token: as.token,
    headers: { 'upload-offset': String(offset), ...headers },
    body,
  })) as TusAnswer;
const ask = async (as: Person, address: string, method = 'HEAD') =>
  (await tusRequest(origin + address, { method, token: as.token })) as TusAnswer;
const told = (as: Person, address: string) =>
  t.call(resumableUploadsCalls.getResumableUpload, {
    as,
    params: { upload_id: address.split('/').at(-1) ?? '' },
  });
const runJobs = () =>
  runDueJobs({ db: t.deps.db, handlers: jobHandlers(t.deps), clock: t.clock, log: t.deps.log });
const pdfOf = (bytes: number) => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(bytes - 9)]);
const assetsOf = (content: Buffer) =>
  many(
    t.deps.db,
    sql<{ bytes: number; type: string }>`select bytes, media_type as type from assets
      where hash = ${createHash('sha256').update(content).digest('hex')}`,
  );
const files = (folder: string) =>
  readdir(join(t.deps.config.dataDir, 'files', folder)).catch(() => [] as string[]);

describe('a file that is sent in parts', () => {
  it('is stored once by its hash, however often and in whatever parts it is sent', async () => {
    const content = pdfOf(500_000);
    for (const cut of [100_000, 499_999]) {
      const address = await begin(staff, content.length, 'Atlas.pdf');
      expect(await patch(staff, address, 0, content.subarray(0, cut))).toMatchObject({
        status: 204,
        headers: { 'upload-offset': String(cut) },
      });
      expect(await ask(staff, address)).toMatchObject({
        status: 200,
        headers: { 'upload-offset': String(cut), 'upload-length': '500000', 'cache-control': 'no-store' },
      });
      expect(await patch(staff, address, cut, content.subarray(cut))).toMatchObject({ status: 204 });
      expect((await told(staff, address)).body).toMatchObject({ state: 'checking', hash: null });
      await runJobs();
      expect((await told(staff, address)).body).toMatchObject({
        name: 'Atlas.pdf',
        state: 'finished',
        hash: createHash('sha256').update(content).digest('hex'),
        media_type: 'application/pdf',
      });
    }
    expect(await assetsOf(content)).toEqual([{ bytes: 500_000, type: 'application/pdf' }]);
    const stored: Buffer[] = [];
    const key = `assets/${createHash('sha256').update(content).digest('hex')}`;
    for await (const part of t.deps.storage.read(key)) stored.push(part as Buffer);
    expect(Buffer.concat(stored).equals(content)).toBe(true);
    expect(await files('resumable')).toEqual([]);
  });

  it('keeps the received bytes when the connection breaks', async () => {
    const content = pdfOf(400_000);
    const address = await begin(producer, content.length);
    await tusRequest(origin + address, {
      method: 'PATCH',
      token: producer.token,
      headers: { 'upload-offset': '0' },
      body: content,
      cutAfter: 300_000,
    });
    const offset = Number((await ask(producer, address)).headers['upload-offset']);
    expect(offset).toBeLessThanOrEqual(300_000);
    expect(await patch(producer, address, offset, content.subarray(offset))).toMatchObject({ status: 204 });
    await runJobs();
    expect((await told(producer, address)).body).toMatchObject({ state: 'finished' });
    expect(await assetsOf(content)).toHaveLength(1);
  });

  it('accepts one of two requests at the same offset', async () => {
    const content = pdfOf(200_000);
    const other = pdfOf(200_000);
    const address = await begin(staff, 200_000);
    const answers = await Promise.all([patch(staff, address, 0, content), patch(staff, address, 0, other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
    await runJobs();
    const won = answers[0]?.status === 204 ? content : other;
    expect((await told(staff, address)).body.hash).toBe(createHash('sha256').update(won).digest('hex'));
  });

  it('is refused by its content, whatever its name says', async () => {
    const content = Buffer.concat([Buffer.from('MZ\x90\0\x03', 'latin1'), randomBytes(500)]);
    const address = await begin(staff, content.length, 'atlas.pdf');
    await patch(staff, address, 0, content);
    await runJobs();
    const { body } = await told(staff, address);
    expect(body).toMatchObject({ state: 'refused', hash: null, refusal: { code: 'file_kind_unknown' } });
    expect(body.refusal.message).toContain('Send a PDF');
    expect(await assetsOf(content)).toEqual([]);
    expect(await files('resumable')).toEqual([]);
  });

  it('is finished after its disk was away for a moment', async () => {
    const content = pdfOf(100_000);
    const address = await begin(staff, content.length);
    await patch(staff, address, 0, content);
    const folder = join(t.deps.config.dataDir, 'files/resumable');
    await rename(folder, `${folder}.away`);
    await runJobs();
    expect((await told(staff, address)).body).toMatchObject({ state: 'checking' });
    await rm(folder, { recursive: true, force: true });
    await rename(`${folder}.away`, folder);
    t.clock.advance(HOUR_MS);
    await runJobs();
    expect((await told(staff, address)).body).toMatchObject({ state: 'finished' });
    expect(await assetsOf(content)).toHaveLength(1);
  });

  it.skipIf(process.platform !== 'linux')(
    'is refused for a full disk by the request that fills it',
    async () => {
      const address = await begin(staff, 100_000);
      const part = join(t.deps.config.dataDir, 'files/resumable', `${address.split('/').at(-1)}.part`);
      await rm(part);
      await symlink('/dev/full', part);
      expect(await patch(staff, address, 0, pdfOf(100_000))).toMatchObject({
        status: 507,
        body: { code: 'storage_full' },
      });
      await rm(part);
      await ask(staff, address, 'DELETE');
    },
  );

  it('is removed when its owner cancels it', async () => {
    const address = await begin(staff, 100_000);
    await patch(staff, address, 0, pdfOf(50_000));
    expect(await ask(staff, address, 'DELETE')).toMatchObject({ status: 204 });
    expect(await ask(staff, address)).toMatchObject({ status: 410 });
    expect(await patch(staff, address, 50_000, pdfOf(50_000))).toMatchObject({
      status: 410,
      body: { code: 'upload_gone' },
    });
    expect((await told(staff, address)).body).toMatchObject({ state: 'canceled' });
    expect(await files('resumable')).toEqual([]);
  });

  it('is removed a week after its last part, together with files of a killed process', async () => {
    const address = await begin(producer, 100_000);
    await patch(producer, address, 0, pdfOf(50_000));
    const left = await begin(producer, 100_000);
    await sql`update resumable_uploads set state = 'canceled' where id = ${left.split('/').at(-1)}`.execute(
      t.deps.db,
    );
    expect(await files('resumable')).toHaveLength(2);
    t.clock.set(new Date(t.clock.now().getTime() + 8 * DAY_MS));
    await enqueue(t.deps.db, resumableJobs.cleanUp({}));
    await runJobs();
    expect(await files('resumable')).toEqual([]);
    expect((await told(producer, address)).body).toMatchObject({ state: 'expired' });
    expect(await ask(producer, address)).toMatchObject({ status: 410 });
  });
});

describe('who may', () => {
  it('staff and producers; for everybody else there is nothing', async () => {
    expect(await create({ ...staff, token: '' })).toMatchObject({ status: 401 });
    expect(await create(author)).toMatchObject({ status: 404 });
    const reader = await t.person();
    expect(await create({ ...reader, role: 'staff' })).toMatchObject({
      status: 403,
      body: { code: 'wrong_portal' },
    });
    expect(await create(producer, { bytes: 10 })).toMatchObject({ status: 201 });
  });

  it('only the owner continues, reads and ends an upload', async () => {
    const other = await t.person({ role: 'staff' });
    const address = await begin(other, 1000);
    expect(await ask(staff, address)).toMatchObject({ status: 404 });
    expect(await patch(staff, address, 0, pdfOf(1000))).toMatchObject({ status: 404 });
    expect(await ask(staff, address, 'DELETE')).toMatchObject({ status: 404 });
    expect(await told(staff, address)).toMatchObject({ status: 404 });
    expect((await t.call(resumableUploadsCalls.listResumableUploads, { as: other })).body.data).toHaveLength(
      1,
    );
    expect(await ask(other, address)).toMatchObject({ status: 200, headers: { 'upload-offset': '0' } });
  });

  it('a producer not any more once the book is taken away', async () => {
    const left = await t.person({ role: 'author' });
    const book = await buildBook(t.deps.db);
    await sql`insert into book_assignments (book_id, email, role) values (${book.id}, ${left.email}, 'producer')`.execute(
      t.deps.db,
    );
    const address = await begin(left, 1000);
    await sql`delete from book_assignments where email = ${left.email}`.execute(t.deps.db);
    expect(await patch(left, address, 0, pdfOf(1000))).toMatchObject({ status: 404 });
  });
});

describe('limits of an account', () => {
  it('counts open uploads, also when several begin at once', async () => {
    const busy = await t.person({ role: 'staff' });
    const answers = await Promise.all(Array.from({ length: 6 }, () => create(busy, { bytes: 1000 })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(answers.filter(({ body }) => body.code === 'too_many_uploads')).toHaveLength(3);
    const first = answers.find(({ status }) => status === 201);
    await ask(busy, String(first?.headers.location), 'DELETE');
    expect(await create(busy)).toMatchObject({ status: 201 });
  });

  it('counts the bytes that open uploads may become, and those of a day', async () => {
    const much = await t.person({ role: 'staff' });
    const first = await begin(much, MAX_FILE_BYTES);
    const second = await begin(much, MAX_FILE_BYTES);
    expect(await create(much, { bytes: 10 })).toMatchObject({
      status: 409,
      body: { code: 'too_many_uploads' },
    });
    await patch(much, first, 0, pdfOf(MAX_FILE_BYTES));
    await patch(much, second, 0, pdfOf(MAX_FILE_BYTES));
    await runJobs();
    expect(await create(much, { bytes: MAX_FILE_BYTES })).toMatchObject({
      status: 429,
      body: { code: 'upload_day_limit' },
    });
    t.clock.set(new Date(t.clock.now().getTime() + 25 * HOUR_MS));
    expect(await create(much, { bytes: MAX_FILE_BYTES })).toMatchObject({ status: 201 });
  });
});

describe('what a hostile client sends', () => {
  let hostile: Person;
  beforeAll(async () => {
    hostile = await t.person({ role: 'staff' });
  });

  it.each([
    ['1e30', 400],
    ['-1', 400],
    ['9007199254740993', 400],
    ['0x10', 400],
    ['NaN', 400],
    ['2000001', 413],
    ['20000000000000', 413],
    ['0', 422],
  ])('a length of %s is refused with %i', async (bytes, status) => {
    expect(await create(hostile, { bytes })).toMatchObject({ status });
  });

  it.each(['-1', '5000', '99999999999999999999', 'abc', '1.5', ''])(
    'an offset of "%s" writes nothing',
    async (offset) => {
      const address = await begin(hostile, 1000);
      const { status } = await patch(hostile, address, offset, pdfOf(500));
      expect([400, 409]).toContain(status);
      expect(await ask(hostile, address)).toMatchObject({ headers: { 'upload-offset': '0' } });
      await ask(hostile, address, 'DELETE');
    },
  );

  it('more bytes than declared are refused, and none are written', async () => {
    const address = await begin(hostile, 1000);
    expect(await patch(hostile, address, 0, pdfOf(1001))).toMatchObject({ status: 413 });
    expect(await ask(hostile, address)).toMatchObject({ headers: { 'upload-offset': '0' } });
    await ask(hostile, address, 'DELETE');
  });

  it.each([
    ['../../../etc/passwd', 'passwd'],
    ['a\u0000\u001b[2J\r\nSet-Cookie: x.pdf', 'a[2JSet-Cookie: x.pdf'],
    ['<script>alert(1)</script>.pdf', 'script>.pdf'],
  ])('the name %j is kept as %j', async (name, kept) => {
    const address = await begin(hostile, 1000, name);
    expect((await told(hostile, address)).body.name).toBe(kept);
    expect((await ask(hostile, address)).headers['upload-metadata']).toBe(metadataOf({ filename: kept }));
    await ask(hostile, address, 'DELETE');
  });

  it.each([
    'filename',
    '__proto__ YQ==',
    'filename !!!',
    'filename YQ==,filename YQ==',
    'filename YQ== YQ==',
  ])('metadata "%s" harms nothing', async (metadata) => {
    const answer = await create(hostile, { headers: { 'upload-metadata': metadata } });
    expect([201, 400]).toContain(answer.status);
    if (answer.status === 201) await ask(hostile, String(answer.headers.location), 'DELETE');
  });

  it('concatenation, an unknown length and bytes with the creation are not offered', async () => {
    const { headers } = (await tusRequest(origin + PATHS.staff, { method: 'OPTIONS' })) as TusAnswer;
    expect(headers['tus-extension']).toBe('creation,expiration,termination');
    expect(await create(hostile, { headers: { 'upload-concat': 'partial' } })).toMatchObject({ status: 400 });
    const { status } = (await tusRequest(origin + PATHS.staff, {
      method: 'POST',
      token: hostile.token,
      headers: { 'upload-defer-length': '1' },
    })) as TusAnswer;
    expect(status).toBe(400);
    const content = { 'content-type': 'application/offset+octet-stream' };
    expect(await create(hostile, { headers: content })).toMatchObject({ status: 415 });
  });

  it('another origin is allowed nowhere', async () => {
    const address = await begin(hostile, 1000);
    const from = { origin: 'https://evil.example' };
    const answers = [
      await create(hostile, { headers: from, bytes: 10 }),
      await patch(hostile, address, 0, pdfOf(500), from),
      await ask(hostile, address),
      (await tusRequest(origin + PATHS.staff, { method: 'OPTIONS', headers: from })) as TusAnswer,
    ];
    for (const { headers } of answers)
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(answers[0]?.headers.location).toMatch(/^\/admin_portal\/v1\/resumable_uploads\/[0-9a-f-]{36}$/);
  });

  it('an unknown or foreign address does not exist', async () => {
    for (const id of ['x', '..%2f..%2fsecret-key', '0198c0de-0000-7000-8000-000000000000'])
      expect(await ask(hostile, `${PATHS.staff}/${id}`)).toMatchObject({ status: 404 });
  });

  it('a request without the protocol’s version is told the version', async () => {
    const answer = await create(hostile, { headers: { 'tus-resumable': '0.2.2' } });
    expect([answer.status, answer.body.code]).toEqual([412, 'upload_protocol']);
    const { waiting } = await one(
      t.deps.db,
      sql<{ waiting: number }>`select count(*) as waiting from resumable_uploads
        where user_id = ${hostile.id} and state = 'receiving' and received_bytes > 500`,
    );
    expect(waiting).toBe(0);
  });
});

it('does what the OpenAPI document says: every operation, its parameters, statuses and headers', async () => {
  const { paths } = (await t.app.inject('/openapi.json')).json();
  type Operation = {
    parameters: { name?: string; in?: string; required?: boolean }[];
    responses: Record<string, { headers?: Record<string, unknown> }>;
  };
  const at = (method: string, ofOne: boolean): Operation =>
    paths[`${PATHS.staff}${ofOne ? '/{upload_id}' : ''}`][method];
  const holds = (answer: TusAnswer, { responses }: Operation) => {
    const told = responses[answer.status];
    expect(told, String(answer.status)).toBeDefined();
    for (const name of Object.keys(told?.headers ?? {}))
      expect(answer.headers, name).toHaveProperty([name.toLowerCase()]);
  };
  const sender = await t.person({ role: 'staff' });
  const content = pdfOf(1000);
  const created = await create(sender, { bytes: content.length });
  expect(created.status).toBe(201);
  holds(created, at('post', false));
  const address = String(created.headers.location);
  const steps: [method: string, status: number, answer: TusAnswer][] = [
    ['head', 200, await ask(sender, address)],
    ['patch', 204, await patch(sender, address, 0, content.subarray(0, 400))],
    ['patch', 409, await patch(sender, address, 0, content.subarray(0, 400))],
    ['patch', 204, await patch(sender, address, 400, content.subarray(400))],
    ['head', 404, await ask(author, address.replace('admin', 'author'))],
    ['delete', 204, await ask(sender, await begin(sender), 'DELETE')],
  ];
  for (const [method, status, answer] of steps) {
    expect([method, answer.status]).toEqual([method, status]);
    holds(answer, at(method, true));
  }
  // Without a header that the document requires, a request is refused as documented.
  for (const [method, ofOne] of [
    ['post', false],
    ['patch', true],
  ] as const) {
    const names = at(method, ofOne).parameters.filter((each) => each.in === 'header' && each.required);
    expect(names.map(({ name }) => name)).toContain('Tus-Resumable');
    const headers = {
      'tus-resumable': '0.2.0',
      [ofOne ? 'upload-offset' : 'upload-length']: ofOne ? '0' : '5',
    };
    const body = method === 'patch' ? { body: content } : {};
    const refused = await tusRequest(origin + (ofOne ? await begin(sender) : PATHS.staff), {
      ...{ method: method.toUpperCase(), token: sender.token, headers },
      ...body,
    });
    expect(refused?.status).toBe(412);
    holds(refused as TusAnswer, at(method, ofOne));
  }
});
