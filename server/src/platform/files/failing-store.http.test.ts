import { accountsCalls } from '@vesalius/contract/accounts-calls';
import { readerCalls } from '@vesalius/contract/reader-calls';
import { pageFolder } from '@vesalius/contract/reader-text';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../testing/app.ts';
import { buildBook } from '../../testing/factories.ts';
import { recordingLog } from '../../testing/recording-log.ts';
import { type S3Fault, type S3Server, startS3Server } from '../../testing/s3-server.ts';
import { checkStore } from './check-store.ts';

const FAULTS = [503, 'reset', 'silence'] as const;

describe('while the object store fails', () => {
  let store: S3Server;
  let app: TestApp;
  let pages: string;

  beforeAll(async () => {
    store = await startS3Server({ retryDelaysMs: [5] });
    app = await testApp({ storage: store.storage });
    const { id } = await buildBook(app.deps.db, { pages: 20 });
    for (const file of ['1x.webp', 'text.json'])
      await store.storage.put(`${pageFolder(id, 1, 2)}/${file}`, Buffer.from('{"words":[]}'));
    await store.storage.put('public/covers/a-480.webp', Buffer.from('a cover'));
    const { body } = await app.call(readerCalls.getBookPages, { params: { id } });
    pages = `/page-files/${id}/1/2/FILE?grant=${body.files.grant}`;
  });
  beforeEach(() => store.failWith(() => null));
  afterAll(async () => {
    await app.close();
    await store.close();
  });

  const get = (url: string, headers = {}) => app.app.inject({ url, headers });
  const expectUnavailable = (answer: Awaited<ReturnType<typeof get>>) => {
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({ code: 'unavailable' });
    expect(answer.headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' });
    for (const name of ['content-range', 'content-encoding', 'last-modified'])
      expect(answer.headers).not.toHaveProperty(name);
  };
  const failGets = (fault: S3Fault) => store.failWith(({ method }) => (method === 'GET' ? fault : null));

  it.each(FAULTS)('pages and files are unavailable at %s, and there again after it', async (fault) => {
    const urls = [pages.replace('FILE', '1x.webp'), pages.replace('FILE', 'text.json')];
    urls.push('/files/public/covers/a-480.webp');
    const getAll = (headers = {}) => Promise.all(urls.map((url) => get(url, headers)));
    store.failWith(() => fault);
    (await getAll()).forEach(expectUnavailable);
    failGets(fault);
    (await getAll({ range: 'bytes=0-3', 'accept-encoding': 'gzip' })).forEach(expectUnavailable);
    store.failWith(() => null);
    for (const answer of await getAll()) expect(answer.statusCode).toBe(200);
  });

  it('single failures are not noticed', async () => {
    const faults = new Map<string, S3Fault>([
      ['HEAD', 503],
      ['GET', 'reset'],
    ]);
    store.failWith(({ method }) => {
      const fault = faults.get(method) ?? null;
      faults.delete(method);
      return fault;
    });
    const answer = await get('/files/public/covers/a-480.webp');
    expect([answer.statusCode, answer.body]).toEqual([200, 'a cover']);
  });

  it.each(FAULTS)('a start says so in one line at %s, and nothing while the store works', async (fault) => {
    const log = recordingLog();
    const config = { ...app.deps.config, S3_ENDPOINT: 'http://127.0.0.1' };
    await checkStore({ config, storage: store.storage, log: log as never });
    store.failWith(() => fault);
    await checkStore({ config, storage: store.storage, log: log as never });
    expect(log.lines).toHaveLength(1);
    expect(JSON.stringify(log.lines)).not.toContain('    at ');
  });

  it.each(FAULTS)('an upload is unavailable at %s, and the same request succeeds after it', async (fault) => {
    const picture = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#0f4c53' } })
      .jpeg()
      .toBuffer();
    const { body } = await app.call(accountsCalls.createUpload, {
      body: { content_type: 'image/jpeg', size: picture.length },
    });
    const put = () =>
      app.app.inject({
        method: 'PUT',
        url: body.upload_url,
        payload: picture,
        headers: { 'content-type': 'image/jpeg' },
      });
    store.failWith(() => fault);
    expectUnavailable(await put());
    store.failWith(() => null);
    const stored = await put();
    expect(stored.statusCode).toBe(201);
    expect((await get(stored.json().link)).statusCode).toBe(200);
  });
});
