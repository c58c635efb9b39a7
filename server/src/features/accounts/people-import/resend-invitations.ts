import { INVITATION_RESEND_HOURS } from '@vesalius/contract/people-import-limits';
import type { Tx } from '../../../platform/database/database.ts';
import { enqueue } from '../../../platform/jobs.ts';
import { claimInvitations } from './import-queries.ts';

/** Once more to each of these who has not accepted, unless the last one was sent a moment ago. */
export async function resendInvitations(
  tx: Tx,
  { pendingIds, by }: { pendingIds: readonly string[]; by: string },
  now: Date,
): Promise<{ sent: number; waiting: number }> {
  const notSince = new Date(now.getTime() - INVITATION_RESEND_HOURS * 3_600_000);
  const claimed = await claimInvitations(tx, pendingIds, { notSince, now });
  for (const userId of claimed)
    await enqueue(tx, { kind: 'accounts.send-invitation', payload: { user_id: userId, by } });
  return { sent: claimed.length, waiting: pendingIds.length - claimed.length };
}
