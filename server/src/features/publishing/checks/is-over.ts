/** Whether a day (YYYY-MM-DD) has ended in UTC. The access policy counts the last day of an edition in the same way. */
export const isOver = (day: string, now: Date): boolean => day < now.toISOString().slice(0, 10);
