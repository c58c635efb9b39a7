import type { Tx } from '../../platform/database/database.ts';
import { freeSeatsOf } from './seat-queries.ts';

/**
 * For a user who is no longer a reader: frees the seats and ends the management. After becoming a reader again, the user takes
 * a seat at the next sign-in if one is free.
 */
export async function giveUpSeats(tx: Tx, userId: string, now: Date): Promise<void> {
  await freeSeatsOf(tx, userId, now);
}
