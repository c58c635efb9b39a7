import type { Db } from '../../platform/database/database.ts';
import { DAY_MS } from '../../platform/durations.ts';
import { accessPeriodEnd, COVER_MARGIN_DAYS, nextPeriodStart } from './access-period.ts';
import { type Cover, findCoverOfItem } from './contained-queries.ts';
import { findRunningSubscription, type RunningSubscription } from './queries.ts';

export interface NextYear {
  /** The buyer's subscription to the same item. */
  readonly running: RunningSubscription | null;
  /** The start of a year that is bought now, so that no month is paid twice. */
  readonly start: Date;
  /** The package that gives the buyer the item during the complete year: there is nothing to buy. */
  readonly includedIn: Cover | null;
  /** The package that runs first and then ends. */
  readonly after: Cover | null;
}

/**
 * The year of an item that this user can buy now: after the running subscription to the same item or to a package
 * that contains it.
 */
export async function findNextYear(
  db: Db,
  userId: string,
  item: { bookId: string | null; packageId: string | null },
  now: Date,
): Promise<NextYear> {
  const running = await findRunningSubscription(db, userId, item, now);
  const start = nextPeriodStart(running, now);
  const cover = await findCoverOfItem(db, userId, item, now);
  const uncovered = { running, start, includedIn: null, after: null };
  if (!cover) return uncovered;
  const nothingLeft = accessPeriodEnd(start).getTime() + COVER_MARGIN_DAYS * DAY_MS;
  if (cover.renews || cover.endsAt.getTime() >= nothingLeft) return { ...uncovered, includedIn: cover };
  return cover.endsAt > start ? { ...uncovered, start: cover.endsAt, after: cover } : uncovered;
}
