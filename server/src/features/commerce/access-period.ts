import { SUBSCRIPTION_MONTHS } from '@vesalius/contract/constants';

/** The same day of the month so many months later, or that month's last day; in UTC. */
export function addMonths(from: Date, months: number): Date {
  const end = new Date(from);
  end.setUTCMonth(end.getUTCMonth() + months);
  if (end.getUTCDate() !== from.getUTCDate()) end.setUTCDate(0);
  return end;
}

/**
 * A year of access: twelve calendar months from the moment of payment, in UTC. From 29 February it ends on the 28th.
 * A subscription that still runs is extended from its own end, so that nothing paid is lost.
 */
export const accessPeriodEnd = (paidAt: Date, runningUntil: Date | null = null): Date =>
  addMonths(runningUntil && runningUntil > paidAt ? runningUntil : paidAt, SUBSCRIPTION_MONTHS);
