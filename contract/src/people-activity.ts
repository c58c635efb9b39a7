/* How lists of students and members are narrowed and ordered by what their people have done. No zod: the browser reads it. */

/**
 * `never_signed_in`: the invitation is not accepted. `never_opened`: no book of the group was opened, by them among
 * others. `idle`: nothing was done for IDLE_AFTER_DAYS, or ever.
 */
export const ACTIVITIES = ['never_signed_in', 'never_opened', 'idle'] as const;
export type Activity = (typeof ACTIVITIES)[number];
export const IDLE_AFTER_DAYS = 30;

/** By name; or who was active the longest ago first, with those who never were at their head; or the other way round. */
export const PEOPLE_ORDERS = ['name', 'least_active', 'most_active'] as const;
export type PeopleOrder = (typeof PEOPLE_ORDERS)[number];
