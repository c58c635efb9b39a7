import { createReadStream, createWriteStream, readFile } from 'node:fs';
import { chmod, copyFile, lstat, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { ProductError } from '../errors.ts';
import { newId } from '../ids.ts';
import { isAbsent } from './absent.ts';
import { syncFolder } from './durable-file.ts';
import { isSafeKey, type Storage } from './storage.ts';

/** Two thirds of the work of `node:fs/promises`, which wraps the file in a handle. */
const readInOneGo = promisify(readFile);

/**
 * Files below one folder. They are written under a temporary name, synced and renamed, so that no reader sees an incomplete
 * one, even after a power cut.
 */
export function localStorage(root: string): Storage {
  const pathOf = (key: string) => {
    if (!isSafeKey(key)) throw new Error(`unsafe storage key: ${key}`);
    return join(root, key);
  };
  async function writeFile(key: string, write: (temporary: string) => Promise<void>) {
    const path = pathOf(key);
    const temporary = `${path}.${newId()}.part`;
    await mkdir(dirname(path), { recursive: true });
    try {
      await write(temporary);
      await syncFile(temporary);
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    await syncFolder(dirname(path));
  }
  const copyTo = (key: string, from: string) =>
    writeFile(key, async (temporary) => {
      await copyFile(from, temporary);
      // A copy keeps the mode of the original.
      await chmod(temporary, 0o600);
    });
  const presence = watchPresence(root);
  return {
    put: (key, content) =>
      writeFile(key, (temporary) =>
        pipeline(
          content instanceof Uint8Array ? Readable.from([content]) : content,
          createWriteStream(temporary),
        ),
      ),
    putFile: copyTo,
    async move(from, to) {
      const path = pathOf(to);
      await mkdir(dirname(path), { recursive: true });
      try {
        await rename(pathOf(from), path);
      } catch (error) {
        // A part of the storage may be on another file system.
        if (codeOf(error) !== 'EXDEV') throw error;
        await copyTo(to, pathOf(from));
        await rm(pathOf(from), { force: true });
      }
      await syncFolder(dirname(path));
    },
    async find(key) {
      if (!isSafeKey(key)) return null;
      try {
        const stats = await stat(pathOf(key));
        presence.note();
        return stats.isFile() ? { size: stats.size, modifiedAt: stats.mtime } : null;
      } catch (error) {
        if (!isAbsent(error)) throw away(error);
        await presence.demand(key);
        return null;
      }
    },
    read: (key, range) => createReadStream(pathOf(key), range),
    readWhole: (key) => readInOneGo(pathOf(key)),
    delete: (key) => rm(pathOf(key), { force: true }),
    async deleteFolder(prefix) {
      await rm(pathOf(prefix.replace(/\/+$/, '')), { force: true, recursive: true });
      presence.forget();
    },
  };
}

/**
 * Tells a file that is absent from a storage that is away. A disk that is unmounted leaves no folder, an empty one, or a link
 * that leads nowhere; files would be lost if that were taken for their absence.
 */
function watchPresence(root: string) {
  let wasSeen = false;
  return {
    note() {
      wasSeen = true;
    },
    /** The last folder may have been deleted. */
    forget() {
      wasSeen = false;
    },
    /** Throws `unavailable` if the storage, or the part of it that holds the key, is away. */
    async demand(key: string): Promise<void> {
      const names: string[] = await readdir(root).catch((error: unknown): string[] => {
        if (!isAbsent(error)) throw away(error);
        return [];
      });
      if (names.length === 0 && wasSeen) throw away(new Error(`${root} is empty or missing`));
      wasSeen = names.length > 0;
      const [part = ''] = key.split('/');
      if (!names.includes(part)) return;
      const path = join(root, part);
      if ((await lstat(path)).isSymbolicLink())
        await stat(path).catch((error: unknown) => {
          throw away(error);
        });
    },
  };
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;
const away = (cause: unknown) => new ProductError('unavailable', { cause, retryAfterSeconds: 5 });

async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  await handle.sync().finally(() => handle.close());
}
