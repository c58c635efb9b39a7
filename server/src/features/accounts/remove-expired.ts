import type { Deps } from '../../platform/deps.ts';
import { deleteExpired } from './session-queries.ts';

/** A device or place that nobody signed in from for so long tells nothing about who guesses there. */
const DEVICE_LIFE_YEARS = 2;

/** What nobody needs any more of people who may never come back: signing in removes it for those who do. */
export async function removeExpired({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const devicesUsedSince = new Date(now);
  devicesUsedSince.setUTCFullYear(now.getUTCFullYear() - DEVICE_LIFE_YEARS);
  await deleteExpired(db, { now, devicesUsedSince });
}
