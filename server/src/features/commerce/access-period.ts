import { SUBSCRIPTION_MONTHS } from '@vesalius/contract/constants';

/** A package that ends at least this long after a year of its content leaves nothing of that year to sell. */
export const COVER_MARGIN_DAYS = 1;

/** The same day of the month, some months later, or that month's last day; in UTC. */
export function addMonths(from: Date, months: number): Date {
  const end = new Date(from);
  end.setUTCMonth(end.getUTCMonth() + months);
  if (end.getUTCDate() !== from.getUTCDate()) end.setUTCDate(0);
  return end;
}

/** The start of a year that is bought now: after the paid time that still runs, so that no paid day is lost. */
export const nextPeriodStart = (running: { readonly paidUntil: Date } | null, now: Date): Date =>
  running && running.paidUntil > now ? running.paidUntil : now;

/**
 * The end of a year of access: twelve calendar months from its start, in UTC. From 29 February it ends on the 28th.
 */
export const accessPeriodEnd = (start: Date): Date => addMonths(start, SUBSCRIPTION_MONTHS);
