import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findKeptAssets, keepBuildAssets } from './build-assets.ts';

let folder: string;
const client = () => join(folder, 'client');
const dataDir = () => join(folder, 'data');
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vesalius-assets-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** As `vite build` does: the folder is emptied first. */
async function release(names: readonly string[], day: number): Promise<void> {
  await rm(client(), { recursive: true, force: true });
  await mkdir(join(client(), 'assets'), { recursive: true });
  for (const name of names) await writeFile(join(client(), 'assets', name), `content of ${name}`);
  await keepBuildAssets(client(), dataDir(), new Date(Date.UTC(2026, 0, day)));
}
const kept = async () => [...(await findKeptAssets(dataDir())).names].sort();

it('keeps the files of a build that was replaced, whole', async () => {
  await release(['index-a.js', 'base-1.js'], 1);
  await release(['index-b.js', 'base-1.js'], 60);
  expect(await kept()).toEqual(['base-1.js', 'index-a.js', 'index-b.js']);
  const { folder: assets } = await findKeptAssets(dataDir());
  expect(await readFile(join(assets, 'index-a.js'), 'utf8')).toBe('content of index-a.js');
});

it('removes them two weeks after they were replaced, however long the build had been there', async () => {
  await release(['index-a.js'], 1);
  await release(['index-b.js'], 60);
  await release(['index-b.js'], 73);
  expect(await kept()).toEqual(['index-a.js', 'index-b.js']);
  await release(['index-b.js'], 75);
  expect(await kept()).toEqual(['index-b.js']);
  await expect(readFile(join(dataDir(), 'web-assets/index-a.js'))).rejects.toThrow('ENOENT');
});

it('keeps a file that a build brings back', async () => {
  await release(['index-a.js'], 1);
  await release(['index-b.js'], 2);
  await release(['index-a.js'], 3);
  await release(['index-a.js'], 40);
  expect(await kept()).toEqual(['index-a.js']);
});

it('begins anew when its list is damaged', async () => {
  await release(['index-a.js'], 1);
  await writeFile(join(dataDir(), 'web-assets/builds.json'), '[{"id');
  await release(['index-b.js'], 2);
  expect(await kept()).toEqual(['index-b.js']);
});

it('knows nothing on a machine without a former build', async () => {
  expect(await kept()).toEqual([]);
});
