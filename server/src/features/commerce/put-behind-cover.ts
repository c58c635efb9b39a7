import type { Tx } from '../../platform/database/database.ts';
import { findCoveredUntil } from './contained-queries.ts';
import { type RenewalRow, updateEnd } from './subscription-queries.ts';

/**
 * For a reader who has the item in a package that runs at that time and then ends: the next year begins, and is
 * charged, when the package ends. Returns the present end.
 */
export async function putBehindCover(
  tx: Tx,
  subscription: Pick<RenewalRow, 'id' | 'endsAt'>,
  at: Date,
): Promise<Date> {
  const until = await findCoveredUntil(tx, subscription.id, at);
  if (!until || until <= subscription.endsAt) return subscription.endsAt;
  await updateEnd(tx, subscription.id, until);
  return until;
}
