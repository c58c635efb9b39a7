import type { Tx } from '../../platform/database/database.ts';
import { demand } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { enqueue, enqueueAll } from '../../platform/jobs.ts';
import { addMonths } from './access-period.ts';
import { freeEndJobs } from './free-ends.ts';
import { commerceLetters, STAFF_LETTER_DELAY_MS } from './jobs.ts';
import {
  findBookItem,
  findPackageItem,
  findRunningSubscription,
  insertSubscription,
  lockPresentBuyer,
} from './queries.ts';

/**
 * Grants free access for some months. A running subscription is extended instead. Throws `not_in_shop` for an item
 * that is not sold, unless that is intended.
 */
export async function grantSubscription(
  tx: Tx,
  {
    alsoUnsold = false,
    ...wanted
  }: {
    userId: string;
    bookId: string | null;
    packageId: string | null;
    months: number;
    alsoUnsold?: boolean;
  },
  now: Date,
): Promise<{ id: string; endsAt: Date }> {
  // Locked, so that two concurrent grants become one.
  await lockPresentBuyer(tx, wanted.userId);
  demand(alsoUnsold || (await isSold(tx, wanted, now)), 'not_in_shop');
  demand(!(await findRunningSubscription(tx, wanted.userId, wanted, now)), 'already_subscribed');
  const granted = { id: newId(), endsAt: addMonths(now, wanted.months) };
  await insertSubscription(tx, {
    ...wanted,
    ...granted,
    gateway: 'grant',
    renews: false,
    renewalPriceCents: 0,
    promoCodeId: null,
    startedAt: now,
  });
  await enqueueAll(tx, freeEndJobs({ ...granted, startedAt: now }));
  await enqueue(
    tx,
    commerceLetters.sendGranted(
      { subscription_id: granted.id },
      { runAt: new Date(now.getTime() + STAFF_LETTER_DELAY_MS) },
    ),
  );
  return granted;
}

async function isSold(
  tx: Tx,
  { bookId, packageId }: { bookId: string | null; packageId: string | null },
  now: Date,
): Promise<boolean> {
  const item = bookId ? await findBookItem(tx, bookId, now) : await findPackageItem(tx, packageId ?? '', now);
  return item?.isSold === true;
}
