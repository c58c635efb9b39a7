import type { Readable } from 'node:stream';
import { ProductError } from '../errors.ts';

export interface StoredFile {
  readonly size: number;
  readonly modifiedAt: Date;
}

/**
 * Where files are stored: a folder by default, an S3-compatible bucket if configured. Keys are relative paths of safe
 * characters; a stored file is complete or absent.
 */
export interface Storage {
  put(key: string, content: Uint8Array | Readable): Promise<void>;
  /** Stores a file of the local disk. */
  putFile(key: string, path: string): Promise<void>;
  /** Renames a file and replaces an existing one. On a disk nothing is copied. */
  move(from: string, to: string): Promise<void>;
  find(key: string): Promise<StoredFile | null>;
  /** `end` is inclusive, as in HTTP ranges. */
  read(key: string, range?: { start: number; end: number }): Readable;
  /** A small file, in one go: half the work of a stream. */
  readWhole(key: string): Promise<Buffer>;
  delete(key: string): Promise<void>;
  deleteFolder(prefix: string): Promise<void>;
}

const SAFE_KEY = /^[A-Za-z0-9][A-Za-z0-9._@-]*(\/[A-Za-z0-9][A-Za-z0-9._@-]*)*$/;

/** No `..`, no empty segment, nothing that begins with a dot: a key cannot leave its folder. */
export const isSafeKey = (key: string): boolean => key.length <= 400 && SAFE_KEY.test(key);

/** For storages: a key from elsewhere was checked before. */
export function demandSafeKey(key: string): string {
  if (!isSafeKey(key)) throw new Error(`unsafe storage key: ${key}`);
  return key;
}

/** True if the store did not answer, even after retries; the cause says why. */
export const storeIsAway = (error: unknown): error is ProductError & { cause: Error } =>
  error instanceof ProductError && error.code === 'unavailable' && error.cause instanceof Error;
