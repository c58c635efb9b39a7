import type { Tx } from '../../platform/database/database.ts';
import { enqueue, enqueueAgain } from '../../platform/jobs.ts';
import { lockEndedByPackage } from './contained-queries.ts';
import { commerceLetters } from './jobs.ts';
import { putBehindCover } from './put-behind-cover.ts';
import { renewalJobs } from './schedule-renewal.ts';
import { type RenewalRow, resumeRenewal } from './subscription-queries.ts';

/**
 * Called when a package ends early (refunded, or ended by staff): what it contained renews again as before the
 * package, with the stored card. PayPal cannot undo a cancellation, and subscriptions that have ended meanwhile are
 * not charged automatically: the letter offers these. One letter names them all. The caller has locked the buyer.
 */
export async function resumeContainedRenewals(
  tx: Tx,
  over: Pick<RenewalRow, 'id' | 'userId' | 'packageId' | 'startedAt'>,
  now: Date,
): Promise<void> {
  const { packageId } = over;
  if (!packageId) return;
  const contained = await lockEndedByPackage(tx, { ...over, packageId }, now);
  if (contained.length === 0) return;
  for (const one of contained.filter((one) => isResumedByItself(one, now))) {
    const endsAt = await putBehindCover(tx, one, one.endsAt);
    await resumeRenewal(tx, one.id);
    await enqueueAgain(tx, renewalJobs({ id: one.id, gateway: 'card', endsAt, billsAt: null }));
  }
  await enqueue(
    tx,
    commerceLetters.sendResumed({
      package_subscription_id: over.id,
      subscription_ids: contained.map(({ id }) => id),
    }),
  );
}

const isResumedByItself = (
  { gateway, paymentProfileId, graceFrom, endsAt }: RenewalRow,
  now: Date,
): boolean => gateway === 'card' && paymentProfileId !== null && graceFrom === null && endsAt > now;
