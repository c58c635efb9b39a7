import type { Deps } from '../../platform/deps.ts';
import { deleteExpired } from './session-queries.ts';

/** A device or network that was not used for this long says nothing about who guesses a password there. */
const DEVICE_LIFE_YEARS = 2;

/** Deletes expired rows of users who may never come back; for the others, signing in does it. */
export async function removeExpired({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const devicesUsedSince = new Date(now);
  devicesUsedSince.setUTCFullYear(now.getUTCFullYear() - DEVICE_LIFE_YEARS);
  await deleteExpired(db, { now, devicesUsedSince });
}
