/** What waited on a device longer than this counts as done so long ago: nothing may be kept on one for longer. */
const MAX_AGE_MS = 366 * 86_400_000;

/**
 * When something was done, by our clock: as long ago as it was by the clock of the device when it sent this, however
 * wrong that one goes. The future is not believed, nor a past that the database cannot hold.
 */
export function byOurClock(doneAt: Date, sentAt: Date, now: Date): Date {
  const age = Math.min(MAX_AGE_MS, Math.max(0, sentAt.getTime() - doneAt.getTime()));
  return new Date(now.getTime() - age);
}
