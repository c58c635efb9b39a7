import type { Tx } from '../../../platform/database/database.ts';
import { HOUR_MS } from '../../../platform/durations.ts';
import { enqueueAll } from '../../../platform/jobs.ts';
import { reviewLetters } from '../jobs.ts';
import { listUnusedApprovers } from './approval-queries.ts';

/** Changes come in groups; one letter is sent when they have probably ended. */
const LETTER_DELAY_MS = HOUR_MS;

/** Tells the approvers of a superseded version that their approval does not count for the next one. */
export async function tellVoid(
  tx: Tx,
  { workId, version }: { workId: string; version: number },
  now: Date,
): Promise<void> {
  const people = await listUnusedApprovers(tx, workId, version);
  await enqueueAll(
    tx,
    people.map(({ userId, givenAt }) =>
      reviewLetters.tellApprovalVoid(
        { work_id: workId, user_id: userId, version, given_at: givenAt.toISOString() },
        {
          runAt: new Date(now.getTime() + LETTER_DELAY_MS),
          dedupeKey: `approval-void:${workId}:${userId}:${version}:${givenAt.getTime()}`,
        },
      ),
    ),
  );
}
