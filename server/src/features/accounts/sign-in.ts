import type { SignedIn, SignInBody } from '@vesalius/contract/accounts';
import { SUCCESS_MESSAGES } from '@vesalius/contract/accounts-messages';
import type { z } from 'zod';
import type { Deps } from '../../platform/deps.ts';
import { demand, ProductError } from '../../platform/errors.ts';
import { forgetAttempts, placeOf, returnAttempt, takeAttempt } from '../../platform/throttle.ts';
import { type Device, hashDevice, openSession } from './open-session.ts';
import { verifyPassword } from './passwords.ts';
import { presentSignedIn } from './present-user.ts';
import { findUserByEmail, findUserById } from './queries.ts';
import { demandSecondFactor } from './second-factor/demand-second-factor.ts';
import { isKnownDevice } from './session-queries.ts';
import { SIGN_IN_ACCOUNT, SIGN_IN_PLACE } from './throttles.ts';
import { withSeat } from './with-seat.ts';

/**
 * Email and password become a session. An unknown address takes the same steps as a known one: the same counters,
 * a hash of the same cost, the same answer.
 */
export async function signIn(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  body: z.output<typeof SignInBody>,
  { device, ip, customersOnly }: { device: Device; ip: string; customersOnly: boolean },
): Promise<SignedIn> {
  const { db, clock, config } = deps;
  const now = clock.now();
  const place = placeOf(ip);
  await takeAttempt(db, SIGN_IN_PLACE, place, now);

  const user = await findUserByEmail(db, body.email, now);
  const deviceHash = device.deviceId ? hashDevice(device.deviceId) : null;
  const known = deviceHash ? await isKnownDevice(db, user?.id ?? NOBODY, deviceHash) : false;
  // Strangers share one counter of the account; a device that was in before has its own.
  const account = known && deviceHash ? `${body.email}\n${deviceHash.toString('hex')}` : body.email;
  await takeAttempt(db, SIGN_IN_ACCOUNT, account, now);

  if (!(await verifyPassword(body.password, user?.passwordHash ?? null)) || !user)
    throw new ProductError('wrong_credentials');
  demand(!customersOnly || user.role === 'customer', 'wrong_portal');

  await forgetAttempts(db, SIGN_IN_ACCOUNT, account);
  await returnAttempt(db, SIGN_IN_PLACE, place);
  await demandSecondFactor(deps, user, {
    code: body.second_factor_code,
    from: known && deviceHash ? deviceHash.toString('hex') : 'strangers',
  });
  const token = await openSession(db, user, device, now);
  // Of recovery codes one less may be left.
  const after = user.hasSecondFactor ? await findUserById(db, user.id, now) : user;
  const seated = await withSeat(db, after ?? user, now);
  return presentSignedIn(seated, config, { token, message: SUCCESS_MESSAGES.welcomeBack });
}

/** An id that no account has, so that the statement runs for unknown addresses as well. */
const NOBODY = '00000000-0000-0000-0000-000000000000';
