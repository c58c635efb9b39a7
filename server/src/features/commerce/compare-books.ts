import { MINUTE_MS } from '../../platform/durations.ts';
import type { FoundTransaction } from './providers/card-provider.ts';
import type { PayPalSale } from './providers/paypal-provider.ts';
import type { Difference, RecentPayment, RecentRefund } from './reconcile-queries.ts';

/** Younger payments may still be in progress. */
export const SETTLING_MS = 10 * MINUTE_MS;

/** Pure: the differences between our records and the card provider's list. */
export function compareCards(
  ours: readonly RecentPayment[],
  refunds: readonly (RecentRefund & { key: string })[],
  theirs: readonly FoundTransaction[],
  now: Date,
): Difference[] {
  const differences: Difference[] = [];
  const say = (kind: string, subject: string, detail: string) =>
    differences.push({ gateway: 'card', kind, subject, detail });
  const isOld = (at: Date) => now.getTime() - at.getTime() > SETTLING_MS;
  const byKey = new Map(ours.map((one) => [one.attemptKey, one]));
  for (const one of theirs.filter(({ status }) => status === 'approved')) {
    const own = byKey.get(one.attemptKey);
    if (!own)
      say('missing_here', one.transactionId, 'The provider took money for an attempt that we do not know.');
    else if (own.state !== 'approved')
      say('not_granted', own.id, `The provider took money; here the attempt is ${own.state}.`);
    else if (own.amountCents !== one.amountCents)
      say('amount', own.id, `${one.amountCents} cents at the provider, ${own.amountCents} here.`);
  }
  const known = new Set(theirs.filter(({ status }) => status !== 'declined').map((one) => one.attemptKey));
  for (const own of ours)
    if (own.state === 'approved' && !known.has(own.attemptKey) && isOld(own.createdAt))
      say('missing_there', own.id, 'Granted here, and the provider lists no such payment.');
  for (const one of theirs.filter(({ status }) => status === 'voided')) {
    const own = byKey.get(one.attemptKey);
    if (own?.state === 'approved' && own.refundedCents < own.amountCents)
      say('voided_there', own.id, 'The provider gave this payment back; here it counts as paid.');
  }
  const ownRefunds = new Map(refunds.map((one) => [one.key, one]));
  const givenBack = theirs.filter(({ status }) => status === 'refunded');
  for (const one of givenBack) {
    const own = ownRefunds.get(one.attemptKey);
    if (!own)
      say('refund_missing_here', one.transactionId, `The provider gave ${one.amountCents} cents back.`);
    else if (own.amountCents !== one.amountCents)
      say('refund_amount', own.id, `${one.amountCents} cents at the provider, ${own.amountCents} here.`);
  }
  const atProvider = new Set(theirs.map(({ transactionId }) => transactionId));
  for (const own of refunds)
    if (own.state === 'done' && own.providerRefundId && !atProvider.has(own.providerRefundId))
      if (isOld(own.createdAt))
        say('refund_missing_there', own.id, `${own.amountCents} cents went back here, and not there.`);
  return differences;
}

/** Pure: the differences in the payments of one subscription, here and at PayPal. */
export function comparePayPal(
  ours: readonly RecentPayment[],
  sales: readonly PayPalSale[],
  now: Date,
): Difference[] {
  const differences: Difference[] = [];
  const say = (kind: string, subject: string, detail: string) =>
    differences.push({ gateway: 'paypal', kind, subject, detail });
  const taken = sales.filter(({ status }) => status !== 'DECLINED' && status !== 'PENDING');
  const byId = new Map(ours.map((one) => [one.transactionId, one]));
  for (const sale of taken) {
    const own = byId.get(sale.id);
    if (!own) {
      say('missing_here', sale.id, 'PayPal took money that is not written down here.');
      continue;
    }
    if (own.amountCents !== sale.amountCents)
      say('amount', own.id, `${sale.amountCents} cents at PayPal, ${own.amountCents} here.`);
    const isBack = sale.status === 'REFUNDED' || sale.status === 'PARTIALLY_REFUNDED';
    if (isBack && own.refundedCents === 0)
      say('refund_missing_here', own.id, 'PayPal gave money back; here nothing is written down.');
    else if (sale.status === 'REFUNDED' && own.refundedCents < own.amountCents)
      say('refund_amount', own.id, `All went back at PayPal, ${own.refundedCents} cents here.`);
    else if (sale.status === 'COMPLETED' && own.refundedCents > 0)
      say('refund_missing_there', own.id, `${own.refundedCents} cents went back here, and not there.`);
  }
  const known = new Set(taken.map(({ id }) => id));
  for (const own of ours)
    if (!known.has(own.transactionId ?? '') && now.getTime() - own.createdAt.getTime() > SETTLING_MS)
      say('missing_there', own.id, 'Granted here, and PayPal lists no such payment.');
  return differences;
}
