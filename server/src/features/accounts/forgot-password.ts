import { SUCCESS_MESSAGES } from '@vesalius/contract/accounts-messages';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { enqueue } from '../../platform/jobs.ts';
import { counterOf, countersOfPlace, isWithinLimit, takeAttempts } from '../../platform/throttle.ts';
import { accountLetters } from './jobs.ts';
import { findUserByEmail } from './queries.ts';
import { MAIL_PLACE, RESET_LETTER, resetCounterOf } from './throttles.ts';

/**
 * Sends a link for a new password; of several requests within a minute, the first. A known and an unknown address take the same steps, including a job, and get the same
 * answer; the job of an unknown address does nothing.
 */
export async function forgotPassword(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  email: string,
  ip: string,
): Promise<{ message: string }> {
  const now = clock.now();
  await takeAttempts(db, [resetCounterOf(email), ...countersOfPlace(MAIL_PLACE, ip)], now);
  const user = await findUserByEmail(db, email, now);
  await inTransaction(db, async (tx) => {
    // The letter is counted only if it is enqueued.
    if (await isWithinLimit(tx, counterOf(RESET_LETTER, email), now))
      await enqueue(tx, accountLetters.sendReset({ user_id: user?.id ?? null }));
  });
  return { message: SUCCESS_MESSAGES.resetMailSent };
}
