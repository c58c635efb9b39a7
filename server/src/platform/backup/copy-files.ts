import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { nullIfAbsent } from '../files/absent.ts';
import { isSafeKey } from '../files/storage.ts';
import { fileOf, forEachOf, hashOfFile, type ListedFile, listOf, writeLine } from './manifest.ts';

/** Files that are being written to the storage have this suffix until they are complete. */
const UNFINISHED = /\.part$/;

export interface CopiedFiles {
  readonly count: number;
  readonly bytes: number;
  readonly listSha256: string;
  readonly files: ReadonlyMap<string, ListedFile>;
  /** Listed, but deleted before they were copied: unreferenced for a day, or their account has ended. */
  readonly vanished: readonly string[];
  /** Links that lead nowhere: what they led to is not in the backup. */
  readonly deadLinks: readonly string[];
}

/** A stored file is never changed in place, so each copy is consistent, even while the product runs. */
export async function copyFiles(storageRoot: string, folder: string): Promise<CopiedFiles> {
  const { keys, deadLinks } = await listKeys(storageRoot);
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
    files: new Map(files.map((file) => [file.key, file])),
    vanished,
    deadLinks,
  };
}

/**
 * Follows links to files and folders: a part of the storage may be on another disk. A folder that contains itself through a
 * link is listed once.
 */
async function listKeys(root: string): Promise<{ keys: string[]; deadLinks: string[] }> {
  const keys: string[] = [];
  const deadLinks: string[] = [];
  const listFolder = async (folder: string, ancestors: readonly string[]): Promise<void> => {
    const path = join(root, folder);
    const real = await nullIfAbsent(realpath(path));
    if (real === null || ancestors.includes(real)) return;
    for (const entry of (await nullIfAbsent(readdir(path, { withFileTypes: true }))) ?? []) {
      const key = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (!isSafeKey(key) || UNFINISHED.test(entry.name)) continue;
      const target = entry.isSymbolicLink() ? await nullIfAbsent(stat(join(root, key))) : entry;
      if (!target) deadLinks.push(key);
      else if (target.isDirectory()) await listFolder(key, [...ancestors, real]);
      else if (target.isFile()) keys.push(key);
    }
  };
  await listFolder('', []);
  return { keys, deadLinks };
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
