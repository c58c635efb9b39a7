import { CANCELLATION_REASONS } from '@vesalius/contract/constants';
import type { Tx } from '../../platform/database/database.ts';
import { demand } from '../../platform/errors.ts';
import { enqueue, enqueueAgain } from '../../platform/jobs.ts';
import { endContainedRenewals } from './end-contained-renewals.ts';
import { freeEndJobs } from './free-ends.ts';
import { commerceLetters, STAFF_LETTER_DELAY_MS } from './jobs.ts';
import { findLeftShop } from './off-sale-queries.ts';
import { findRunningSubscription, findToldEnd, lockBuyer } from './queries.ts';
import { resumeContainedRenewals } from './resume-contained-renewals.ts';
import { renewalJobs } from './schedule-renewal.ts';
import { stopRenewal } from './stop-renewal.ts';
import {
  findPaidUntil,
  findRenewal,
  lockRenewal,
  type RenewalRow,
  resumeRenewal,
  updateEnd,
} from './subscription-queries.ts';

export interface MovedEnd {
  readonly before: RenewalRow;
  readonly endsAt: Date;
  readonly renews: boolean;
}

/**
 * Staff move the end of a subscription, later or earlier. A renewing subscription then renews at its new end, with
 * another reminder before, but never before the end of the paid time: a card's renewal that would come earlier ends,
 * and resumes when the end is moved back. PayPal charges on its own date, so access that PayPal renews cannot end
 * earlier, except now. An end that is not in the future means now, and ends the renewal too. With `isPreview` nothing
 * changes.
 */
export async function moveSubscriptionEnd(
  tx: Tx,
  wanted: { id: string; endsAt: Date; isPreview: boolean },
  now: Date,
): Promise<MovedEnd> {
  const known = await findRenewal(tx, wanted.id);
  demand(known, 'not_found');
  // Locks the buyer before the subscription, as everywhere.
  const { hasLeft } = await lockBuyer(tx, known.userId);
  const before = await lockRenewal(tx, wanted.id);
  demand(before, 'not_found');
  const isOver = wanted.endsAt <= now;
  // A subscription that has ended keeps its end.
  const endsAt = isOver ? earlier(now, before.endsAt) : wanted.endsAt;
  const isPaidUp = !isOver && endsAt >= ((await findPaidUntil(tx, before.id)) ?? endsAt);
  if (!isOver && before.renews && before.gateway === 'paypal')
    demand(endsAt >= (before.billsAt ?? before.endsAt), 'end_before_paypal_renewal');
  const keeps = !isOver && before.renews && (before.gateway !== 'card' || isPaidUp);
  const resumes = isPaidUp && !hasLeft && (await isResumedByStaff(tx, before, now));
  const moved = { before, endsAt, renews: keeps || resumes };
  if (wanted.isPreview) return moved;

  await updateEnd(tx, before.id, endsAt);
  if (before.renews && !keeps) await stopRenewal(tx, before, { at: now, reason: CANCELLATION_REASONS.staff });
  if (resumes) {
    await resumeRenewal(tx, before.id);
    await endContainedRenewals(tx, before, now);
  }
  if (isOver && before.endsAt > now && !hasLeft) await resumeContainedRenewals(tx, before, now);
  const { gateway } = before;
  if (moved.renews && (gateway === 'card' || gateway === 'paypal'))
    await enqueueAgain(tx, renewalJobs({ id: before.id, gateway, endsAt, billsAt: before.billsAt }));
  if (!isOver && (gateway === 'free' || gateway === 'grant'))
    await enqueueAgain(tx, freeEndJobs({ ...before, endsAt }));
  if (isOver && before.endsAt > now)
    await enqueue(
      tx,
      commerceLetters.sendEnded(
        { subscription_id: before.id, reason: CANCELLATION_REASONS.staff },
        { runAt: new Date(now.getTime() + STAFF_LETTER_DELAY_MS) },
      ),
    );
  if (endsAt.getTime() !== before.endsAt.getTime()) await tellMovedEnd(tx, before, endsAt, now);
  return moved;
}

async function tellMovedEnd(tx: Tx, before: RenewalRow, endsAt: Date, now: Date): Promise<void> {
  const runAt = new Date(now.getTime() + STAFF_LETTER_DELAY_MS);
  // The letter about access given a moment ago will name this end.
  const isJustGiven =
    before.gateway === 'grant' && before.startedAt.getTime() + STAFF_LETTER_DELAY_MS > now.getTime();
  if (isJustGiven) return;
  const letter = {
    subscription_id: before.id,
    ends_before: (await findToldEnd(tx, before.id)) ?? before.endsAt.toISOString(),
    ends_at: endsAt.toISOString(),
  };
  await enqueue(tx, commerceLetters.sendEndMoved(letter, { runAt }));
}

/** A renewal that staff ended, with a card that is still stored, and without another purchase in its place. */
async function isResumedByStaff(tx: Tx, before: RenewalRow, now: Date): Promise<boolean> {
  const wasEnded = !before.renews && before.cancellationReason === CANCELLATION_REASONS.staff;
  if (!wasEnded || before.gateway !== 'card' || !before.paymentProfileId) return false;
  if (await findLeftShop(tx, before.id)) return false;
  const running = await findRunningSubscription(tx, before.userId, before, now);
  return running === null || running.id === before.id;
}

const earlier = (one: Date, other: Date): Date => (one < other ? one : other);
