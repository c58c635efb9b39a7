import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { IDLE_MS, type S3Fault, type S3Server, startS3Server } from '../../testing/s3-server.ts';
import { localStorage } from './local-storage.ts';
import { openClient } from './s3-client.ts';
import { copyObject } from './s3-copy.ts';
import { s3Storage } from './s3-storage.ts';
import type { Storage } from './storage.ts';

let folder: string;
let server: S3Server;
let stores: Record<'folder' | 'bucket', Storage>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vesalius-s3-'));
  server = await startS3Server();
  stores = { folder: localStorage(join(folder, 'local')), bucket: server.storage };
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

async function textOf(stream: Readable): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

describe.each(['folder', 'bucket'] as const)('the storage in a %s', (kind) => {
  const store = () => stores[kind];

  it('gives back what was put, with its size', async () => {
    await store().put('books/1/page-1.json', Buffer.from('ten bytes.'));
    expect(await store().find('books/1/page-1.json')).toMatchObject({ size: 10 });
    expect(await textOf(store().read('books/1/page-1.json'))).toBe('ten bytes.');
    expect(await textOf(store().read('books/1/page-1.json', { start: 4, end: 8 }))).toBe('bytes');
    expect((await store().readWhole('books/1/page-1.json')).toString()).toBe('ten bytes.');
  });

  it('takes streams and files', async () => {
    await store().put('a/stream.json', Readable.from(['one ', 'two']));
    expect(await textOf(store().read('a/stream.json'))).toBe('one two');
    const path = join(folder, 'video.mp4');
    await writeFile(path, Buffer.alloc(3_000_000, 'v'));
    await store().putFile('a/video.mp4', path);
    expect(await store().find('a/video.mp4')).toMatchObject({ size: 3_000_000 });
  });

  it('moves a file, also over another one', async () => {
    await store().put('m/from.part', Buffer.from('moved'));
    await store().put('m/to.pdf', Buffer.from('what was there'));
    await store().move('m/from.part', 'm/to.pdf');
    expect(await textOf(store().read('m/to.pdf'))).toBe('moved');
    expect(await store().find('m/from.part')).toBeNull();
    await expect(store().move('m/from.part', 'm/to.pdf')).rejects.toThrow();
    expect(await textOf(store().read('m/to.pdf'))).toBe('moved');
  });

  it('replaces a file', async () => {
    await store().put('b/x.json', Buffer.from('old'));
    await store().put('b/x.json', Buffer.from('newer'));
    expect(await textOf(store().read('b/x.json'))).toBe('newer');
  });

  it('finds nothing where nothing is, and reading it fails', async () => {
    expect(await store().find('c/none.json')).toBeNull();
    await expect(textOf(store().read('c/none.json'))).rejects.toThrow();
    await expect(store().readWhole('c/none.json')).rejects.toThrow();
  });

  it('deletes a file, and a folder without its neighbour of a similar name', async () => {
    for (const key of ['d/1/a.json', 'd/1/b/c.json', 'd/10/a.json']) await store().put(key, Buffer.from('x'));
    await store().delete('d/1/a.json');
    expect(await store().find('d/1/a.json')).toBeNull();
    await store().deleteFolder('d/1');
    expect(await store().find('d/1/b/c.json')).toBeNull();
    expect(await store().find('d/10/a.json')).not.toBeNull();
    await store().deleteFolder('d/1');
  });

  it('refuses keys that would leave it', async () => {
    expect(await store().find('../secret')).toBeNull();
    await expect((async () => store().put('a/../../secret', Buffer.from('x')))()).rejects.toThrow('unsafe');
  });
});

describe('a bucket that fails', () => {
  let failing: S3Server;
  beforeAll(async () => {
    failing = await startS3Server();
  });
  afterAll(() => failing.close());
  /** The first requests fail like this, then the store works. */
  const failFirst = (...faults: S3Fault[]) => failing.failWith(() => faults.shift() ?? null);
  const heal = () => failing.failWith(() => null);
  const put = (key: string, text = 'ten bytes.') => failing.storage.put(key, Buffer.from(text));

  it.each([503, 500, 429, 'reset', 'silence'] as const)('is asked again after %s', async (fault) => {
    const key = `again/${fault}.json`;
    failFirst(fault, fault);
    await put(key);
    failFirst(fault);
    expect(await failing.storage.find(key)).toMatchObject({ size: 10 });
    failFirst(fault, fault);
    expect(await textOf(failing.storage.read(key))).toBe('ten bytes.');
    failFirst(fault);
    await failing.storage.deleteFolder('again');
    expect(await failing.keys()).not.toContain(key);
  });

  it('stores files and streams whole at the second attempt', async () => {
    const path = join(folder, 'again.mp4');
    await writeFile(path, Buffer.alloc(300_000, 'v'));
    failFirst('reset', 503);
    await failing.storage.putFile('again/file.mp4', path);
    failFirst(503);
    await failing.storage.put('again/stream.json', Readable.from(['one ', 'two']));
    heal();
    expect(await failing.storage.find('again/file.mp4')).toMatchObject({ size: 300_000 });
    expect(await textOf(failing.storage.read('again/stream.json'))).toBe('one two');
  });

  it('goes on reading where the connection broke', async () => {
    heal();
    const text = Array.from({ length: 20_000 }, (_value, at) => at).join(' ');
    await put('cut/long.json', text);
    failFirst('cut', 503, 'cut');
    expect(await textOf(failing.storage.read('cut/long.json'))).toBe(text);
    failFirst('cut');
    expect(await textOf(failing.storage.read('cut/long.json', { start: 1000, end: 99_999 }))).toBe(
      text.slice(1000, 100_000),
    );
  });

  it('waits for a reader who takes longer than the store may be silent', async () => {
    heal();
    await put('slow/long.json', 'x'.repeat(2_000_000));
    let sum = 0;
    for await (const part of failing.storage.read('slow/long.json')) {
      if (sum === 0) await new Promise((resolve) => setTimeout(resolve, IDLE_MS * 1.5));
      sum += (part as Buffer).length;
    }
    expect(sum).toBe(2_000_000);
  });

  it.each([503, 'reset', 'silence'] as const)('is unavailable when it stays at %s', async (fault) => {
    const unavailable = { code: 'unavailable', retryAfterSeconds: 5 };
    failing.failWith(() => fault);
    const attempts = await Promise.allSettled([
      failing.storage.find('a/b.json'),
      put('a/b.json'),
      failing.storage.delete('a/b.json'),
      failing.storage.deleteFolder('a'),
      textOf(failing.storage.read('a/b.json')),
    ]);
    for (const attempt of attempts)
      expect(attempt).toMatchObject({ status: 'rejected', reason: unavailable });
  });

  it('is not asked again for what it refuses', async () => {
    let asked = 0;
    failing.failWith(() => {
      asked += 1;
      return null;
    });
    await expect(textOf(failing.storage.read('none.json'))).rejects.toMatchObject({
      name: 'NoSuchKey',
      $metadata: { httpStatusCode: 404 },
    });
    expect(asked).toBe(1);
  });
});

it('copies a large object of a bucket in parts', async () => {
  const content = randomBytes(1_000_001);
  await server.storage.put('large/from.part', content);
  const { options } = server;
  const keys = { from: 'large/from.part', to: 'large/to' };
  await copyObject(openClient(options), options.bucket, keys, { partBytes: 100_000 });
  const parts: Buffer[] = [];
  for await (const part of server.storage.read('large/to')) parts.push(part as Buffer);
  expect(Buffer.concat(parts).equals(content)).toBe(true);
});

it('sends a large file in parts, and removes them if the store fails in the middle', async () => {
  const path = join(folder, 'large.mp4');
  const content = randomBytes(11 * 1024 * 1024);
  await writeFile(path, content);
  const failing = await startS3Server();
  const store = s3Storage({ ...failing.options, idleMs: 60_000 }, { partBytes: 5 * 1024 * 1024 });
  try {
    const parts = new Set<string>();
    failing.failWith(({ method, url }) => {
      if (method === 'PUT') parts.add(new URL(url, 'http://store').searchParams.get('partNumber') ?? 'whole');
      return null;
    });
    await store.putFile('large/file.mp4', path);
    expect([...parts].toSorted()).toEqual(['1', '2', '3']);
    expect((await store.readWhole('large/file.mp4')).equals(content)).toBe(true);
    const asked: string[] = [];
    failing.failWith(({ method, url }) => {
      asked.push(method);
      return url.includes('partNumber=3') ? 503 : null;
    });
    await expect(store.putFile('large/other.mp4', path)).rejects.toMatchObject({ code: 'unavailable' });
    expect(asked.at(-1)).toBe('DELETE');
    expect(await failing.keys()).toEqual(['large/file.mp4']);
  } finally {
    await failing.close();
  }
});

it('uses the credentials of the role where none are configured', async () => {
  // The metadata service of a container, from which Amazon's own tools take credentials.
  let asked = 0;
  const metadata = createServer((_request, response) => {
    asked += 1;
    const Expiration = new Date(Date.now() + 3_600_000).toISOString();
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({ AccessKeyId: 'S3RVER', SecretAccessKey: 'S3RVER', Expiration, Token: 'a' }),
    );
  });
  await new Promise<void>((resolve) => metadata.listen(0, '127.0.0.1', resolve));
  const { port } = metadata.address() as AddressInfo;
  vi.stubEnv('AWS_CONTAINER_CREDENTIALS_FULL_URI', `http://127.0.0.1:${port}/credentials`);
  try {
    const store = s3Storage({ ...server.options, credentials: undefined });
    await store.put('role/a.json', Buffer.from('by role'));
    expect((await store.readWhole('role/a.json')).toString()).toBe('by role');
    expect(asked).toBe(1);
  } finally {
    vi.unstubAllEnvs();
    metadata.close();
  }
});
