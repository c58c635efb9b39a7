import { z } from 'zod';
import type { Db, Tx } from './database/database.ts';
import { defineJob, type JobHandlers } from './define-job.ts';
import type { Deps } from './deps.ts';
import { DAY_MS } from './durations.ts';
import { handleJobs } from './handle-jobs.ts';
import { enqueueAll } from './jobs.ts';

/*
 * Deletes uploaded images that nothing uses (an abandoned form, a replaced portrait, a deleted topic). Each is checked a
 * day after the upload: by then its form has been submitted or given up.
 */
const GRACE_MS = DAY_MS;
const uploadJobs = {
  removeUnused: defineJob(
    'uploads.remove-unused',
    z.object({ key: z.string().regex(/^public\/(avatars|topics|listings)\/\d+-[0-9a-f]+\.webp$/) }),
  ),
};

/** Call it for a file that was just stored, and for one that was just replaced or removed. */
export const scheduleUnusedCheck = (db: Db | Tx, keys: readonly string[], now: Date): Promise<number> =>
  removeUnused(db, keys, new Date(now.getTime() + GRACE_MS));

/** Call it right after the transaction that ended the last use, so that no request waits for the storage. */
export const removeUnused = (db: Db | Tx, keys: readonly string[], runAt: Date): Promise<number> =>
  enqueueAll(
    db,
    keys.map((key) => uploadJobs.removeUnused({ key }, { runAt })),
  );

export const unusedUploadHandlers = (
  deps: Pick<Deps, 'db' | 'clock' | 'storage'>,
  isUsed: (key: string) => Promise<boolean>,
): JobHandlers =>
  handleJobs(deps, uploadJobs, {
    removeUnused: async ({ key }) => {
      if (!(await isUsed(key))) await deps.storage.delete(key);
    },
  });
