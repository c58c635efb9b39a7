import { createWriteStream } from 'node:fs';
import { mkdir, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileStore } from '@tus/file-store';
import type { Upload } from '@tus/server';
import { ProductError } from '../errors.ts';
import { keyOf } from './leases.ts';
import {
  asStorageFull,
  beginUpload,
  cancelUpload,
  EXTENSIONS,
  getUploadRow,
  noteReceived,
  type Receiver,
  type ReceiverDeps,
  uploadOf,
} from './receiver.ts';

/** Reserved for the database and everything else on the disk. */
const RESERVED_BYTES = 1_000_000_000;

/**
 * Stores uploads on the disk of the storage, so that a rename completes them. The file's length is the number of bytes
 * received.
 */
export class FolderReceiver extends FileStore implements Receiver {
  readonly #deps: ReceiverDeps;
  readonly #root: string;
  readonly #fullDisks = new Map<string, ProductError>();

  constructor(deps: ReceiverDeps, root: string) {
    super({
      directory: root,
      // The metadata of uploads are in the database.
      configstore: {
        get: async (key) => uploadOf(key, await getUploadRow(deps.db, key), 0),
        set: async () => {},
        delete: async () => {},
      },
    });
    this.extensions = EXTENSIONS;
    this.#deps = deps;
    this.#root = root;
  }

  override create(upload: Upload): Promise<Upload> {
    return beginUpload(this.#deps, upload.id, async () => {
      // It may be another disk than that of the storage.
      const folder = dirname(join(this.#root, upload.id));
      await mkdir(folder, { recursive: true });
      const { bavail, bsize } = await statfs(folder);
      if (bavail * bsize - RESERVED_BYTES < (upload.size ?? 0)) throw new ProductError('storage_full');
      return super.create(upload).catch(throwFull);
    });
  }

  override async getUpload(key: string): Promise<Upload> {
    const row = await getUploadRow(this.#deps.db, key);
    if (row.state !== 'receiving') return uploadOf(key, row, row.declaredBytes);
    const upload = await super.getUpload(key);
    if (upload.offset === upload.size) await noteReceived(this.#deps, key, upload.offset);
    return upload;
  }

  /** Acknowledged bytes are on the disk, even after a power cut. */
  override async write(body: Readable, key: string, offset: number): Promise<number> {
    const path = join(this.#root, key);
    await pipeline(body, createWriteStream(path, { flags: 'r+', start: offset, flush: true })).catch(
      (error: unknown) => {
        const full = asStorageFull(error);
        if (full) this.#fullDisks.set(key, full);
        throw full ?? error;
      },
    );
    const { size } = await stat(path);
    await noteReceived(this.#deps, key, size);
    return size;
  }

  override async remove(key: string): Promise<void> {
    await cancelUpload(this.#deps, this, key);
  }

  takeFullDisk(key: string): ProductError | null {
    const full = this.#fullDisks.get(key) ?? null;
    this.#fullDisks.delete(key);
    return full;
  }

  async assemble(): Promise<void> {}

  async discard(id: string): Promise<void> {
    await rm(join(this.#root, keyOf(id)), { force: true });
  }
}

function throwFull(error: unknown): never {
  throw asStorageFull(error) ?? error;
}
