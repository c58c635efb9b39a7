import type { Tx } from '../../../platform/database/database.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';
import { enqueue } from '../../../platform/jobs.ts';
import { reviewLetters } from '../jobs.ts';
import { findAskerId } from './review-letter-queries.ts';

/** An approval that is withdrawn at once is not told. */
const LETTER_DELAY_MS = 5 * MINUTE_MS;

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
      { work_id: workId, user_id: askerId, by, version },
      {
        runAt: new Date(now.getTime() + LETTER_DELAY_MS),
        dedupeKey: `review-approved:${workId}:${by}:${version}:${now.getTime()}`,
      },
    ),
  );
}
