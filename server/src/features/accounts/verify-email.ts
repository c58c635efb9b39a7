import { SUCCESS_MESSAGES } from '@vesalius/contract/accounts-messages';
import type { SignedIn } from '@vesalius/contract/users';
import type { Tx } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { demand } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs.ts';
import { siteOf } from '../../platform/networks.ts';
import { type AccountReactions, tellOfArrival } from './account-reactions.ts';
import type { Actor } from './actor.ts';
import { demandPasswordAgain } from './demand-same-person.ts';
import { accountLetters } from './jobs.ts';
import { deleteTokens, demandTokenOwner, takeToken } from './one-time-tokens.ts';
import { type Device, openSession } from './open-session.ts';
import { presentSignedIn } from './present-user.ts';
import { findUserById, markEmailVerified } from './queries.ts';
import { deleteSession, lockCredentials, lockSession } from './session-queries.ts';

/** The consequences of a verified address, however it was verified. */
export async function afterVerification(
  tx: Tx,
  reactions: AccountReactions,
  { userId, email, now }: { userId: string; email: string; now: Date },
): Promise<void> {
  if (!(await markEmailVerified(tx, userId, now))) return;
  await deleteTokens(tx, userId, ['verify_email']);
  for (const react of reactions.whenAddressIsVerified) await react(tx, { userId, email });
  await tellOfArrival(tx, reactions, { userId, email, emailVerified: true }, now);
  await enqueue(tx, accountLetters.sendWelcome({ user_id: userId }, { dedupeKey: `welcome ${userId}` }));
}

type Caller = { device: Device; actor: Actor | null; ip: string };

/**
 * Follows the link of the verification mail: valid once, verifies, signs in. The link alone is not enough, or a stranger who
 * registered another person's address would get a verified account when its owner followed the link. It is accepted in a
 * browser with a session of the account, and elsewhere with the password chosen at registration.
 */
export async function verifyEmail(
  deps: Pick<Deps, 'db' | 'clock' | 'config'> & { readonly reactions: AccountReactions },
  { token, password }: { token: string; password: string | null | undefined },
  { device, actor, ip }: Caller,
): Promise<SignedIn> {
  const { db, clock, config } = deps;
  const now = clock.now();
  const link = { token, purposes: ['verify_email'], now } as const;
  const userId = await demandTokenOwner(db, link, { ip, failure: 'token_invalid' });
  const tokenOwner = await findUserById(db, userId, now);
  // An old link of a verified account signs nobody in, and an account that others created is opened only by its invitation.
  demand(tokenOwner && !tokenOwner.emailVerified && tokenOwner.hasAcceptedTerms, 'token_invalid');
  if (actor?.userId !== tokenOwner.id) {
    demand(password, 'registration_password_needed');
    await demandPasswordAgain(deps, tokenOwner, password, siteOf(ip));
  }
  return inTransaction(db, async (tx) => {
    demand(await lockCredentials(tx, tokenOwner), 'token_invalid');
    const taken = await takeToken(tx, link);
    demand(taken, 'token_invalid');
    const isOwn = actor?.userId === tokenOwner.id;
    if (isOwn) demand(await lockSession(tx, actor.sessionId), 'session_ended');
    await afterVerification(tx, deps.reactions, { userId: tokenOwner.id, email: tokenOwner.email, now });
    const user = await findUserById(tx, tokenOwner.id, now);
    demand(user, 'token_invalid');
    // This browser's session of the registration is replaced.
    if (isOwn) await deleteSession(tx, user.id, actor.sessionId);
    const session = await openSession(tx, user, device, now);
    return presentSignedIn(user, config, { token: session, message: SUCCESS_MESSAGES.verificationSucceeded });
  });
}
