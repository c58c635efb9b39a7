import type { Tx } from '../../../platform/database/database.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';
import { enqueue, enqueueAll } from '../../../platform/jobs.ts';
import { reviewLetters } from '../jobs.ts';
import { listMakers } from '../studio/access-queries.ts';
import { findAskerId } from './review-letter-queries.ts';

/** An approval or a request that is withdrawn at once is not told. */
const LETTER_DELAY_MS = 5 * MINUTE_MS;
const soon = (now: Date) => new Date(now.getTime() + LETTER_DELAY_MS);

/** Tells the user who asked for the open review that somebody else approved. */
export async function tellAsker(
  tx: Tx,
  { workId, version, by }: { workId: string; version: number; by: string },
  now: Date,
): Promise<void> {
  const askerId = await findAskerId(tx, workId);
  if (!askerId || askerId === by) return;
  await enqueue(
    tx,
    reviewLetters.tellApproved(
      { work_id: workId, user_id: askerId, by, version, given_at: now.toISOString() },
      { runAt: soon(now), dedupeKey: `review-approved:${workId}:${by}:${version}:${now.getTime()}` },
    ),
  );
}

/** Tells the user who asked for the open review what must change; without one, those who make the book. */
export async function tellChangesAsked(
  tx: Tx,
  { workId, id, by }: { workId: string; id: string; by: string },
  now: Date,
): Promise<void> {
  const askerId = await findAskerId(tx, workId);
  const people = (askerId ? [askerId] : await listMakers(tx, workId)).filter((userId) => userId !== by);
  await enqueueAll(
    tx,
    people.map((userId) =>
      reviewLetters.tellChangesAsked(
        { work_id: workId, user_id: userId, request: id },
        { runAt: soon(now), dedupeKey: `changes-asked:${id}:${userId}` },
      ),
    ),
  );
}
