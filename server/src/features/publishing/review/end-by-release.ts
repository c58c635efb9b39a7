import type { Tx } from '../../../platform/database/database.ts';
import { enqueueAll } from '../../../platform/jobs.ts';
import { reviewLetters } from '../jobs.ts';
import { updateChangesPublished } from './asked-changes-queries.ts';
import { updateReviewPublished } from './review-queries.ts';

/** Readers now see the reviewed version. Tells those whose requests for changes it ended, except who published it. */
export async function endByRelease(
  tx: Tx,
  { workId, version, actorId }: { workId: string; version: number; actorId: string | null },
  now: Date,
): Promise<void> {
  await updateReviewPublished(tx, { workId, version }, now);
  const ended = await updateChangesPublished(tx, { workId, version }, now);
  await enqueueAll(
    tx,
    ended
      .filter(({ userId }) => userId !== actorId)
      .map(({ id, userId }) =>
        reviewLetters.tellPublishedOver(
          { work_id: workId, user_id: userId, request: id },
          { dedupeKey: `changes-published:${id}` },
        ),
      ),
  );
}
