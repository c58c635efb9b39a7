import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { localStorage } from './local-storage.ts';

const folder = mkdtempSync(join(tmpdir(), 'vesalius-local-'));
afterAll(() => rmSync(folder, { recursive: true }));

let root: string;
beforeEach(() => {
  root = join(mkdtempSync(join(folder, 'data-')), 'files');
});

describe('a storage that is away', () => {
  it('is told from a file that is absent', async () => {
    const storage = localStorage(root);
    expect(await storage.find('assets/a')).toBeNull();
    await storage.put('assets/a', Buffer.from('a'));
    expect(await storage.find('assets/a')).toMatchObject({ size: 1 });
    expect(await storage.find('assets/b')).toBeNull();
    expect(await storage.find('assets/a/below-a-file')).toBeNull();
    renameSync(root, `${root}.away`);
    await expect(storage.find('assets/a')).rejects.toMatchObject({ code: 'unavailable' });
    // An unmounted disk leaves its empty folder.
    mkdirSync(root);
    await expect(storage.find('assets/a')).rejects.toMatchObject({ code: 'unavailable' });
    rmSync(root, { recursive: true });
    renameSync(`${root}.away`, root);
    expect(await storage.find('assets/a')).toMatchObject({ size: 1 });
  });

  it('may be a part of it that is linked', async () => {
    const storage = localStorage(root);
    const disk = mkdtempSync(join(folder, 'disk-'));
    mkdirSync(root);
    symlinkSync(disk, join(root, 'assets'));
    await storage.put('assets/a', Buffer.from('a'));
    expect(await storage.find('assets/b')).toBeNull();
    renameSync(disk, `${disk}.away`);
    await expect(storage.find('assets/a')).rejects.toMatchObject({ code: 'unavailable' });
    expect(await storage.find('public/a')).toBeNull();
  });

  it.skipIf(process.getuid?.() === 0)('may be closed', async () => {
    const storage = localStorage(root);
    await storage.put('assets/a', Buffer.from('a'));
    mkdirSync(join(root, 'closed'), { mode: 0 });
    await expect(storage.find('closed/a')).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('fails on any other error of the disk', async () => {
    const storage = localStorage(root);
    await storage.put('assets/a', Buffer.from('a'));
    symlinkSync('loop', join(root, 'loop'));
    await expect(storage.find('loop/a')).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('is empty after its last folder was deleted', async () => {
    const storage = localStorage(root);
    await storage.put('books/a', Buffer.from('a'));
    await storage.deleteFolder('books/');
    expect(await storage.find('books/a')).toBeNull();
  });
});

// Another file system than that of temporary files, where there is one.
const otherDisk = ['/dev/shm', '/run', '/var/tmp'].find((path) => {
  try {
    return (
      statSync(path).dev !== statSync(tmpdir()).dev && writeFileSync(join(path, 'v-probe'), '') === undefined
    );
  } catch {
    return false;
  }
});
it.skipIf(!otherDisk)('moves a file to another file system', async () => {
  const staging = mkdtempSync(join(otherDisk as string, 'vesalius-'));
  rmSync(join(otherDisk as string, 'v-probe'));
  try {
    const storage = localStorage(root);
    mkdirSync(root);
    symlinkSync(staging, join(root, 'resumable'));
    await storage.put('resumable/a.bin', Buffer.from('received'));
    await storage.move('resumable/a.bin', 'assets/a');
    expect(readFileSync(join(root, 'assets/a'), 'utf8')).toBe('received');
    expect(await storage.find('resumable/a.bin')).toBeNull();
  } finally {
    rmSync(staging, { recursive: true });
  }
});
