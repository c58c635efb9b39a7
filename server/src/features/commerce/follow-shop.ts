import { CANCELLATION_REASONS } from '@vesalius/contract/constants';
import type { Tx } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { enqueue } from '../../platform/jobs.ts';
import { commerceLetters } from './jobs.ts';
import { findLeftShop, type ItemToFollow, listRenewalsToFollow, updateHeld } from './off-sale-queries.ts';
import { lockBuyer } from './queries.ts';
import { stopRenewal } from './stop-renewal.ts';
import { lockRenewal, type RenewalRow } from './subscription-queries.ts';
import { withLockedRenewal } from './with-locked-renewal.ts';

/**
 * Adjusts renewals when a book has left the shop or has returned. Renewals of a replaced edition end, here and at
 * PayPal. Renewals of a withdrawn book are on hold, because the book may return: nothing is charged, and the
 * agreement at PayPal ends only when PayPal would charge. The same holds for a bundle that is not offered. Each
 * reader gets a letter. Null checks all items, so that none is missed permanently.
 */
export async function followShop(deps: Pick<Deps, 'db' | 'clock'>, item: ItemToFollow | null): Promise<void> {
  for (const { id, userId } of await listRenewalsToFollow(deps.db, item))
    await inTransaction(deps.db, async (tx) => {
      await lockBuyer(tx, userId);
      await followOne(tx, id, deps.clock.now());
    });
}

async function followOne(tx: Tx, id: string, now: Date): Promise<void> {
  const subscription = await lockRenewal(tx, id);
  if (!subscription?.renews) return;
  const left = await findLeftShop(tx, id);
  const isHeld = subscription.renewalHeldAt !== null;
  if (left?.because === 'replaced') await stopReplaced(tx, subscription, now);
  else if (left && !isHeld) {
    await updateHeld(tx, id, now);
    await enqueue(tx, commerceLetters.sendLeftShop({ subscription_id: id }));
  } else if (!left && isHeld) {
    await updateHeld(tx, id, null);
    await enqueue(tx, commerceLetters.sendBackInShop({ subscription_id: id }));
  }
}

async function stopReplaced(tx: Tx, subscription: RenewalRow, now: Date): Promise<void> {
  await stopRenewal(tx, subscription, { at: now, reason: CANCELLATION_REASONS.replaced });
  await enqueue(tx, commerceLetters.sendLeftShop({ subscription_id: subscription.id }));
}

/**
 * Called before another year is charged, and after one was charged anyway: an item that is not sold does not renew.
 * Unpaid days of grace end with it. True if it ended. The caller has locked the buyer and the subscription.
 */
export async function endUnsoldRenewal(tx: Tx, subscription: RenewalRow, now: Date): Promise<boolean> {
  if (!subscription.renews) return false;
  const left = await findLeftShop(tx, subscription.id);
  if (!left) return false;
  if (left.because === 'replaced') await stopReplaced(tx, subscription, now);
  else {
    await stopRenewal(tx, subscription, {
      ...{ at: now, reason: CANCELLATION_REASONS.withdrawn },
      ...(subscription.graceFrom ? { endsAt: now } : {}),
    });
    // The letter about it was sent when the book left.
    if (subscription.renewalHeldAt === null)
      await enqueue(tx, commerceLetters.sendLeftShop({ subscription_id: subscription.id }));
  }
  return true;
}

/** The same in its own transaction. */
export const endRenewalIfUnsold = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, id: string): Promise<boolean> =>
  withLockedRenewal(db, id, (tx, subscription) => endUnsoldRenewal(tx, subscription, clock.now()));
