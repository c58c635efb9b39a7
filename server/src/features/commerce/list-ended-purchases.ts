import type { Db } from '../../platform/database/database.ts';
import { findNextYear } from './next-year.ts';
import { findRunningSubscription } from './queries.ts';
import { type EndedWait, listEndedWaits } from './waiting-queries.ts';

/** The approvals that PayPal never completed, less those of items that the buyer has in a bundle by now. */
export async function listEndedPurchases(
  db: Db,
  userId: string,
  now: Date,
  itemId: string | null = null,
): Promise<EndedWait[]> {
  const waits = await listEndedWaits(db, userId, now, itemId);
  const isNeeded = await Promise.all(
    waits.map(async (wait) => {
      const running = await findRunningSubscription(db, userId, wait, now);
      return !(await findNextYear(db, userId, wait, running, now)).includedIn;
    }),
  );
  return waits.filter((_, index) => isNeeded[index]);
}

export const presentEndedWait = ({ since, endedAt, because }: EndedWait) => ({
  approved_at: since.toISOString(),
  at: endedAt.toISOString(),
  because,
});
