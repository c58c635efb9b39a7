import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { JobCannotSucceed } from '../../../platform/define-job.ts';
import type { Storage } from '../../../platform/files/storage.ts';
import { assetKey } from './store-asset.ts';

/** The stored file is not what its name says, or is missing. A job that needs it cannot succeed. */
export class DamagedAsset extends JobCannotSucceed {
  readonly hash: string;
  /** Completes the name of the file. */
  readonly problem: string;

  constructor(hash: string, what: string, cause?: unknown) {
    const problem = `${what} in the storage: restore it from a backup, or upload it again`;
    super(`the stored file ${assetKey(hash)} ${problem}`, { cause });
    this.hash = hash;
    this.problem = problem;
  }

  /** The file that the stored error of a job is about; null: the job failed for another reason. */
  static ofJobError(text: string | null): Pick<DamagedAsset, 'hash' | 'problem'> | null {
    const [, hash, problem] = /^the stored file assets\/([0-9a-f]{64}) (.*)$/.exec(text ?? '') ?? [];
    return hash && problem ? { hash, problem } : null;
  }
}

/** Copies an asset to the disk, and compares its content with its name. A damaged one leaves no file. */
export async function copyAsset(
  storage: Pick<Storage, 'read' | 'find'>,
  hash: string,
  path: string,
): Promise<void> {
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
    if (error instanceof DamagedAsset) throw error;
    // A storage that is away fails here: its files are not missing.
    if ((await storage.find(assetKey(hash))) === null) throw new DamagedAsset(hash, 'is missing', error);
    throw error;
  }
}

/** The content of a small asset, compared with its name. */
export async function readAsset(storage: Pick<Storage, 'readWhole' | 'find'>, hash: string): Promise<Buffer> {
  if ((await storage.find(assetKey(hash))) === null) throw new DamagedAsset(hash, 'is missing');
  const content = await storage.readWhole(assetKey(hash));
  if (createHash('sha256').update(content).digest('hex') !== hash) throw new DamagedAsset(hash, 'is damaged');
  return content;
}
