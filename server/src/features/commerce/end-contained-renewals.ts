import { CANCELLATION_REASONS } from '@vesalius/contract/constants';
import type { Tx } from '../../platform/database/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { enqueue, enqueueAgain } from '../../platform/jobs.ts';
import { findCoverOfYear, findSuccessor, lockContainedRenewals } from './contained-queries.ts';
import { commerceLetters } from './jobs.ts';
import { putBehindCover } from './put-behind-cover.ts';
import { chargeDate, renewalJobs } from './schedule-renewal.ts';
import { stopRenewal } from './stop-renewal.ts';
import type { RenewalRow } from './subscription-queries.ts';
import { withLockedRenewal } from './with-locked-renewal.ts';

/**
 * Called when a year of a package begins: renewals that the package contains end, or the buyer would be charged again
 * for the same books. Paid access stays until its end. The caller has locked the buyer.
 */
export async function endContainedRenewals(
  tx: Tx,
  bought: { readonly id: string; readonly userId: string; readonly packageId: string | null },
  now: Date,
): Promise<void> {
  if (!bought.packageId) return;
  const contained = await lockContainedRenewals(tx, bought.userId, bought.packageId);
  await endAll(tx, contained, bought.id, now);
}

/** Whether another subscription replaces it: a year that is charged for it anyway has bought nothing. */
export const isReplaced = ({ cancellationReason }: Pick<RenewalRow, 'cancellationReason'>): boolean =>
  cancellationReason === CANCELLATION_REASONS.bundle ||
  cancellationReason === CANCELLATION_REASONS.promo_code;

/**
 * Called before a renewal is announced or charged. It ends a renewal whose reader has the same books in a package for
 * the coming year, and one beside a newer subscription to the same item. Beside a package that ends earlier, a card
 * is charged when the package has ended; PayPal charges on its own date. True if nothing is charged at that time. The
 * caller has locked the buyer and the subscription.
 */
export async function endCoveredRenewal(
  tx: Tx,
  subscription: RenewalRow,
  chargedAt: Date,
  now: Date,
): Promise<boolean> {
  if (!subscription.renews) return false;
  if (await findSuccessor(tx, subscription.id)) {
    await stopRenewal(tx, subscription, { at: now, reason: CANCELLATION_REASONS.promo_code });
    return true;
  }
  const cover = await findCoverOfYear(tx, subscription.id, chargedAt);
  if (!cover) return subscription.gateway === 'card' && isPutOff(tx, subscription, chargedAt);
  await endAll(tx, [subscription], cover.id, now);
  return true;
}

async function isPutOff(tx: Tx, subscription: RenewalRow, chargedAt: Date): Promise<boolean> {
  const endsAt = await putBehindCover(tx, subscription, chargedAt);
  if (endsAt === subscription.endsAt) return false;
  await enqueueAgain(tx, renewalJobs({ id: subscription.id, gateway: 'card', endsAt, billsAt: null }));
  return true;
}

/** The same in its own transaction. */
export const endRenewalIfCovered = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  id: string,
): Promise<boolean> =>
  withLockedRenewal(db, id, (tx, subscription) =>
    endCoveredRenewal(tx, subscription, chargeDate(subscription), clock.now()),
  );

async function endAll(
  tx: Tx,
  ended: readonly RenewalRow[],
  packageSubscriptionId: string,
  now: Date,
): Promise<void> {
  if (ended.length === 0) return;
  for (const subscription of ended)
    await stopRenewal(tx, subscription, { at: now, reason: CANCELLATION_REASONS.bundle });
  await enqueue(
    tx,
    commerceLetters.sendIncluded({
      package_subscription_id: packageSubscriptionId,
      ended: ended.map((one) => ({ subscription_id: one.id, charge_date: chargeDate(one).toISOString() })),
    }),
  );
}
