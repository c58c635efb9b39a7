import { demand } from '../../platform/errors.ts';
import type { SubscriptionRow } from './queries.ts';

/** A free year cannot be added to a running subscription, as a paid one could. Throws `free_year_while_running`. */
export function demandNoneRunning(running: SubscriptionRow | null): asserts running is null {
  demand(running === null, 'free_year_while_running');
}
