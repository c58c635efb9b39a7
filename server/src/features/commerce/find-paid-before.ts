import type { ChargeCreditCard } from '@vesalius/contract/commerce-payment';
import type { Tx } from '../../platform/database/database.ts';
import { MINUTE_MS } from '../../platform/durations.ts';
import { invoiceNumber } from './issue-invoice.ts';
import { findPaidOrder } from './order-queries.ts';
import { lockPresentBuyer } from './queries.ts';

/** Pressing again so long after a payment is the same purchase: its answer was lost on the way. */
const SAME_PURCHASE_MS = 15 * MINUTE_MS;

/**
 * What this very request has bought already: the same thing, for the same amount, with the same code and in place of the
 * same subscription, by card, and it still renews. The buyer is locked, as for a purchase.
 */
export async function findPaidBefore(
  tx: Tx,
  userId: string,
  body: ChargeCreditCard,
  now: Date,
): Promise<{ subscriptionId: string; receipt: string | null } | null> {
  await lockPresentBuyer(tx, userId);
  const paid = await findPaidOrder(
    tx,
    {
      userId,
      itemId: body.book_id ?? body.package_id ?? '',
      amountCents: Math.round(body.amount * 100),
      promoCodeName: body.promo_code_name || null,
      replaces: body.replaces_subscription_id ?? null,
      since: new Date(now.getTime() - SAME_PURCHASE_MS),
    },
    now,
  );
  if (!paid) return null;
  const { subscriptionId, year, number } = paid;
  return { subscriptionId, receipt: year && number ? invoiceNumber({ year, number }) : null };
}
