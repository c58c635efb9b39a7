import { SUBSCRIPTION_MONTHS } from '@vesalius/contract/constants';

/**
 * A year of access: twelve calendar months from the moment of payment, in UTC. From 29 February it ends on the 28th.
 * A subscription that still runs is extended from its own end, so that nothing paid is lost.
 */
export function accessPeriodEnd(paidAt: Date, runningUntil: Date | null = null): Date {
  const from = runningUntil && runningUntil > paidAt ? runningUntil : paidAt;
  const end = new Date(from);
  end.setUTCMonth(end.getUTCMonth() + SUBSCRIPTION_MONTHS);
  if (end.getUTCDate() !== from.getUTCDate()) end.setUTCDate(0);
  return end;
}
