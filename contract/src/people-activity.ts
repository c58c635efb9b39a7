/* Filters and orders of lists of students and members by activity. Without zod, because the browser loads this file. */

/**
 * `never_signed_in`: the invitation is not accepted. `never_opened`: the person has opened no book of the group, which includes
 * the former. `idle`: no activity for IDLE_AFTER_DAYS, or ever.
 */
export const ACTIVITIES = ['never_signed_in', 'never_opened', 'idle'] as const;
export type Activity = (typeof ACTIVITIES)[number];
export const IDLE_AFTER_DAYS = 30;

/** By name; the longest inactive first, beginning with those who never were active; or the reverse. */
export const PEOPLE_ORDERS = ['name', 'least_active', 'most_active'] as const;
export type PeopleOrder = (typeof PEOPLE_ORDERS)[number];
