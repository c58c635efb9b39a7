import { createHash } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { startEmbeddedPostgres } from '../database/embedded-postgres.ts';
import type { Log } from '../database/pool.ts';
import { demandEmpty, type LoadedTable, load } from '../database/transfer/load.ts';
import { createFileOnce } from '../files/durable-file.ts';
import type { Storage } from '../files/storage.ts';
import { inWorkFolder } from '../work-folder.ts';
import { checkBackup, sourceOf } from './check-backup.ts';
import { fileOf, forEachOf, hashOfFile, keyOf, type ListedFile, type Manifest } from './manifest.ts';

export interface Restored {
  readonly manifest: Manifest;
  readonly tables: readonly LoadedTable[];
  readonly files: number;
}

export interface RestoreOptions {
  folder: string;
  dataDir: string;
  /** Absent: the embedded database of `dataDir`. */
  url?: string | undefined;
  storage: Storage;
  log: Log;
  onTable?: (table: LoadedTable) => void;
}

/** An embedded database for the time of `work`, unless an address was given. */
async function withDatabase<Result>(
  { url, dataDir, log }: Pick<RestoreOptions, 'url' | 'dataDir' | 'log'>,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  if (url) return work(url);
  const embedded = await startEmbeddedPostgres({ dataDir, log });
  try {
    if (!embedded.isOwner()) throw new Error(`the product runs on ${dataDir}: stop it first`);
    return await work(embedded.url);
  } finally {
    await embedded.close();
  }
}

/**
 * Puts a backup where nothing is yet: files, keys, then the database in one transaction, so that rows are never there
 * before the files that they name. Everything is checked before (the backup) and after (what was restored); after a
 * failure all of it is taken back.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { folder, dataDir, storage, onTable } = options;
  const { manifest, files } = await checkBackup(folder);
  await mkdir(dataDir, { recursive: true });
  await demandFree(options, manifest, files);
  return withDatabase(options, async (url) => {
    await demandEmpty(url);
    const placed: string[] = [];
    const placedKeys: string[] = [];
    try {
      await forEachOf(files, async ({ key }) => {
        placed.push(key);
        await storage.putFile(key, fileOf(folder, key));
      });
      await forEachOf(files, (file) => checkStored(storage, file));
      await placeKeys(folder, dataDir, manifest, placedKeys);
      const tables = await load(url, sourceOf(folder, manifest), onTable);
      return { manifest, tables, files: files.length };
    } catch (error) {
      await forEachOf(placed, (key) => storage.delete(key));
      for (const path of placedKeys) await rm(path, { force: true });
      throw error;
    }
  });
}

/** Restores the database into a throw-away one and checks it; the files are compared with their checksums. */
export async function tryBackup({
  folder,
  workFolders,
  log,
  onTable,
}: Pick<RestoreOptions, 'folder' | 'log' | 'onTable'> & { workFolders: string }): Promise<Restored> {
  const { manifest, files } = await checkBackup(folder);
  return inWorkFolder(workFolders, 'check', async (dataDir) => {
    const tables = await withDatabase({ dataDir, log }, (url) =>
      load(url, sourceOf(folder, manifest), onTable),
    );
    return { manifest, tables, files: files.length };
  });
}

async function demandFree(
  { dataDir, storage, folder }: RestoreOptions,
  manifest: Manifest,
  files: readonly ListedFile[],
): Promise<void> {
  await forEachOf(files, async ({ key }) => {
    if (await storage.find(key))
      throw new Error(`the storage already holds ${key}: restore into an empty one. Nothing was changed`);
  });
  for (const { name, sha256 } of manifest.keys) {
    const there = await hashOfFile(join(dataDir, name)).catch(() => sha256);
    if (there !== sha256)
      throw new Error(
        `${join(dataDir, name)} is another one than that of ${folder}: restore into an empty folder. Nothing was changed`,
      );
  }
}

async function checkStored(storage: Storage, { key, sha256 }: ListedFile): Promise<void> {
  const hash = createHash('sha256');
  await pipeline(storage.read(key), hash);
  if (hash.digest('hex') !== sha256) throw new Error(`${key} differs after restoring`);
}

/** Notes in `placed` what it made: keys that were there already are the same ones and stay. */
async function placeKeys(
  folder: string,
  dataDir: string,
  manifest: Manifest,
  placed: string[],
): Promise<void> {
  for (const { name } of manifest.keys) {
    const path = join(dataDir, name);
    if (await createFileOnce(path, await readFile(keyOf(folder, name)))) placed.push(path);
  }
}
