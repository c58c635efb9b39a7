import { PROMO_ACTIVATED_REASON } from '@vesalius/contract/constants';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { accessPeriodEnd, nextPeriodStart } from './access-period.ts';
import { attachReservation, closeOrder, type OrderRow } from './order-queries.ts';
import { findRunningSubscription, insertSubscription, lockBuyer } from './queries.ts';
import { stopRenewal } from './stop-renewal.ts';
import { lockRenewal, setProviderSubscription } from './subscription-queries.ts';

export interface Granted {
  readonly id: string;
  readonly periodStart: Date;
  readonly endsAt: Date;
}

/**
 * The year that an order paid for. What still runs is added to it, so that no paid day is lost; the subscription that
 * it takes over from stops renewing now, and not before. Null: the same thing was bought meanwhile in another way, or the
 * buyer has left.
 */
export async function grantOrder(
  tx: Tx,
  order: OrderRow,
  { providerSubscriptionId }: { providerSubscriptionId: string | null },
  now: Date,
): Promise<Granted | null> {
  // Held already by whoever settles the payment: this only asks whether the buyer is still there.
  if ((await lockBuyer(tx, order.userId)).hasLeft) return null;
  const running = await findRunningSubscription(tx, order.userId, order, now);
  if (running?.renews && running.id !== order.replacesSubscriptionId) return null;
  const id = newId();
  const periodStart = nextPeriodStart(running, now);
  const endsAt = accessPeriodEnd(periodStart);
  await insertSubscription(tx, {
    id,
    userId: order.userId,
    bookId: order.bookId,
    packageId: order.packageId,
    gateway: order.gateway,
    renews: true,
    renewalPriceCents: order.renewalPriceCents,
    promoCodeId: order.promoCodeId,
    startedAt: now,
    endsAt,
  });
  if (providerSubscriptionId) await setProviderSubscription(tx, id, providerSubscriptionId);
  if (order.promoCodeId) await attachReservation(tx, order.id, id);
  await closeOrder(tx, order.id, { state: 'paid', subscriptionId: id, at: now });
  if (running && running.id === order.replacesSubscriptionId) await takeOver(tx, running.id, now);
  return { id, periodStart, endsAt };
}

async function takeOver(tx: Tx, oldId: string, now: Date): Promise<void> {
  const old = await lockRenewal(tx, oldId);
  if (old) await stopRenewal(tx, old, { at: now, reason: PROMO_ACTIVATED_REASON });
}
