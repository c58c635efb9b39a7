import type { Clock } from '../clock.ts';
import type { Db } from '../database/database.ts';
import { inTransaction } from '../database/transaction.ts';
import { demand } from '../errors.ts';
import { UPLOAD_LIFE_MS } from './receiver.ts';
import { getUsage, insertUpload, lockUser } from './upload-queries.ts';

export interface UploadLimits {
  readonly maxFileBytes: number;
  /** Per account. */
  readonly maxOpen: number;
  readonly maxOpenBytes: number;
  readonly maxDayBytes: number;
}

/** Counts and inserts under one lock, so that two concurrent requests cannot both use the last slot. */
export async function createUpload(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  limits: UploadLimits,
  upload: { id: string; userId: string; name: string; bytes: number },
): Promise<void> {
  const { bytes, userId } = upload;
  demand(bytes > 0, 'file_empty');
  demand(bytes <= limits.maxFileBytes, 'file_too_large');
  const now = clock.now();
  await inTransaction(db, async (tx) => {
    await lockUser(tx, userId);
    const { open, openBytes, dayBytes } = await getUsage(tx, userId, now);
    const hasRoom = open < limits.maxOpen && openBytes + bytes <= limits.maxOpenBytes;
    demand(hasRoom, 'too_many_uploads');
    demand(dayBytes + bytes <= limits.maxDayBytes, 'upload_day_limit');
    await insertUpload(tx, { ...upload, now, expiresAt: new Date(now.getTime() + UPLOAD_LIFE_MS) });
  });
}
