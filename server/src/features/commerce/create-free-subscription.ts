import type { Db } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { demand } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { enqueue, enqueueAll } from '../../platform/jobs.ts';
import { accessPeriodEnd } from './access-period.ts';
import { endContainedRenewals } from './end-contained-renewals.ts';
import { freeEndJobs } from './free-ends.ts';
import { demandNoneRunning } from './free-year.ts';
import { isGivenAccess } from './given-access.ts';
import { commerceLetters } from './jobs.ts';
import { findNextYear } from './next-year.ts';
import {
  getSubscription,
  insertSubscription,
  isMadeWith,
  lockPresentBuyer,
  lockPromoCode,
  type SubscriptionRow,
} from './queries.ts';
import { applyPromoCode, priceItem, type Wanted } from './quote.ts';
import { upsertRedemption } from './redemption-queries.ts';

/**
 * Grants a free year: the price is zero (every book of the package is paid for already, or the book is free), or a
 * promo code reduces it to exactly zero. It does not renew, because the user never agreed to pay. A repeated request
 * returns the first subscription; any other running subscription is not replaced. A limited code is never used more
 * often than its limit, because the code's row is locked while its uses are counted.
 */
export async function createFreeSubscription(
  db: Db,
  userId: string,
  wanted: Wanted & { promocode_name?: string | undefined; despite_access?: boolean | undefined },
  now: Date,
): Promise<SubscriptionRow> {
  return inTransaction(db, async (tx) => {
    await lockPresentBuyer(tx, userId);
    const item = await priceItem(tx, userId, wanted, now);
    if (!wanted.despite_access) demand(!(await isGivenAccess(tx, userId, item, now)), 'already_readable');
    const { running, start, includedIn } = await findNextYear(tx, userId, item, now);
    const { promocode_name: name } = wanted;
    const code = name ? await lockPromoCode(tx, name) : null;
    // The subscription that the same request made before.
    if (running?.gateway === 'free' && (await isMadeWith(tx, running.id, code?.id ?? null))) return running;
    const cents = name ? await applyPromoCode(tx, code, { userId, item, at: now }) : item.priceCents;
    demand(cents === 0, 'not_free');
    if (name) demandNoneRunning(running);
    demand(!running, 'already_subscribed');
    demand(!includedIn, 'included_in_bundle');
    const id = newId();
    const endsAt = accessPeriodEnd(start);
    await insertSubscription(tx, {
      id,
      userId,
      bookId: item.bookId,
      packageId: item.packageId,
      gateway: 'free',
      renews: false,
      renewalPriceCents: 0,
      promoCodeId: code?.id ?? null,
      startedAt: now,
      endsAt,
    });
    if (code) await upsertRedemption(tx, { codeId: code.id, userId, subscriptionId: id, at: now });
    await enqueueAll(tx, freeEndJobs({ id, startedAt: now, endsAt }));
    await enqueue(tx, commerceLetters.sendFreeStarted({ subscription_id: id }));
    await endContainedRenewals(tx, { id, userId, packageId: item.packageId }, now);
    return getSubscription(tx, id);
  });
}
