/** Whether a day (YYYY-MM-DD) has ended, by UTC: as the policy of access counts the last day of an edition. */
export const isOver = (day: string, now: Date): boolean => day < now.toISOString().slice(0, 10);
