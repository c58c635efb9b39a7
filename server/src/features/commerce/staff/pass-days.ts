import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { SettableClock } from '../../../platform/clock.ts';
import { type Db, one } from '../../../platform/database/database.ts';
import type { Deps } from '../../../platform/deps.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { paymentProviders } from '../payment-providers.ts';

/** The interval between tries of a card: a longer step would run a renewal's last try as the first. */
const STEP_DAYS = 5;
const STEP_TIMEOUT_MS = 5000;
const POLL_DELAY_MS = 50;

/**
 * Lets time pass in test mode as in reality: the clock stops at each due job of payments, and continues when it is
 * done.
 */
export async function passDays(deps: Deps, clock: SettableClock, days: number): Promise<void> {
  const end = clock.now().getTime() + days * DAY_MS;
  for (;;) {
    const now = clock.now().getTime();
    if (now >= end) return;
    const due = await findNextDue(deps.db, clock.now());
    const stop = due === null ? end : Math.min(end, Math.max(due.getTime(), now) + STEP_DAYS * DAY_MS);
    clock.advance(stop - now);
    await paymentProviders(deps).billDue();
    await untilDone(deps.db, clock);
  }
}

/** When the next payment job is due; jobs that repeat daily are left out. */
const findNextDue = async (db: Db, now: Date): Promise<Date | null> =>
  (
    await one(
      db,
      sql<{
        at: Date | null;
      }>`select min(run_at) as at from jobs where kind in ('commerce.renew', 'commerce.check-paypal-renewal')
        and done_at is null and dead_at is null and run_at > ${now}`,
    )
  ).at;

/** Waits until no payment job is due; without a worker, for a limited time. */
async function untilDone(db: Db, clock: SettableClock): Promise<void> {
  const giveUpAt = performance.now() + STEP_TIMEOUT_MS;
  const isDue = async () =>
    (
      await one(
        db,
        sql<{
          isDue: boolean;
        }>`select exists (select from jobs where kind like 'commerce.%' and run_at <= ${clock.now()}
          and run_at > '-infinity' and done_at is null and dead_at is null) as "isDue"`,
      )
    ).isDue;
  while ((await isDue()) && performance.now() < giveUpAt) await sleep(POLL_DELAY_MS);
}
