import { createReadStream, createWriteStream, readFile } from 'node:fs';
import { chmod, copyFile, mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { newId } from '../ids.ts';
import { syncFolder } from './durable-file.ts';
import { isSafeKey, type Storage } from './storage.ts';

/** Two thirds of the work of `node:fs/promises`, which wraps the file in a handle. */
const readInOneGo = promisify(readFile);

/** Files below one folder. They are written under a temporary name and renamed, so that no reader sees an incomplete one. */
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
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }
  return {
    put: (key, content) =>
      writeFile(key, (temporary) =>
        pipeline(
          content instanceof Uint8Array ? Readable.from([content]) : content,
          createWriteStream(temporary),
        ),
      ),
    putFile: (key, path) =>
      writeFile(key, async (temporary) => {
        await copyFile(path, temporary);
        // A copy keeps the mode of the original.
        await chmod(temporary, 0o600);
      }),
    async move(from, to) {
      const path = pathOf(to);
      await mkdir(dirname(path), { recursive: true });
      await rename(pathOf(from), path);
      await syncFolder(dirname(path));
    },
    async find(key) {
      if (!isSafeKey(key)) return null;
      const stats = await stat(pathOf(key)).catch(() => null);
      return stats?.isFile() ? { size: stats.size, modifiedAt: stats.mtime } : null;
    },
    read: (key, range) => createReadStream(pathOf(key), range),
    readWhole: (key) => readInOneGo(pathOf(key)),
    delete: (key) => rm(pathOf(key), { force: true }),
    deleteFolder: (prefix) => rm(pathOf(prefix.replace(/\/+$/, '')), { force: true, recursive: true }),
  };
}
