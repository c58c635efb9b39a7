import { DAY_MS } from './durations.ts';

/** An action that waited longer on a device counts as this old: nothing may be kept on a device for longer. */
const MAX_AGE_MS = 366 * DAY_MS;

/**
 * When an action was done, by the server's clock. Its age by the device's clock is subtracted from the time of arrival, so
 * a wrong device clock does no harm. An age below zero counts as zero; one that the database cannot store is capped.
 */
export function byOurClock(doneAt: Date, sentAt: Date, now: Date): Date {
  const age = Math.min(MAX_AGE_MS, Math.max(0, sentAt.getTime() - doneAt.getTime()));
  return new Date(now.getTime() - age);
}
