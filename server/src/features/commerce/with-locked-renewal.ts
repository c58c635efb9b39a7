import type { Db, Tx } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { lockBuyer } from './queries.ts';
import { findRenewal, lockRenewal, type RenewalRow } from './subscription-queries.ts';

/** Locks the buyer and then the subscription. False if there is none. */
export async function withLockedRenewal(
  db: Db,
  id: string,
  decide: (tx: Tx, subscription: RenewalRow) => Promise<boolean>,
): Promise<boolean> {
  const known = await findRenewal(db, id);
  if (!known) return false;
  return inTransaction(db, async (tx) => {
    await lockBuyer(tx, known.userId);
    const subscription = await lockRenewal(tx, id);
    return subscription !== null && decide(tx, subscription);
  });
}
