import { recordAudit } from '../../../platform/audit.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Deps } from '../../../platform/deps.ts';
import { demand } from '../../../platform/errors.ts';
import { enqueue } from '../../../platform/jobs.ts';
import { holdRole } from '../../accounts/hold-role.ts';
import { commerceJobs, STAFF_LETTER_DELAY_MS } from '../jobs.ts';
import { lockPrice, updatePrice } from './price-queries.ts';

interface PriceChange {
  readonly id: string;
  readonly cents: number;
  /** The price that the staff member saw; a price that changed since is not overwritten. */
  readonly previousCents: number;
  readonly actorId: string;
}

/**
 * Sets the price for new subscriptions. A bundle that costs more than its remaining books leaves the shop, or returns
 * to it: its renewals follow. Throws `not_found`, or `price_changed` if another user changed it first.
 */
export async function changePrice(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { id, cents, previousCents, actorId }: PriceChange,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const now = clock.now();
    await holdRole(tx, { userId: actorId, role: 'staff' });
    const current = await lockPrice(tx, id);
    demand(current, 'not_found');
    demand(current.cents === previousCents, 'price_changed');
    await updatePrice(tx, { table: current.table, id, cents, actorId, now });
    const { table } = current;
    await enqueue(
      tx,
      commerceJobs.followShop(table === 'books' ? { book_id: id } : { package_id: id }, {
        runAt: new Date(now.getTime() + STAFF_LETTER_DELAY_MS),
      }),
    );
    await recordAudit(
      tx,
      {
        actorId,
        action: 'price.change',
        subjectType: 'item',
        subjectId: id,
        detail: { before: current.cents / 100, after: cents / 100 },
      },
      now,
    );
  });
}
