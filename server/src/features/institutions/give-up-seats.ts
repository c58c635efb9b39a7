import type { Tx } from '../../platform/database/database.ts';
import { freeSeatsOf } from './seat-queries.ts';

/**
 * Whoever is no reader any more reads nothing with a seat, and manages no institution. As a reader again, they take a seat
 * again with the next sign-in, if one is free.
 */
export async function giveUpSeats(tx: Tx, userId: string, now: Date): Promise<void> {
  await freeSeatsOf(tx, userId, now);
}
