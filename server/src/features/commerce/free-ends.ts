import { RENEWAL_REMINDER_DAYS } from '@vesalius/contract/constants';
import type { NewJob } from '../../platform/define-job.ts';
import type { Deps } from '../../platform/deps.ts';
import { DAY_MS } from '../../platform/durations.ts';
import { enqueueAll } from '../../platform/jobs.ts';
import { type FreeEnd, listFreeEnding } from './free-end-queries.ts';
import { commerceLetters } from './jobs.ts';

const REMINDER_MS = RENEWAL_REMINDER_DAYS * DAY_MS;
/** Jobs are scheduled this many days ahead, before the reminder is due. */
const AHEAD_DAYS = 35;

/**
 * The letters about the end of unpaid access (a code, a gift by staff): one 30 days before, if it began at least 30
 * days before that, and one at the end. The jobs check again when they run: access that was moved or continues
 * otherwise gets no letter.
 */
export function freeEndJobs({ id, startedAt, endsAt }: FreeEnd): NewJob[] {
  const payload = { subscription_id: id, period_end: endsAt.toISOString() };
  const key = `${id}:${endsAt.toISOString()}`;
  const remindAt = new Date(endsAt.getTime() - REMINDER_MS);
  const reminder = commerceLetters.remindFreeEnd(payload, {
    runAt: remindAt,
    dedupeKey: `commerce.remind-free-end:${key}`,
  });
  return [
    ...(remindAt.getTime() - startedAt.getTime() > REMINDER_MS ? [reminder] : []),
    commerceLetters.sendFreeEnded(payload, { runAt: endsAt, dedupeKey: `commerce.free-ended:${key}` }),
  ];
}

/** Runs daily, for access that was given before these letters existed, or whose end was moved. */
export async function scheduleFreeEnds({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const ending = await listFreeEnding(db, now, new Date(now.getTime() + AHEAD_DAYS * DAY_MS));
  await enqueueAll(db, ending.flatMap(freeEndJobs));
}
