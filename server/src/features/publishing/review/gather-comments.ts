import type { Tx } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Deps } from '../../../platform/deps.ts';
import { HOUR_MS, MINUTE_MS } from '../../../platform/durations.ts';
import { newId } from '../../../platform/ids.ts';
import { enqueue, enqueueForMany } from '../../../platform/jobs.ts';
import { publishingJobs, reviewLetters } from '../jobs.ts';
import { lockWork } from '../works/work-queries.ts';
import { findUntold, listConcerned, markCommentsTold, type Untold } from './review-letter-queries.ts';

/** Comments come in groups; without a further one for so long, the group has probably ended. */
export const QUIET_MS = 15 * MINUTE_MS;
/** At most one letter about a work to a user in this time, and no comment waits longer for its group to end. */
const INTERVAL_MS = HOUR_MS;

export const gatherLater = (tx: Tx, workId: string, runAt: Date): Promise<string | null> =>
  enqueue(
    tx,
    publishingJobs.gatherComments(
      { work_id: workId },
      { runAt, dedupeKey: `work-comments:${workId}:${runAt.getTime()}` },
    ),
  );

/** Sends one letter about all new comments on a work to each user whom they concern. */
export const gatherComments = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, workId: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    const now = clock.now();
    await lockWork(tx, workId);
    const untold = await findUntold(tx, workId);
    if (!untold) return;
    const dueAt = dueAtOf(untold);
    if (dueAt > now) {
      await gatherLater(tx, workId, dueAt);
      return;
    }
    const gathered = { workId, toldIn: newId() };
    await markCommentsTold(tx, gathered, now);
    const people = await listConcerned(tx, gathered);
    await enqueueForMany(
      tx,
      people.map((userId) =>
        reviewLetters.tellComments({ work_id: workId, user_id: userId, told_in: gathered.toldIn }),
      ),
    );
  });

function dueAtOf({ first, last, toldAt }: Untold): Date {
  const ended = Math.min(last.getTime() + QUIET_MS, first.getTime() + INTERVAL_MS);
  return new Date(Math.max(ended, toldAt ? toldAt.getTime() + INTERVAL_MS : 0));
}
