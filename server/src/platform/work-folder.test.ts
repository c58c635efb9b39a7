import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inWorkFolder, removeDeadWorkFolders } from './work-folder.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'vesalius-work-'));
});
afterEach(() => rmSync(root, { recursive: true }));
const names = () => readdirSync(root).sort();

test('lives as long as the work, also when that fails, and is its owner’s alone', async () => {
  await inWorkFolder(root, 'one', async (folder) => {
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(names()).toHaveLength(1);
  });
  const failing = inWorkFolder(root, 'two', async () => {
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(names()).toEqual([]);
});

test('what a killed process left is removed; what a living one has stays', async () => {
  // No process has the highest number; the parent of this one lives.
  const dead = `${hostname()}~4194304~sharp-a`;
  const living = `${hostname()}~${process.ppid}~sharp-b`;
  const elsewhere = 'another-machine~1~sharp-c';
  const longAgo = 'another-machine~1~sharp-d';
  for (const name of [dead, living, elsewhere, longAgo]) mkdirSync(join(root, name));
  utimesSync(join(root, longAgo), 0, 0);
  await removeDeadWorkFolders(root);
  expect(names()).toEqual([elsewhere, living].sort());
  await removeDeadWorkFolders(join(root, 'not-there'));
});
