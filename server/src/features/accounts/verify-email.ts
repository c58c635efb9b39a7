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

/** What follows from a verified address, whichever way it was verified. */
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
 * The link of the verification mail: it works once, verifies, and signs in. Whoever registered an address of somebody
 * else would have a good account once its owner followed the link; so the link alone is not enough. It is good in the
 * browser that holds a session of the account, and elsewhere with the password that was chosen at registration.
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
  const asked = await findUserById(db, userId, now);
  // Nothing to verify: a link that is left over signs nobody in. Nor does one open an account that others made: its
  // invitation does.
  demand(asked && !asked.emailVerified && asked.hasAcceptedTerms, 'token_invalid');
  if (actor?.userId !== asked.id) {
    demand(password, 'registration_password_needed');
    await demandPasswordAgain(deps, asked, password, siteOf(ip));
  }
  return inTransaction(db, async (tx) => {
    demand(await lockCredentials(tx, asked), 'token_invalid');
    const taken = await takeToken(tx, link);
    demand(taken, 'token_invalid');
    const isOwn = actor?.userId === asked.id;
    if (isOwn) demand(await lockSession(tx, actor.sessionId), 'session_ended');
    await afterVerification(tx, deps.reactions, { userId: asked.id, email: asked.email, now });
    const user = await findUserById(tx, asked.id, now);
    demand(user, 'token_invalid');
    // The session of the registration in this browser becomes the new one.
    if (isOwn) await deleteSession(tx, user.id, actor.sessionId);
    const session = await openSession(tx, user, device, now);
    return presentSignedIn(user, config, { token: session, message: SUCCESS_MESSAGES.verificationSucceeded });
  });
}
