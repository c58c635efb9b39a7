import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Source } from '../database/transfer/load.ts';
import { nullIfAbsent } from '../files/absent.ts';
import {
  BackupDamaged,
  dumpOf,
  fileOf,
  forEachOf,
  hashOfFile,
  keyOf,
  type ListedFile,
  listOf,
  type Manifest,
  readList,
  readManifest,
} from './manifest.ts';

/** Compares every byte of the backup with its checksums; throws BackupDamaged with the differences. */
export async function checkBackup(folder: string): Promise<{ manifest: Manifest; files: ListedFile[] }> {
  const manifest = await readManifest(folder);
  const wrong: string[] = [];
  const check = async (path: string, name: string, sha256: string) => {
    if (!(await nullIfAbsent(stat(path)))) wrong.push(`${name} is missing`);
    else if ((await hashOfFile(path)) !== sha256) wrong.push(`${name} has changed`);
  };
  for (const { name, sha256 } of manifest.database.tables)
    await check(dumpOf(folder, name), `database/${name}.copy.gz`, sha256);
  for (const { name, sha256 } of manifest.keys) await check(keyOf(folder, name), `keys/${name}`, sha256);
  let files: ListedFile[] = [];
  if (manifest.files.kept === 'here') {
    await check(listOf(folder), 'files.txt', manifest.files.listSha256);
    files = await readList(folder);
    await forEachOf(files, ({ key, sha256 }) => check(fileOf(folder, key), `files/${key}`, sha256));
  }
  if (wrong.length > 0)
    throw new BackupDamaged(
      `the backup is damaged: ${wrong.slice(0, 5).join('; ')}${wrong.length > 5 ? ` and ${wrong.length - 5} more` : ''}`,
    );
  return { manifest, files };
}

/** The backup as a source for `load`. Loaded tables are compared with what the database held at the backup. */
export function sourceOf(folder: string, { database }: Manifest): Source {
  const contents = new Map(database.tables.map((table) => [table.name, table]));
  return {
    migrations: database.migrations,
    tables: database.tables,
    sequences: database.sequences,
    // An error in any of the streams reaches the reader.
    read: ({ name }) => pipeline(createReadStream(dumpOf(folder, name)), createGunzip(), () => {}),
    contentOf: async ({ name }) => {
      const { rows = 0, checksum = '' } = contents.get(name) ?? {};
      return { rows, checksum };
    },
  };
}
