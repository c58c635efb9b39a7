import type { SignedIn } from '@vesalius/contract/accounts';
import { SUCCESS_MESSAGES } from '@vesalius/contract/accounts-messages';
import type { Tx } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { demand } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs.ts';
import type { Actor } from '../../platform/session.ts';
import { placeOf, takeAttempt } from '../../platform/throttle.ts';
import { takeSeats } from '../institutions/take-seats.ts';
import { deleteTokens, takeToken } from './one-time-tokens.ts';
import { type Device, openSession } from './open-session.ts';
import { presentSignedIn } from './present-user.ts';
import { findUserById, markEmailVerified } from './queries.ts';
import { deleteSession } from './session-queries.ts';
import { TOKEN_PLACE } from './throttles.ts';

/** What follows from a verified address, whichever way it was verified. */
export async function afterVerification(
  tx: Tx,
  { userId, email, now }: { userId: string; email: string; now: Date },
): Promise<void> {
  if (!(await markEmailVerified(tx, userId, now))) return;
  await deleteTokens(tx, userId, ['verify_email']);
  await takeSeats(tx, { userId, email, emailVerified: true }, now);
  await enqueue(tx, {
    kind: 'accounts.send-welcome',
    payload: { user_id: userId },
    dedupeKey: `welcome ${userId}`,
  });
}

/** The link of the verification mail: it works once, verifies, and signs in. */
export async function verifyEmail(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  token: string,
  { device, ip, actor }: { device: Device; ip: string; actor: Actor | null },
): Promise<SignedIn> {
  const now = clock.now();
  await takeAttempt(db, TOKEN_PLACE, placeOf(ip), now);
  return inTransaction(db, async (tx) => {
    const taken = await takeToken(tx, { token, purposes: ['verify_email'], now });
    demand(taken, 'token_invalid');
    const before = await findUserById(tx, taken.userId, now);
    demand(before, 'token_invalid');
    await afterVerification(tx, { userId: before.id, email: before.email, now });
    const user = await findUserById(tx, before.id, now);
    demand(user, 'token_invalid');
    // The session of the registration in this browser becomes the new one.
    if (actor?.userId === user.id) await deleteSession(tx, user.id, actor.sessionId);
    const session = await openSession(tx, user.id, device, now);
    return presentSignedIn(user, session, SUCCESS_MESSAGES.verificationSucceeded);
  });
}
