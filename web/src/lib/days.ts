/* A day in a form is a day in UTC, so that every user sees the same day. */

export const DAY_MS = 86_400_000;
export const dayStart = (day: string): string => `${day}T00:00:00.000Z`;
/** "Until" a day includes it. */
export const dayEnd = (day: string): string => `${day}T23:59:59.000Z`;
export const dayOf = (iso: string): string => iso.slice(0, 10);
