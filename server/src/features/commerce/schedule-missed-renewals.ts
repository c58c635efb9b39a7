import { CANCELLATION_REASONS } from '@vesalius/contract/constants';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { DAY_MS } from '../../platform/durations.ts';
import { enqueue, enqueueAgain, enqueueAll } from '../../platform/jobs.ts';
import { commerceLetters } from './jobs.ts';
import { lockBuyer } from './queries.ts';
import { RENEWAL_TRY_DAYS, renewalJobs, tryJob } from './schedule-renewal.ts';
import { stopRenewal } from './stop-renewal.ts';
import { listRenewalsEndingBefore, lockRenewal } from './subscription-queries.ts';

/** Jobs are scheduled this many days ahead, before the reminder is due. */
const AHEAD_DAYS = 35;
/** After the last try of a failed renewal a charge would surprise the reader: access has been closed since. */
const TOO_LATE_DAYS = (RENEWAL_TRY_DAYS.at(-1) ?? 0) + 1;

/**
 * Runs daily: schedules reminder and charge of each renewal that is due soon, whoever moved its end. A renewal that
 * ended in the last days without a try is tried now; an older one ends, with a letter and without a charge.
 */
export async function scheduleMissedRenewals({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const soon = new Date(now.getTime() + AHEAD_DAYS * DAY_MS);
  const tooLate = new Date(now.getTime() - TOO_LATE_DAYS * DAY_MS);
  for (const { id, userId } of await listRenewalsEndingBefore(db, soon))
    await inTransaction(db, async (tx) => {
      await lockBuyer(tx, userId);
      const subscription = await lockRenewal(tx, id);
      if (!subscription?.renews || subscription.graceFrom !== null) return;
      const { gateway, endsAt } = subscription;
      if (gateway !== 'card' && gateway !== 'paypal') return;
      if (endsAt > now) await enqueueAll(tx, renewalJobs({ ...subscription, gateway }));
      else if (gateway === 'paypal') return;
      else if (endsAt > tooLate) await enqueueAgain(tx, [tryJob(id, endsAt, 1)]);
      else {
        const reason = CANCELLATION_REASONS.not_renewed;
        await stopRenewal(tx, subscription, { at: now, reason });
        await enqueue(tx, commerceLetters.sendEnded({ subscription_id: id, reason }));
      }
    });
}
