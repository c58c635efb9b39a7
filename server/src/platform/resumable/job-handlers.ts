import type { JobHandlers } from '../define-job.ts';
import type { Deps } from '../deps.ts';
import { handleJobs } from '../handle-jobs.ts';
import { type FileTaker, finishUpload } from './finish-upload.ts';
import { resumableJobs } from './jobs.ts';
import { openReceiver } from './open-receiver.ts';
import { removeBytes } from './receiver.ts';
import { deleteEndedBefore, expireUploads, listLeftBytes } from './upload-queries.ts';

/** Ended uploads are listed, and counted in a day's bytes, for so long. */
const KEPT_MS = 7 * 86_400_000;

export function resumableJobHandlers(deps: Deps, taker: FileTaker): JobHandlers {
  const all = { ...deps, taker, receiver: openReceiver(deps) };
  return handleJobs(deps, resumableJobs, {
    finishUpload: ({ upload_id: id }, { signal }) => finishUpload(all, id, signal),
    async cleanUp(_payload, { signal }) {
      const now = deps.clock.now();
      await expireUploads(deps.db, now);
      for (let left = await listLeftBytes(deps.db); left.length > 0; left = await listLeftBytes(deps.db))
        for (const { id } of left) {
          signal.throwIfAborted();
          await removeBytes(all, id);
        }
      await deleteEndedBefore(deps.db, new Date(now.getTime() - KEPT_MS));
    },
  });
}
