import type { Db, Tx } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { DAY_MS } from '../../platform/durations.ts';
import { enqueue } from '../../platform/jobs.ts';
import { commerceJobs, commerceLetters } from './jobs.ts';
import { updateOrderApprovedAt, updateOrderEnded } from './order-queries.ts';
import { findApproval, WAIT_DAYS } from './waiting-queries.ts';

const waitEnd = (approvedAt: Date) => new Date(approvedAt.getTime() + WAIT_DAYS * DAY_MS);

/** Records that PayPal reported the approval, and when the buyer is told that it was not completed. */
export const recordApproval = (db: Db, orderId: string, now: Date): Promise<void> =>
  inTransaction(db, async (tx) => {
    if ((await updateOrderApprovedAt(tx, orderId, now)) > 0)
      await enqueue(tx, commerceJobs.endWait({ order_id: orderId }, { runAt: waitEnd(now) }));
  });

/** Records that PayPal ended the agreement. A buyer who was told to wait has a letter, unless the wait was over before. */
export async function recordEnd(tx: Tx, orderId: string, now: Date): Promise<void> {
  if ((await updateOrderEnded(tx, orderId, now)) === 0) return;
  const approvedAt = (await findApproval(tx, orderId))?.approvedAt;
  if (approvedAt && now < waitEnd(approvedAt))
    await enqueue(tx, commerceLetters.sendWaitEnded({ order_id: orderId }));
}
