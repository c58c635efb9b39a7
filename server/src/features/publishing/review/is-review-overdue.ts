import { DAY_MS } from '../../../platform/durations.ts';

/** The day ends when it has ended in UTC. */
export const isReviewOverdue = ({ dueOn }: { readonly dueOn: string }, now: Date): boolean =>
  Date.parse(`${dueOn}T00:00:00Z`) + DAY_MS <= now.getTime();
