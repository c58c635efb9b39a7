import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { openSnapshot, type Snapshot } from '../database/transfer/snapshot.ts';
import { nullIfAbsent } from '../files/absent.ts';
import { type CopiedFiles, copyFiles } from './copy-files.ts';
import { dumpOf, hashOfFile, keyOf, lossesOf, type Manifest, manifestOf } from './manifest.ts';
import { type FileNames, firstLosses, listLosses, listNamedFiles, type NamedFile } from './named-files.ts';

export interface BackupOptions extends FileNames {
  url: string;
  dataDir: string;
  folder: string;
  /** Absent: the folder `files` of `dataDir`. */
  bucket?: { endpoint: string; bucket: string } | undefined;
  onStep?: (text: string) => void;
}

export interface MadeBackup {
  readonly manifest: Manifest;
  readonly vanished: readonly string[];
  /** Sentences about files that rows refer to but that the backup lacks: it is marked as incomplete. */
  readonly losses: readonly string[];
}

/** A fast level: the disk or the database should be the limit. */
const GZIP_LEVEL = 3;

/**
 * Backs up a running product: first the database, in one snapshot, then the files. In this order the backup holds every
 * file that one of its rows refers to: a file is stored before its row is committed, never changed in place, and deleted at
 * the earliest a day after the last row that refers to it (`collect-unused.ts`, `unused-uploads.ts`; the portrait of a
 * closed account is deleted at once). In the other order, a file that is stored between the two steps would be missing.
 * Files stored after the snapshot are unnecessary and harmless.
 */
export async function makeBackup(options: BackupOptions): Promise<MadeBackup> {
  const { folder, onStep = () => {} } = options;
  if (((await nullIfAbsent(readdir(folder))) ?? []).length > 0)
    throw new Error(`${folder} is not empty: give a folder that does not exist yet`);
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  // It holds the database and the keys, so only its owner may read it.
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  try {
    const made = await fill(options, unfinished, onStep);
    await rm(folder, { recursive: true, force: true });
    await rename(unfinished, folder);
    return made;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

async function fill(
  { url, dataDir, bucket, ...names }: BackupOptions,
  folder: string,
  onStep: (text: string) => void,
): Promise<MadeBackup> {
  await mkdir(join(folder, 'database'));
  await mkdir(join(folder, 'keys'));
  const snapshot = await openSnapshot(url);
  const begunAt = new Date().toISOString();
  try {
    const tables = [];
    for (const table of snapshot.tables) {
      onStep(table.name);
      const dump = await dumpTable(snapshot, table, dumpOf(folder, table.name));
      tables.push({
        name: table.name,
        columns: [...table.columns],
        ...dump,
        ...(await snapshot.contentOf(table)),
      });
    }
    const named = await listNamedFiles(snapshot, names);
    onStep('files');
    const copied = bucket ? null : await copyFiles(join(dataDir, 'files'), folder);
    const { losses, deletedMeanwhile } = copied
      ? await compare(url, names, { named, copied })
      : { losses: [], deletedMeanwhile: [] };
    const manifest: Manifest = {
      format: 1,
      begunAt,
      endedAt: new Date().toISOString(),
      database: {
        serverVersion: snapshot.serverVersion,
        migrations: [...snapshot.migrations],
        tables,
        sequences: [...snapshot.sequences],
      },
      files: copied
        ? {
            ...{ kept: 'here', count: copied.count, bytes: copied.bytes, listSha256: copied.listSha256 },
            ...(losses.length > 0 ? { lost: { count: losses.length, first: firstLosses(losses) } } : {}),
            ...(deletedMeanwhile.length > 0 ? { deletedMeanwhile } : {}),
          }
        : { kept: 'bucket', endpoint: bucket?.endpoint ?? '', bucket: bucket?.bucket ?? '' },
      keys: await copyKeys(dataDir, folder),
    };
    if (losses.length > 0)
      await writeFile(lossesOf(folder), losses.map((loss) => `${loss}\n`).join(''), { mode: 0o600 });
    await writeFile(manifestOf(folder), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
    return { manifest, vanished: copied?.vanished ?? [], losses };
  } finally {
    await snapshot.close();
  }
}

async function dumpTable(snapshot: Snapshot, table: Snapshot['tables'][number], path: string) {
  const hash = createHash('sha256');
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(
    snapshot.read(table),
    createGzip({ level: GZIP_LEVEL }),
    measure,
    createWriteStream(path, { mode: 0o600 }),
  );
  return { bytes: (await stat(path)).size, sha256: hash.digest('hex') };
}

async function copyKeys(dataDir: string, folder: string): Promise<Manifest['keys']> {
  const keys: Manifest['keys'] = [];
  for (const name of ['secret-key', 'credential-key.json'] as const) {
    const from = join(dataDir, name);
    if (!(await nullIfAbsent(stat(from)))) continue;
    await copyFile(from, keyOf(folder, name));
    keys.push({ name, sha256: await hashOfFile(keyOf(folder, name)) });
  }
  return keys;
}

/**
 * Compares what rows name with what was copied. A file that no row names any more was deleted with its row while the
 * backup was made, like the portrait of a closed account: that is no loss.
 */
async function compare(
  url: string,
  names: FileNames,
  { named, copied }: { named: readonly NamedFile[]; copied: CopiedFiles },
): Promise<{ losses: string[]; deletedMeanwhile: string[] }> {
  const losses = listLosses(named, copied.files);
  const deletedMeanwhile: string[] = [];
  if (losses.size > 0) {
    const later = await openSnapshot(url);
    const stillNamed = new Set(
      (await listNamedFiles(later, names).finally(() => later.close())).map(({ key }) => key),
    );
    for (const key of losses.keys())
      if (!stillNamed.has(key)) {
        losses.delete(key);
        deletedMeanwhile.push(key);
      }
  }
  const links = copied.deadLinks.map((key) => `${key} is a link that leads nowhere`);
  return { losses: [...links, ...losses.values()], deletedMeanwhile };
}
