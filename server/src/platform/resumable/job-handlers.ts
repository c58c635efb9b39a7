import type { JobHandlers } from '../define-job.ts';
import type { Deps } from '../deps.ts';
import { DAY_MS } from '../durations.ts';
import { handleJobs } from '../handle-jobs.ts';
import { type FileTaker, finishUpload } from './finish-upload.ts';
import { resumableJobs } from './jobs.ts';
import { openReceiver } from './open-receiver.ts';
import { removeBytes } from './receiver.ts';
import { deleteEndedBefore, expireUploads, listLeftBytes } from './upload-queries.ts';

/** How long ended uploads are listed and counted towards the daily limit. */
const RETENTION_MS = 7 * DAY_MS;

export function resumableJobHandlers(deps: Deps, taker: FileTaker): JobHandlers {
  const open = async () => ({ ...deps, taker, receiver: await openReceiver(deps) });
  return handleJobs(deps, resumableJobs, {
    finishUpload: async ({ upload_id: id }, { signal, job }) =>
      finishUpload(await open(), id, { signal, isLastAttempt: job.attempts >= job.maxAttempts }),
    async cleanUp(_payload, { signal }) {
      const now = deps.clock.now();
      const { receiver } = await open();
      await expireUploads(deps.db, now);
      for (let left = await listLeftBytes(deps.db); left.length > 0; left = await listLeftBytes(deps.db))
        for (const { id } of left) {
          signal.throwIfAborted();
          await removeBytes({ db: deps.db, receiver }, id);
        }
      await deleteEndedBefore(deps.db, new Date(now.getTime() - RETENTION_MS));
    },
  });
}
