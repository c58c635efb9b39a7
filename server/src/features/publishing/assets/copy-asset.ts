import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Storage } from '../../../platform/files/storage.ts';
import { assetKey } from './store-asset.ts';

/** The stored file is not what its name says, or is missing. */
export class DamagedAsset extends Error {
  /** Completes the name of the file. */
  readonly problem: string;

  constructor(hash: string, what: string, cause?: unknown) {
    const problem = `${what} in the storage: restore it from a backup, or upload it again`;
    super(`the stored file ${assetKey(hash)} ${problem}`, { cause });
    this.problem = problem;
  }
}

/** Copies an asset to the disk, and compares its content with its name. A damaged one leaves no file. */
export async function copyAsset(storage: Pick<Storage, 'read'>, hash: string, path: string): Promise<void> {
  const hashed = createHash('sha256');
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hashed.update(chunk);
      done(null, chunk);
    },
  });
  try {
    await pipeline(storage.read(assetKey(hash)), measure, createWriteStream(path));
    if (hashed.digest('hex') !== hash) throw new DamagedAsset(hash, 'is damaged');
  } catch (error) {
    await rm(path, { force: true });
    if (isAbsent(error, path)) throw new DamagedAsset(hash, 'is missing', error);
    throw error;
  }
}

/** The source is absent, not the folder of the copy. */
function isAbsent(error: unknown, path: string): boolean {
  const { code, path: failed } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' && failed !== path;
}
