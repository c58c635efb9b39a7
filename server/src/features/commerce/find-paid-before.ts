import type { ChargeCreditCard } from '@vesalius/contract/commerce-payment';
import type { Tx } from '../../platform/database/database.ts';
import { MINUTE_MS } from '../../platform/durations.ts';
import { invoiceNumber } from './issue-invoice.ts';
import { findPaidOrder } from './order-queries.ts';
import { lockPresentBuyer } from './queries.ts';

/** A repeated purchase within this time counts as the same purchase, whose answer was lost. */
const SAME_PURCHASE_MS = 15 * MINUTE_MS;

/**
 * The earlier purchase of the same request: the same item, for the same amount, with the same code and in place of
 * the same subscription, by card, and still renewing. The buyer is locked, as for a purchase.
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
