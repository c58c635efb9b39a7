import { z } from 'zod';
import type { Db, Tx } from './database/database.ts';
import type { Deps } from './deps.ts';
import { enqueueAll, type JobHandlers } from './jobs.ts';

/*
 * A picture that was sent and then belongs to nothing (a form that was left, a portrait that was replaced, a topic that
 * was deleted) is taken out of the storage. Each is looked at a day later: by then a form is sent or given up.
 */
const REMOVE_UNUSED = 'uploads.remove-unused';
const GRACE_MS = 24 * 3_600_000;
const Payload = z.object({ key: z.string().regex(/^public\/(avatars|topics)\/\d+-[0-9a-f]+\.webp$/) });

/** To be called for what was stored a moment ago, and for what somebody just stopped using. */
export const lookLater = (db: Db | Tx, keys: readonly string[], now: Date): Promise<number> =>
  removeUnused(db, keys, new Date(now.getTime() + GRACE_MS));

/** Right after the transaction in which its last use ends: nobody waits for the storage. */
export const removeUnused = (db: Db | Tx, keys: readonly string[], runAt: Date): Promise<number> =>
  enqueueAll(
    db,
    keys.map((key) => ({ kind: REMOVE_UNUSED, payload: { key }, runAt })),
  );

export function unusedUploadJobs(
  { storage }: Pick<Deps, 'storage'>,
  isUsed: (key: string) => Promise<boolean>,
): JobHandlers {
  return {
    [REMOVE_UNUSED]: async (payload) => {
      const { key } = Payload.parse(payload);
      if (!(await isUsed(key))) await storage.delete(key);
    },
  };
}
