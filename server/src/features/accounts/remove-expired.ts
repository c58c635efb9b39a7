import type { Db } from '../../platform/database/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { enqueue, type JobHandlers } from '../../platform/jobs.ts';
import { deleteExpired } from './session-queries.ts';

/** A device or place that nobody signed in from for so long tells nothing about who guesses there. */
const DEVICE_LIFE_YEARS = 2;
/** UTC, of the next day. */
const HOUR = 4;

/** Called at every start, by every process, and by the removal itself: one a day. */
export async function enqueueRemoveExpired(db: Db, now: Date): Promise<void> {
  const runAt = new Date(now);
  runAt.setUTCHours(24 + HOUR, 0, 0, 0);
  await enqueue(db, {
    kind: 'accounts.remove-expired',
    payload: {},
    runAt,
    dedupeKey: `accounts.remove-expired:${runAt.toISOString().slice(0, 10)}`,
  });
}

/** What nobody needs any more of people who may never come back: signing in removes it for those who do. */
export function removeExpiredJobs({ db, clock }: Pick<Deps, 'db' | 'clock'>): JobHandlers {
  return {
    'accounts.remove-expired': async () => {
      const now = clock.now();
      // Tomorrow's first: one that fails ends no chain.
      await enqueueRemoveExpired(db, now);
      const devicesUsedSince = new Date(now);
      devicesUsedSince.setUTCFullYear(now.getUTCFullYear() - DEVICE_LIFE_YEARS);
      await deleteExpired(db, { now, devicesUsedSince });
    },
  };
}
