import { SUBSCRIPTION_MONTHS } from '@vesalius/contract/constants';

/** A package that ends so much after a year of what it contains leaves nothing of that year to be sold. */
export const COVER_MARGIN_DAYS = 1;

/** The same day of the month so many months later, or that month's last day; in UTC. */
export function addMonths(from: Date, months: number): Date {
  const end = new Date(from);
  end.setUTCMonth(end.getUTCMonth() + months);
  if (end.getUTCDate() !== from.getUTCDate()) end.setUTCDate(0);
  return end;
}

/** When a year that is bought now begins: after what still runs, so that no paid day is lost. */
export const nextPeriodStart = (running: { readonly paidUntil: Date } | null, now: Date): Date =>
  running && running.paidUntil > now ? running.paidUntil : now;

/**
 * A year of access: twelve calendar months from the moment of payment, in UTC. From 29 February it ends on the 28th.
 * A subscription that still runs is extended from its own end, so that nothing paid is lost.
 */
export const accessPeriodEnd = (paidAt: Date, runningUntil: Date | null = null): Date =>
  addMonths(runningUntil && runningUntil > paidAt ? runningUntil : paidAt, SUBSCRIPTION_MONTHS);
