import type { SignInBody } from '@vesalius/contract/accounts-bodies';
import { SUCCESS_MESSAGES } from '@vesalius/contract/accounts-messages';
import type { SignedIn } from '@vesalius/contract/users';
import type { z } from 'zod';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { demand, ProductError } from '../../platform/errors.ts';
import { siteOf } from '../../platform/networks.ts';
import { countersOfPlace, forgetAttempts, returnAttempts, takeAttempts } from '../../platform/throttle.ts';
import type { AccountReactions } from './account-reactions.ts';
import { type Device, knownHashesOf, openSession } from './open-session.ts';
import { completeProfile, demandProfile } from './owner-profile.ts';
import { verifyPassword } from './passwords.ts';
import { presentSignedIn } from './present-user.ts';
import { findUserByEmail, findUserById } from './queries.ts';
import { demandSecondFactor, secondStepFrom } from './second-factor/demand-second-factor.ts';
import { findKnownDevice } from './session-queries.ts';
import { SIGN_IN_PLACE, signInCounterOf } from './throttles.ts';
import { withSeat } from './with-seat.ts';

/**
 * Signs in with mail address and password. An unknown address takes the same steps as a known one: the same counters, a hash
 * of the same cost, the same answer.
 */
export async function signIn(
  deps: Pick<Deps, 'db' | 'clock' | 'config'> & { readonly reactions: AccountReactions },
  body: z.output<typeof SignInBody>,
  { device, ip, customersOnly }: { device: Device; ip: string; customersOnly: boolean },
): Promise<SignedIn> {
  const { db, clock, config } = deps;
  const now = clock.now();
  const user = await findUserByEmail(db, body.email, now);
  const known = await findKnownDevice(db, user?.id ?? NOBODY, knownHashesOf(device));
  // Strangers share one counter of the account; each known device or network has its own. Only strangers also count against
  // their address: a machine behind it that guesses passwords must not lock out known users.
  const account = signInCounterOf(body.email, known?.deviceHash ?? null);
  const place = known ? [] : countersOfPlace(SIGN_IN_PLACE, ip);
  await takeAttempts(db, [account, ...place], now);

  if (!(await verifyPassword(body.password, user?.passwordHash ?? null, siteOf(ip))) || !user)
    throw new ProductError('wrong_credentials');
  await forgetAttempts(db, account);
  await returnAttempts(db, place);
  demand(!customersOnly || user.role === 'customer', 'wrong_portal');
  if (!user.hasAcceptedTerms) await demandProfile(db, body, 'profile_needed');
  await demandSecondFactor(deps, user, {
    code: body.second_factor_code,
    from: secondStepFrom(known),
    site: siteOf(ip),
  });
  const token = user.hasAcceptedTerms
    ? await openSession(db, user, device, now)
    : await inTransaction(db, async (tx) => {
        // Locks the account with the credentials that were checked.
        const opened = await openSession(tx, user, device, now);
        await completeProfile(tx, user.id, body, now);
        return opened;
      });
  // The user may have used up a recovery code or sent the profile: read the account again.
  const after = user.hasSecondFactor || !user.hasAcceptedTerms ? await findUserById(db, user.id, now) : user;
  const seated = await withSeat(db, deps.reactions, after ?? user, now);
  return presentSignedIn(seated, config, { token, message: SUCCESS_MESSAGES.welcomeBack });
}

/** An id that no account has, so that the statement also runs for unknown addresses. */
const NOBODY = '00000000-0000-0000-0000-000000000000';
