import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { openSnapshot, type Snapshot } from '../database/transfer/snapshot.ts';
import { copyFiles } from './copy-files.ts';
import { dumpOf, hashOfFile, keyOf, type Manifest, manifestOf } from './manifest.ts';

export interface BackupOptions {
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
  /** Named by rows, but not there: also not in the storage itself. */
  readonly missing: readonly string[];
}

/** Fast: the disk or the reading of rows shall be the limit, not this. */
const GZIP_LEVEL = 3;

/**
 * Backs up a product that goes on working. The database first, as it was at one moment; then the files. In this order
 * every file that a row of the backup names is in the backup: it was stored before its row was committed, is never
 * changed in place, and is removed at the earliest a day after the last row that named it (`collect-unused.ts`,
 * `unused-uploads.ts`; an ended account's portrait goes at once). The other way round, a file stored between the two would
 * be missing. What was stored since the moment is surplus and harmless.
 */
export async function makeBackup(options: BackupOptions): Promise<MadeBackup> {
  const { folder, onStep = () => {} } = options;
  if ((await readdir(folder).catch(() => [])).length > 0)
    throw new Error(`${folder} is not empty: give a folder that does not exist yet`);
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  // It holds what the database and the keys hold: for the eyes of its owner.
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
  { url, dataDir, bucket }: BackupOptions,
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
    const named = await namedFiles(snapshot);
    onStep('files');
    const copied = bucket ? null : await copyFiles(join(dataDir, 'files'), folder);
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
        ? { kept: 'here', count: copied.count, bytes: copied.bytes, listSha256: copied.listSha256 }
        : { kept: 'bucket', endpoint: bucket?.endpoint ?? '', bucket: bucket?.bucket ?? '' },
      keys: await copyKeys(dataDir, folder),
    };
    await writeFile(manifestOf(folder), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
    return {
      manifest,
      vanished: copied?.vanished ?? [],
      missing: copied ? named.filter((key) => !copied.keys.has(key)) : [],
    };
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
    if (!(await stat(from).catch(() => null))) continue;
    await copyFile(from, keyOf(folder, name));
    keys.push({ name, sha256: await hashOfFile(keyOf(folder, name)) });
  }
  return keys;
}

/** By the house's habit a column that holds a file's key ends with `_key`; the two others are no files. */
async function namedFiles(snapshot: Snapshot): Promise<string[]> {
  const columns = await snapshot.query<{ table: string; column: string }>(`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = current_schema() and data_type = 'text' and column_name like '%\\_key'
      and column_name not in ('dedupe_key', 'attempt_key')`);
  const keys: string[] = [];
  for (const { table, column } of columns) {
    const rows = await snapshot.query<{ key: string }>(
      `select distinct "${column}" as key from "${table}" where "${column}" like '%/%'`,
    );
    keys.push(...rows.map(({ key }) => key));
  }
  return keys;
}
