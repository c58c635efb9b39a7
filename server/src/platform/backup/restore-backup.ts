import { createHash } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { startEmbeddedPostgres } from '../database/embedded-postgres.ts';
import type { Log } from '../database/pool.ts';
import { demandEmpty, type LoadedTable, load } from '../database/transfer/load.ts';
import { openSnapshot } from '../database/transfer/snapshot.ts';
import { nullIfAbsent } from '../files/absent.ts';
import { createFileOnce } from '../files/durable-file.ts';
import type { Storage } from '../files/storage.ts';
import { inWorkFolder } from '../work-folder.ts';
import { checkBackup, sourceOf } from './check-backup.ts';
import {
  BackupDamaged,
  fileOf,
  forEachOf,
  hashOfFile,
  keyOf,
  type ListedFile,
  type Manifest,
} from './manifest.ts';
import { type FileNames, listLosses, listNamedFiles, sumUpLosses } from './named-files.ts';

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

/** Starts an embedded database while `work` runs, unless an address is given. */
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
 * Restores a backup into an empty installation: files, keys, then the database in one transaction, so that rows never exist
 * before the files that they refer to. Checks the backup before and the result afterwards; a failure undoes everything.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { folder, dataDir, storage, onTable } = options;
  const { manifest, files } = await checkBackup(folder);
  await mkdir(dataDir, { recursive: true });
  await demandFree(options, manifest, files);
  return withDatabase(options, async (url) => {
    await demandEmpty(url);
    const storedFileKeys: string[] = [];
    const writtenKeyPaths: string[] = [];
    try {
      await forEachOf(files, async ({ key }) => {
        storedFileKeys.push(key);
        await storage.putFile(key, fileOf(folder, key));
      });
      await forEachOf(files, (file) => checkStored(storage, file));
      await writeKeys(folder, dataDir, manifest, writtenKeyPaths);
      const tables = await load(url, sourceOf(folder, manifest), onTable);
      return { manifest, tables, files: files.length };
    } catch (error) {
      await forEachOf(storedFileKeys, (key) => storage.delete(key));
      for (const path of writtenKeyPaths) await rm(path, { force: true });
      throw error;
    }
  });
}

/**
 * Restores the database into a temporary one and checks it; compares the backup's files with their checksums, and with the
 * files that rows refer to.
 */
export async function tryBackup({
  folder,
  workFolders,
  log,
  onTable,
  ...names
}: Pick<RestoreOptions, 'folder' | 'log' | 'onTable'> &
  FileNames & { workFolders: string }): Promise<Restored> {
  const { manifest, files } = await checkBackup(folder);
  return inWorkFolder(workFolders, 'check', async (dataDir) => {
    const tables = await withDatabase({ dataDir, log }, async (url) => {
      const loaded = await load(url, sourceOf(folder, manifest), onTable);
      await demandFiles(url, names, manifest, files);
      return loaded;
    });
    return { manifest, tables, files: files.length };
  });
}

async function demandFiles(
  url: string,
  names: FileNames,
  manifest: Manifest,
  files: readonly ListedFile[],
): Promise<void> {
  if (manifest.files.kept !== 'here') return;
  const { lost, deletedMeanwhile = [] } = manifest.files;
  const snapshot = await openSnapshot(url);
  const named = await listNamedFiles(snapshot, names).finally(() => snapshot.close());
  const losses = listLosses(named, new Map(files.map((file) => [file.key, file])));
  for (const key of deletedMeanwhile) losses.delete(key);
  const sentences = losses.size > 0 ? [...losses.values()] : (lost?.first ?? []);
  if (sentences.length > 0)
    throw new BackupDamaged(
      `the backup is incomplete: ${sumUpLosses(sentences, Math.max(losses.size, lost?.count ?? 0))}`,
    );
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
    const existingHash = await nullIfAbsent(hashOfFile(join(dataDir, name)));
    if (existingHash !== null && existingHash !== sha256)
      throw new Error(
        `${join(dataDir, name)} differs from the one of ${folder}: restore into an empty folder. Nothing was changed`,
      );
  }
}

async function checkStored(storage: Storage, { key, sha256 }: ListedFile): Promise<void> {
  const hash = createHash('sha256');
  await pipeline(storage.read(key), hash);
  if (hash.digest('hex') !== sha256) throw new Error(`${key} differs after restoring`);
}

/** Adds the paths that it creates to `writtenPaths`; keys that already exist are identical and are left alone. */
async function writeKeys(
  folder: string,
  dataDir: string,
  manifest: Manifest,
  writtenPaths: string[],
): Promise<void> {
  for (const { name } of manifest.keys) {
    const path = join(dataDir, name);
    if (await createFileOnce(path, await readFile(keyOf(folder, name)))) writtenPaths.push(path);
  }
}
