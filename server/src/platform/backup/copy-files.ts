import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isSafeKey } from '../files/storage.ts';
import { fileOf, forEachOf, hashOfFile, type ListedFile, listOf, writeLine } from './manifest.ts';

/** Files that are being written to the storage have this suffix until they are complete. */
const UNFINISHED = /\.part$/;

export interface CopiedFiles {
  readonly count: number;
  readonly bytes: number;
  readonly listSha256: string;
  readonly keys: ReadonlySet<string>;
  /** Listed, but deleted before they were copied: unreferenced for a day, or their account has ended. */
  readonly vanished: readonly string[];
}

/** A stored file is never changed in place, so each copy is consistent, even while the product runs. */
export async function copyFiles(storageRoot: string, folder: string): Promise<CopiedFiles> {
  const keys = await listKeys(storageRoot);
  const files: ListedFile[] = [];
  const vanished: string[] = [];
  await forEachOf(keys, async (key) => {
    const copied = await copyHashed(join(storageRoot, key), fileOf(folder, key));
    if (copied) files.push({ ...copied, key });
    else vanished.push(key);
  });
  files.sort((a, b) => (a.key < b.key ? -1 : 1));
  await writeFile(listOf(folder), files.map(writeLine).join(''));
  return {
    count: files.length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    listSha256: await hashOfFile(listOf(folder)),
    keys: new Set(files.map(({ key }) => key)),
    vanished,
  };
}

async function listKeys(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  return entries
    .filter((entry) => entry.isFile() && !UNFINISHED.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter(isSafeKey);
}

/** Null when the file is no longer there. */
async function copyHashed(from: string, to: string): Promise<{ sha256: string; bytes: number } | null> {
  await mkdir(dirname(to), { recursive: true });
  const hash = createHash('sha256');
  let bytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  try {
    await pipeline(createReadStream(from), measure, createWriteStream(to, { mode: 0o600 }));
    return { sha256: hash.digest('hex'), bytes };
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' || path !== from) throw error;
    await rm(to, { force: true });
    return null;
  }
}
