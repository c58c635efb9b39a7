import type { Db } from '../../platform/database/database.ts';
import { DAY_MS } from '../../platform/durations.ts';
import { ProductError } from '../../platform/errors.ts';
import { type Counter, returnAttempts, type ThrottlePolicy, takeAttempts } from '../../platform/throttle.ts';

const policyOf = (name: string, free: number): ThrottlePolicy => ({
  ...{ name, free, firstMs: DAY_MS, longestMs: DAY_MS, forgetMs: DAY_MS },
});
const READER = 'generated answers of a reader';
const TOTAL = 'generated answers of all';

export interface DailyBudget {
  readonly reader: number;
  readonly total: number;
}

/** Takes one answer of the day (UTC) from the reader and from all, or from neither. Returns how to give the reader's back. */
export async function takeAnswer(
  db: Db,
  { reader, total }: DailyBudget,
  { userId, now }: { userId: string; now: Date },
): Promise<() => Promise<void>> {
  // The day is part of the key: each day has counters of its own.
  const day = now.toISOString().slice(0, 10);
  const ofReader: Counter = { policy: policyOf(READER, reader), subject: `${userId} ${day}`, size: 1 };
  const ofAll: Counter = { policy: policyOf(TOTAL, total), subject: day, size: 1 };
  try {
    await takeAttempts(db, [ofReader, ofAll], now);
  } catch (error) {
    if (!(error instanceof ProductError) || error.code !== 'too_many_requests') throw error;
    throw new ProductError(error.quota?.name === TOTAL ? 'summaries_paused' : 'summaries_used_up', {
      retryAfterSeconds: Math.ceil((DAY_MS - (now.getTime() % DAY_MS)) / 1000),
    });
  }
  return () => returnAttempts(db, [ofReader]);
}
