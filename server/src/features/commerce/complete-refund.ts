import type { Tx } from '../../platform/database/database.ts';
import { enqueue } from '../../platform/jobs.ts';
import { commerceLetters } from './jobs.ts';
import { settleRefund } from './refund-queries.ts';

/** The money went back: written down once, with the letter to the buyer. */
export async function completeRefund(
  tx: Tx,
  id: string,
  done: { providerRefundId: string; at: Date },
): Promise<void> {
  if ((await settleRefund(tx, id, { state: 'done', ...done })) === 1) await enqueueRefundLetter(tx, id, []);
}

/** `endedBundles`: by name, what ended because the payment had lowered its price. */
export const enqueueRefundLetter = (tx: Tx, id: string, endedBundles: readonly string[]) =>
  enqueue(tx, commerceLetters.sendRefunded({ refund_id: id, ended_bundles: [...endedBundles] }));
