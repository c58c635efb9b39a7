import { CANCELLATION_REASONS } from '@vesalius/contract/constants';
import type { Db, Tx } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { DAY_MS } from '../../platform/durations.ts';
import { newId } from '../../platform/ids.ts';
import { enqueueAll } from '../../platform/jobs.ts';
import { newAttemptKey } from './attempt-key.ts';
import { findCoveredUntil } from './contained-queries.ts';
import { customId } from './create-paypal-subscription.ts';
import { endCoveredRenewal, isReplaced } from './end-contained-renewals.ts';
import { endUnsoldRenewal } from './follow-shop.ts';
import { closeUnpaidOrder, grantOrder, type LockedOrder, lockOrderWithCode } from './grant-order.ts';
import { type InvoiceTerms, invoiceTermsOf } from './issue-invoice.ts';
import { findOrder, findOrderOfPayPal, lockOrder, type OrderRow } from './order-queries.ts';
import { payPalOf } from './payment-providers.ts';
import { insertPayment } from './payment-queries.ts';
import type { PayPalSale, PayPalSubscription } from './providers/paypal-provider.ts';
import { lockBuyer } from './queries.ts';
import { recordApproval, recordEnd } from './record-approval.ts';
import { renewalJobs } from './schedule-renewal.ts';
import { enqueueReturn, settleFirstYear, settleFurtherYear, type YearPayment } from './settle-year.ts';
import { enqueueCancelAtPayPal, stopRenewal } from './stop-renewal.ts';
import {
  endRenewal,
  findRenewal,
  findRenewalOfPayPal,
  lockRenewal,
  type RenewalRow,
  startGrace,
  updateBillsAt,
} from './subscription-queries.ts';

export type PayPalOutcome = 'active' | 'waiting' | 'over' | 'returned' | 'unknown';

/** PayPal retries a failed charge for about this long before it suspends the subscription. */
const PAYPAL_GRACE_DAYS = 10;
/** A sale within this time after the cancellation was agreed before it: clocks differ. */
const CLOCK_SLACK_MS = 60_000;

/**
 * Updates our state from PayPal's. Every notification (the buyer's return, an event, a scheduled check) only triggers
 * this function, which asks PayPal; so events may come late, twice, in any order or not at all.
 */
export async function syncPayPal(deps: Deps, providerSubscriptionId: string): Promise<PayPalOutcome> {
  const paypal = payPalOf(deps);
  const now = deps.clock.now();
  const order = await findOrderOfPayPal(deps.db, providerSubscriptionId);
  const theirs = order ? await paypal.findSubscription(providerSubscriptionId) : null;
  // Not created by us, not for this buyer, or with another plan: it has no effect here.
  if (!order || !theirs || theirs.customId !== customId(order) || theirs.planId !== order.providerPlanId)
    return 'unknown';
  if (theirs.status === 'APPROVED') await recordApproval(deps.db, order.id, now);
  if (theirs.status === 'APPROVAL_PENDING' || theirs.status === 'APPROVED') return 'waiting';
  const from = new Date(order.createdAt.getTime() - DAY_MS);
  const sales = await paypal.listSales(providerSubscriptionId, from, new Date(now.getTime() + DAY_MS));
  return inTransaction(deps.db, async (tx) => {
    await lockBuyer(tx, order.userId);
    // A paid order stays paid, and its renewals need no code, so the code's row is not locked.
    const locked = order.state === 'paid' ? { order, code: null } : await lockOrderWithCode(tx, order.id);
    const outcome = await confirm(tx, locked, theirs, now);
    await follow(tx, theirs, order, sales, { terms: invoiceTermsOf(deps.config), now });
    // Canceled at PayPal after a late approval: an amount that was charged is returned anyway.
    return outcome === 'over' && sales.some(isTaken) ? 'returned' : outcome;
  });
}

const isTaken = ({ status }: PayPalSale): boolean => status !== 'DECLINED' && status !== 'PENDING';

/** Grants an order whose subscription is active, once. */
async function confirm(
  tx: Tx,
  locked: LockedOrder,
  theirs: PayPalSubscription,
  now: Date,
): Promise<PayPalOutcome> {
  const { order } = locked;
  if (order.state === 'paid') return 'active';
  if (order.state === 'returned') return 'returned';
  if (theirs.status !== 'ACTIVE') {
    if (order.state === 'open') await closeUnpaidOrder(tx, order, 'failed', now);
    return 'over';
  }
  const granted = await grantOrder(tx, locked, { providerSubscriptionId: theirs.id }, now);
  if (granted) {
    await enqueueAll(tx, renewalJobs({ ...granted, gateway: 'paypal', billsAt: theirs.nextBillingAt }));
    return 'active';
  }
  return 'returned';
}

/** Records PayPal's payments and the state of the renewal. */
async function follow(
  tx: Tx,
  theirs: PayPalSubscription,
  order: OrderRow,
  sales: readonly PayPalSale[],
  { terms, now }: { terms: InvoiceTerms; now: Date },
): Promise<void> {
  const found = await findRenewalOfPayPal(tx, theirs.id);
  const before = found ? await lockRenewal(tx, found.id) : null;
  const taken = [...sales].filter(isTaken).sort((a, b) => a.at.getTime() - b.at.getTime());
  for (const [index, sale] of taken.entries())
    await recordSale(tx, order, before, sale, index, { billsAt: theirs.nextBillingAt, terms, now });
  // The state after the sales: a year that was just paid is not in grace.
  const ours = before && (await findRenewal(tx, before.id));
  if (theirs.status === 'CANCELLED' || theirs.status === 'EXPIRED') {
    await recordEnd(tx, order.id, now);
    if (ours?.renews) await endRenewal(tx, ours.id, { at: now, reason: CANCELLATION_REASONS.paypal });
  } else if (!ours?.renews)
    // Ended here while PayPal was unreachable, bought twice, or its account deleted: it must not bill again.
    await enqueueCancelAtPayPal(tx, theirs.id, 'ended in the shop');
  else if (theirs.status === 'SUSPENDED')
    await stopRenewal(tx, ours, { at: now, reason: CANCELLATION_REASONS.payment_failed });
  else await followRunning(tx, theirs, ours, now);
}

async function followRunning(tx: Tx, theirs: PayPalSubscription, ours: RenewalRow, now: Date): Promise<void> {
  await updateBillsAt(tx, ours.id, theirs.nextBillingAt);
  if (ours.endsAt > now || ours.graceFrom !== null) return;
  // PayPal is still trying to bill the year that has begun.
  const until = new Date(ours.endsAt.getTime() + PAYPAL_GRACE_DAYS * DAY_MS);
  await startGrace(tx, ours.id, ours.endsAt, until);
}

async function recordSale(
  tx: Tx,
  order: OrderRow,
  ours: RenewalRow | null,
  sale: PayPalSale,
  index: number,
  { billsAt, terms, now }: { billsAt: Date | null; terms: InvoiceTerms; now: Date },
): Promise<void> {
  const id = newId();
  const isNew = await insertPayment(tx, {
    id,
    attemptKey: newAttemptKey(),
    orderId: order.id,
    subscriptionId: ours?.id ?? null,
    userId: order.userId,
    gateway: 'paypal',
    kind: index === 0 ? 'initial' : 'renewal',
    state: 'approved',
    amountCents: sale.amountCents,
    transactionId: sale.id,
    createdAt: sale.at,
    settledAt: now,
  });
  if (isNew === 0) return;
  const afterCancel =
    ours?.cancelledAt && sale.at.getTime() > ours.cancelledAt.getTime() + CLOCK_SLACK_MS && index > 0;
  // A charge for a canceled subscription, or for one bought twice, is returned; a canceled subscription is never
  // revived.
  if (!ours || afterCancel || (index > 0 && (await isCovered(tx, ours, sale, now)))) {
    await enqueueReturn(tx, id);
    return;
  }
  const payment: YearPayment = {
    paymentId: id,
    userId: order.userId,
    amountCents: sale.amountCents,
    gateway: 'paypal',
    billsAt: billsAt && billsAt > sale.at ? billsAt : null,
  };
  if (index === 0) {
    const granted = { id: ours.id, periodStart: firstPeriodStart(ours), endsAt: ours.endsAt };
    await settleFirstYear(tx, payment, order, granted, { terms, now });
  } else {
    // The year begins after a package that contains it and then ends.
    const periodStart = await periodStartOf(tx, ours, sale.at);
    await settleFurtherYear(tx, payment, ours, periodStart, { terms, now });
  }
}

/**
 * Whether the charged year is for an item that is not sold, or that the reader has in a package or bought again: its
 * renewal ended, or ends now.
 */
const isCovered = async (tx: Tx, ours: RenewalRow, sale: PayPalSale, now: Date): Promise<boolean> =>
  isReplaced(ours) || (await endUnsoldRenewal(tx, ours, now)) || endCoveredRenewal(tx, ours, sale.at, now);

async function periodStartOf(tx: Tx, ours: RenewalRow, at: Date): Promise<Date> {
  const start = ours.graceFrom ?? ours.endsAt;
  const covered = await findCoveredUntil(tx, ours.id, at);
  return covered && covered > start ? covered : start;
}

/** After a change of plan, the old time runs first: the paid year is the last one. */
function firstPeriodStart(ours: RenewalRow): Date {
  const yearBefore = new Date(ours.endsAt);
  yearBefore.setUTCFullYear(yearBefore.getUTCFullYear() - 1);
  return yearBefore > ours.startedAt ? yearBefore : ours.startedAt;
}

/** Closes an order without an approval within three hours. A later approval is judged when it arrives. */
export async function abandonOrder(db: Db, providerSubscriptionId: string, now: Date): Promise<void> {
  const order = await findOrderOfPayPal(db, providerSubscriptionId);
  if (!order) return;
  await abandon(db, order, now);
}

/**
 * Closes an order whose process died before it asked PayPal, or before it stored the answer, and that was not
 * retried.
 */
export async function abandonUnsentOrder(db: Db, orderId: string, now: Date): Promise<void> {
  const order = await findOrder(db, orderId);
  if (order && order.providerSubscriptionId === null) await abandon(db, order, now);
}

const abandon = (db: Db, order: OrderRow, now: Date) =>
  inTransaction(db, async (tx) => {
    await lockBuyer(tx, order.userId);
    const locked = await lockOrder(tx, order.id);
    if (locked?.state === 'open') await closeUnpaidOrder(tx, locked, 'abandoned', now);
  });
