import type { DataStore } from '@tus/server';
import { Upload } from '@tus/server';
import type { Config } from '../../config/config.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../database/database.ts';
import { inTransaction } from '../database/transaction.ts';
import { DAY_MS } from '../durations.ts';
import { ProductError } from '../errors.ts';
import type { Storage } from '../files/storage.ts';
import { enqueue } from '../jobs.ts';
import { resumableJobs } from './jobs.ts';
import { idOf } from './leases.ts';
import {
  deleteUpload,
  findUpload,
  type UploadRow,
  updateBytesGone,
  updateEnded,
  updateReceived,
} from './upload-queries.ts';

/** Receives the bytes of uploads, at `keyOf(id)` of the storage, and knows how many have arrived. */
export interface Receiver extends DataStore {
  /** Called when all bytes have arrived: joins them into one file if that is not done yet. Idempotent. */
  assemble(id: string): Promise<void>;
  /** Removes the bytes of an upload. Idempotent. */
  discard(id: string): Promise<void>;
  /**
   * Why writing the upload failed last, if the disk was full; forgets it. The library reports a failed write as an ended
   * request.
   */
  takeFullDisk?(key: string): ProductError | null;
}

export interface ReceiverDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly storage: Storage;
  readonly config: Config;
}

/** The extensions of the tus protocol that we support: no deferred length, no concatenation, no creation with upload. */
export const EXTENSIONS = ['creation', 'expiration', 'termination'];
export const UPLOAD_LIFE_MS = 7 * DAY_MS;
/** With delays of up to four hours: a store may be unreachable for days. */
const MAX_CHECKS = 24;

/** The row of an upload; throws if there is none or if it was canceled or has expired. */
export async function getUploadRow(db: Db, key: string): Promise<UploadRow> {
  const row = await findUpload(db, idOf(key));
  if (!row) throw new ProductError('not_found');
  if (row.state === 'canceled' || row.state === 'expired') throw new ProductError('upload_gone');
  return row;
}

export const uploadOf = (key: string, row: UploadRow, offset: number): Upload =>
  new Upload({
    id: key,
    size: row.declaredBytes,
    offset,
    metadata: { filename: row.name },
    creation_date: row.createdAt.toISOString(),
  });

/** Deletes the row if the storage cannot begin the upload, so that it does not count towards the limits. */
export async function beginUpload(
  { db }: ReceiverDeps,
  key: string,
  begin: () => Promise<Upload>,
): Promise<Upload> {
  try {
    return await begin();
  } catch (error) {
    await deleteUpload(db, idOf(key)).catch(() => {});
    throw error;
  }
}

/**
 * Records how many bytes the storage has. When it has all of them, the check is enqueued, by whichever request notices: the
 * process that wrote the last byte may have been killed before it could enqueue it.
 */
export async function noteReceived({ db, clock }: ReceiverDeps, key: string, bytes: number): Promise<void> {
  const now = clock.now();
  const id = idOf(key);
  const expiresAt = new Date(now.getTime() + UPLOAD_LIFE_MS);
  await inTransaction(db, async (tx) => {
    const state = await updateReceived(tx, { id, bytes, now, expiresAt });
    if (state === 'checking')
      await enqueue(tx, resumableJobs.finishUpload({ upload_id: id }, { maxAttempts: MAX_CHECKS }));
  });
}

/** Cancels an upload for its owner. Bytes that cannot be removed now are left to the daily clean-up. */
export async function cancelUpload({ db, clock }: ReceiverDeps, receiver: Receiver, key: string) {
  const id = idOf(key);
  const from = ['receiving', 'checking'] as const;
  const now = clock.now();
  if (await updateEnded(db, id, { state: 'canceled', from, keepsBytes: true, now }))
    await removeBytes({ db, receiver }, id).catch(() => {});
}

export async function removeBytes(
  { db, receiver }: { readonly db: Db; readonly receiver: Receiver },
  id: string,
): Promise<void> {
  await receiver.discard(id);
  await updateBytesGone(db, id);
}

const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Null: not the error of a full disk. The library wraps some errors. */
export function asStorageFull(error: unknown): ProductError | null {
  for (let each: unknown = error; each; each = (each as { cause?: unknown }).cause)
    if (NO_ROOM.has((each as NodeJS.ErrnoException).code ?? ''))
      return new ProductError('storage_full', { cause: error, retryAfterSeconds: 60 });
  return null;
}
