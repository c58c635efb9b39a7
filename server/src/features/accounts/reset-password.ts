import type { ResetPasswordBody } from '@vesalius/contract/accounts-bodies';
import { SUCCESS_MESSAGES } from '@vesalius/contract/accounts-messages';
import type { z } from 'zod';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { demand, ProductError } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs.ts';
import { siteOf } from '../../platform/networks.ts';
import { counterOf, forgetAttempts, takeAttempts } from '../../platform/throttle.ts';
import type { AccountReactions } from './account-reactions.ts';
import { findFollowed, rememberFollowed } from './followed-links.ts';
import { accountLetters } from './jobs.ts';
import { deleteTokens, demandTokenOwner, isStillInvited, takeToken } from './one-time-tokens.ts';
import { type Device, knownHashesOf } from './open-session.ts';
import { completeProfile, demandProfile, forgetStranger, hasOwnersProfile } from './owner-profile.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { findUserByEmail, findUserById, updatePasswordHash } from './queries.ts';
import { demandReferences, demandStrongPassword } from './register.ts';
import { endSessions, forgetDevices, rememberDevices } from './session-queries.ts';
import { FOLLOWED_LINK, RESET_LETTER, signInCounterOf } from './throttles.ts';
import { afterVerification } from './verify-email.ts';

type ResetDeps = Pick<Deps, 'db' | 'clock'> & { readonly reactions: AccountReactions };
type ResetBody = z.output<typeof ResetPasswordBody>;
interface Caller {
  readonly device: Pick<Device, 'deviceId' | 'placeHash'>;
  readonly ip: string;
}
interface Answer {
  readonly message: string;
  readonly invitation_withdrawn: boolean;
}

/**
 * The link of a reset mail or an invitation, with the new password. The link proves the address, so that it is
 * verified as well. An account that others made opens with what a registration asks for, by either link. All sessions end, because somebody else may have had the old password. The caller's device and place are
 * the owner's from now on: signing in there waits for no stranger.
 */
export async function resetPassword(deps: ResetDeps, body: ResetBody, caller: Caller): Promise<Answer> {
  demandStrongPassword(body.new_password, [body.email], 'new_password');
  const before = await answerFollowed(deps, body, caller);
  if (before) return before;
  try {
    return await followLink(deps, body, caller);
  } catch (error) {
    if (!(error instanceof ProductError && error.code === 'reset_token_invalid')) throw error;
    // Sent several times at once: another one followed the link meanwhile.
    const meanwhile = await answerFollowed(deps, body, caller);
    if (!meanwhile) throw error;
    return meanwhile;
  }
}

/** The answer was lost, and the same password is sent again: nothing is done a second time. Null: nobody followed the link. */
async function answerFollowed(
  { db, clock }: ResetDeps,
  body: ResetBody,
  { ip }: Caller,
): Promise<Answer | null> {
  const now = clock.now();
  const before = await findFollowed(db, { token: body.reset_password_token, email: body.email }, now);
  if (!before) return null;
  const owner = await findUserByEmail(db, body.email, now);
  demand(owner, 'reset_token_invalid');
  const counter = counterOf(FOLLOWED_LINK, owner.id);
  await takeAttempts(db, [counter], now);
  demand(await verifyPassword(body.new_password, owner.passwordHash, siteOf(ip)), 'reset_token_invalid');
  await forgetAttempts(db, counter);
  return { message: SUCCESS_MESSAGES.passwordReset, invitation_withdrawn: before.isWithdrawn };
}

async function followLink(
  { db, clock, reactions }: ResetDeps,
  body: ResetBody,
  { device, ip }: Caller,
): Promise<Answer> {
  const now = clock.now();
  const link = { token: body.reset_password_token, purposes: ['reset_password', 'invitation'], now } as const;
  const ownerId = await demandTokenOwner(db, link, { ip, failure: 'reset_token_invalid' });
  const owner = await findUserById(db, ownerId, now);
  demand(owner && owner.email.toLowerCase() === body.email, 'reset_token_invalid');
  demandStrongPassword(body.new_password, [owner.email, owner.firstName, owner.secondName], 'new_password');
  if (hasOwnersProfile(owner))
    await demandReferences(db, { countryId: body.country_id, professionId: body.job_id });
  else await demandProfile(db, body, 'invalid');
  const passwordHash = await hashPassword(body.new_password, siteOf(ip));
  const knownHashes = knownHashesOf(device);
  const isWithdrawn = await inTransaction(db, async (tx) => {
    // Lock the account before its tokens, as everywhere.
    await endSessions(tx, ownerId);
    const token = await takeToken(tx, link);
    demand(token, 'reset_token_invalid');
    const user = await findUserById(tx, ownerId, now);
    demand(user, 'reset_token_invalid');
    await updatePasswordHash(tx, user.id, passwordHash);
    const isKnown = hasOwnersProfile(user);
    if (!isKnown) await forgetStranger(tx, user, now);
    if (token.purpose === 'invitation' || !isKnown) await completeProfile(tx, user.id, body, now);
    await deleteTokens(tx, user.id, ['reset_password', 'invitation']);
    await forgetDevices(tx, user.id);
    await rememberDevices(tx, user.id, knownHashes, now);
    await afterVerification(tx, reactions, { userId: user.id, email: user.email, now });
    if (user.passwordHash !== null)
      await enqueue(tx, accountLetters.sendPasswordChanged({ user_id: user.id }));
    // A user with another role by now gave the place up with the change of role.
    const isGone =
      token.invitedTo !== null &&
      user.role === 'customer' &&
      !(await isStillInvited(tx, user.id, token.invitedTo));
    await rememberFollowed(tx, { token: link.token, email: body.email }, isGone, now);
    return isGone;
  });
  // The owner has proved the address, so the guesses of others no longer delay the owner.
  for (const hash of [null, ...knownHashes]) await forgetAttempts(db, signInCounterOf(body.email, hash));
  // The link is used up: whoever asks again needs another one, even within the minute.
  await forgetAttempts(db, counterOf(RESET_LETTER, body.email));
  return { message: SUCCESS_MESSAGES.passwordReset, invitation_withdrawn: isWithdrawn };
}
