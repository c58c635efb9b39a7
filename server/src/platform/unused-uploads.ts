import { z } from 'zod';
import type { Db, Tx } from './database/database.ts';
import { defineJob, type JobHandlers } from './define-job.ts';
import type { Deps } from './deps.ts';
import { handleJobs } from './handle-jobs.ts';
import { enqueueAll } from './jobs.ts';

/*
 * A picture that was sent and then belongs to nothing (a form that was left, a portrait that was replaced, a topic that
 * was deleted) is taken out of the storage. Each is looked at a day later: by then a form is sent or given up.
 */
const GRACE_MS = 24 * 3_600_000;
const uploadJobs = {
  removeUnused: defineJob(
    'uploads.remove-unused',
    z.object({ key: z.string().regex(/^public\/(avatars|topics|listings)\/\d+-[0-9a-f]+\.webp$/) }),
  ),
};

/** To be called for what was stored a moment ago, and for what somebody just stopped using. */
export const lookLater = (db: Db | Tx, keys: readonly string[], now: Date): Promise<number> =>
  removeUnused(db, keys, new Date(now.getTime() + GRACE_MS));

/** Right after the transaction in which its last use ends: nobody waits for the storage. */
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
