import { DAY_MS, HOUR_MS } from '../../platform/durations.ts';

const REMIND_DAYS_BEFORE = 2;
const REMIND_HOUR = 6;
const REMIND_MS_BEFORE = REMIND_DAYS_BEFORE * DAY_MS - REMIND_HOUR * HOUR_MS;

/**
 * The reminder is sent two days before the due date, in the morning of most time zones, or immediately if less time is
 * left.
 */
export const reminderTime = (dueOn: string): Date =>
  new Date(Date.parse(`${dueOn}T00:00:00Z`) - REMIND_MS_BEFORE);

/** The last due date (YYYY-MM-DD) whose reminder time is over. */
export const remindedUntil = (now: Date): string =>
  new Date(now.getTime() + REMIND_MS_BEFORE).toISOString().slice(0, 10);
