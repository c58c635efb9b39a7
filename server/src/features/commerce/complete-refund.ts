import { recordAudit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { enqueue } from '../../platform/jobs.ts';
import { commerceLetters } from './jobs.ts';
import { findRefund, settleRefund } from './refund-queries.ts';

/** Records a completed refund once, with the letter to the buyer. */
export async function completeRefund(
  tx: Tx,
  id: string,
  done: { providerRefundId: string; at: Date },
): Promise<void> {
  if ((await settleRefund(tx, id, { state: 'done', ...done })) !== 1) return;
  await auditRefund(tx, id, done.at);
  await enqueueRefundLetter(tx, id, []);
}

/** Records a refund by staff in the audit log, whether the request, the job, or the provider reports its completion. */
export async function auditRefund(tx: Tx, id: string, now: Date): Promise<void> {
  const refund = await findRefund(tx, id);
  if (!refund?.byUserId) return;
  const detail = {
    refund_id: id,
    amount: refund.amountCents / 100,
    ends_access: refund.endsAccess,
    ends_credited: refund.endsCredited,
    reason: refund.reason,
  };
  const subject = { subjectType: 'payment', subjectId: refund.paymentId };
  await recordAudit(tx, { actorId: refund.byUserId, action: 'payment.refund', ...subject, detail }, now);
}

/** `endedBundles`: the names of bundles that ended because the payment had lowered their price. */
export const enqueueRefundLetter = (tx: Tx, id: string, endedBundles: readonly string[]) =>
  enqueue(tx, commerceLetters.sendRefunded({ refund_id: id, ended_bundles: [...endedBundles] }));
