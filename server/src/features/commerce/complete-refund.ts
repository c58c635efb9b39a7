import type { Tx } from '../../platform/database/database.ts';
import { enqueue } from '../../platform/jobs.ts';
import { commerceLetters } from './jobs.ts';
import { settleRefund } from './refund-queries.ts';

/** The money went back: written down once, with the letter to the buyer. False: it was known. */
export async function completeRefund(
  tx: Tx,
  id: string,
  done: { providerRefundId: string; at: Date },
): Promise<boolean> {
  if ((await settleRefund(tx, id, { state: 'done', ...done })) === 0) return false;
  await enqueue(tx, commerceLetters.sendRefunded({ refund_id: id }));
  return true;
}
