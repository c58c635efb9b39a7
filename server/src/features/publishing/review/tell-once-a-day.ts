import type { Tx } from '../../../platform/database/database.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { enqueue } from '../../../platform/jobs.ts';
import { reviewLetters } from '../jobs.ts';

/**
 * Sends a user at most one letter of each kind about a work per day (UTC). A further event on that day is told the
 * next day if it is still true: each letter states what is true when it is sent.
 */
export async function tellOnceADay(
  tx: Tx,
  kind: 'askReviewer' | 'tellReviewEnded',
  { workId, userId }: { workId: string; userId: string },
  now: Date,
): Promise<void> {
  const letterOf = (day: string, runAt?: Date) =>
    reviewLetters[kind](
      { work_id: workId, user_id: userId },
      { runAt, dedupeKey: `review:${kind}:${workId}:${userId}:${day}` },
    );
  if ((await enqueue(tx, letterOf(dayOf(now)))) !== null) return;
  const tomorrow = dayOf(new Date(now.getTime() + DAY_MS));
  await enqueue(tx, letterOf(tomorrow, new Date(`${tomorrow}T06:00:00Z`)));
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);
