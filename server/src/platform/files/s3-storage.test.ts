import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startS3Server } from '../../testing/s3-server.ts';
import { localStorage } from './local-storage.ts';
import { s3Storage } from './s3-storage.ts';
import type { Storage } from './storage.ts';

let folder: string;
let server: Awaited<ReturnType<typeof startS3Server>>;
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
  });

  it('takes streams and files', async () => {
    await store().put('a/stream.json', Readable.from(['one ', 'two']));
    expect(await textOf(store().read('a/stream.json'))).toBe('one two');
    const path = join(folder, 'video.mp4');
    await writeFile(path, Buffer.alloc(3_000_000, 'v'));
    await store().putFile('a/video.mp4', path);
    expect(await store().find('a/video.mp4')).toMatchObject({ size: 3_000_000 });
  });

  it('replaces a file', async () => {
    await store().put('b/x.json', Buffer.from('old'));
    await store().put('b/x.json', Buffer.from('newer'));
    expect(await textOf(store().read('b/x.json'))).toBe('newer');
  });

  it('finds nothing where nothing is, and reading it fails', async () => {
    expect(await store().find('c/none.json')).toBeNull();
    await expect(textOf(store().read('c/none.json'))).rejects.toThrow();
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

describe('a bucket that is away', () => {
  let broken: Server;
  afterAll(() => broken.close());

  it('is an error at once, not an absent file', async () => {
    broken = createServer((_request, response) => response.writeHead(503).end());
    await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve));
    const { port } = broken.address() as AddressInfo;
    const store = s3Storage({
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'books',
      region: 'us-east-1',
      accessKeyId: 'x',
      secretAccessKey: 'x',
      workFolders: join(tmpdir(), 'vesalius-s3-never-made'),
    });
    await expect(store.find('a/b.json')).rejects.toThrow('503');
    await expect(store.put('a/b.json', Buffer.from('x'))).rejects.toThrow('503');
  });
});
