import { SUCCESS_MESSAGES } from '@vesalius/contract/accounts-messages';
import type { Deps } from '../../platform/deps.ts';
import { enqueue } from '../../platform/jobs.ts';
import { placeOf, takeAttempt } from '../../platform/throttle.ts';
import { findUserByEmail } from './queries.ts';
import { MAIL_ADDRESS, MAIL_PLACE } from './throttles.ts';

/**
 * Sends a link to set a new password. A known and an unknown address take the same steps, a job included, and get
 * the same answer: the job of an unknown one has nothing to do.
 */
export async function forgotPassword(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  email: string,
  ip: string,
): Promise<{ message: string }> {
  const now = clock.now();
  await takeAttempt(db, MAIL_PLACE, placeOf(ip), now);
  await takeAttempt(db, MAIL_ADDRESS, `reset ${email}`, now);
  const user = await findUserByEmail(db, email, now);
  await enqueue(db, { kind: 'accounts.send-reset', payload: { user_id: user?.id ?? null } });
  return { message: SUCCESS_MESSAGES.resetMailSent };
}
