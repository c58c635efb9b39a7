import type { Tx } from '../../platform/database/database.ts';
import { demand } from '../../platform/errors.ts';
import { enqueueAgain } from '../../platform/jobs.ts';
import { lockBuyer } from './queries.ts';
import { renewalJobs } from './schedule-renewal.ts';
import { stopRenewal } from './stop-renewal.ts';
import { findRenewal, lockRenewal, type RenewalRow, updateEnd } from './subscription-queries.ts';

/**
 * The staff moves the end of a subscription, later or earlier. What renews, renews at its new end, with another reminder
 * before. PayPal keeps its own date: it charges then, and the year is added to the end; so access that it renews lasts at
 * least until then. An end that is not in the future ends the renewal as well. Answers the end as it is now.
 */
export async function moveSubscriptionEnd(
  tx: Tx,
  moved: { id: string; endsAt: Date },
  now: Date,
): Promise<{ before: RenewalRow; endsAt: Date }> {
  const known = await findRenewal(tx, moved.id);
  demand(known, 'not_found');
  // The buyer before the subscription, as everywhere.
  await lockBuyer(tx, known.userId);
  const before = await lockRenewal(tx, moved.id);
  demand(before, 'not_found');
  if (moved.endsAt <= now) {
    await updateEnd(tx, before.id, moved.endsAt);
    if (before.renews) await stopRenewal(tx, before, { at: now, reason: 'ended by the staff' });
    return { before, endsAt: moved.endsAt };
  }
  const endsAt = later(moved.endsAt, earliestEnd(before));
  await updateEnd(tx, before.id, endsAt);
  const { gateway } = before;
  if (before.renews && (gateway === 'card' || gateway === 'paypal'))
    await enqueueAgain(tx, renewalJobs({ id: before.id, gateway, endsAt, billsAt: before.billsAt }));
  return { before, endsAt };
}

/** Until PayPal has said when it charges, the end that was paid for is the best that is known. */
const earliestEnd = ({ gateway, renews, billsAt, endsAt }: RenewalRow): Date =>
  gateway === 'paypal' && renews ? (billsAt ?? endsAt) : new Date(0);
const later = (one: Date, other: Date): Date => (one > other ? one : other);
