import type { SignedIn, SocialRegistrationBody } from '@vesalius/contract/accounts';
import { SUCCESS_MESSAGES } from '@vesalius/contract/accounts-messages';
import type { z } from 'zod';
import type { Tx } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Deps } from '../../../platform/deps.ts';
import { demand } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { type Device, hashDevice, openSession } from '../open-session.ts';
import { presentSignedIn } from '../present-user.ts';
import {
  findUserByEmail,
  findUserByGoogleSubject,
  findUserById,
  insertUser,
  updateGoogleSubject,
  updatePasswordHash,
} from '../queries.ts';
import { demandReferences, knownTimeZone } from '../register.ts';
import { demandSecondFactor } from '../second-factor/demand-second-factor.ts';
import { deleteSessions, findKnownDevice, forgetDevices } from '../session-queries.ts';
import { afterVerification } from '../verify-email.ts';
import { withSeat } from '../with-seat.ts';
import { isOurNonce, useNonceOnce } from './nonce.ts';
import type { IdentityProvider } from './provider.ts';
import { type Identity, readIdToken } from './read-id-token.ts';

type Body = z.output<typeof SocialRegistrationBody>;

/**
 * Signs in whom Google vouches for, and registers who is new, once the form has told what Google does not know.
 * The identity is the ID token's alone: what the body says besides about address or subject is only compared.
 */
export async function socialRegistration(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  provider: IdentityProvider | null,
  body: Body,
  device: Device,
): Promise<SignedIn> {
  const { db, clock, config } = deps;
  const now = clock.now();
  demand(provider && isOurNonce(config.secretKey, body.nonce), 'social_token_invalid');
  const identity = await readIdToken(provider, body.id_token, body.nonce);
  demand(!body.social_provider_id || body.social_provider_id === identity.subject, 'social_token_invalid');

  // Outside of the transaction, because an attempt that fails stays counted and a code that was shown is used up.
  const asked =
    (await findUserByGoogleSubject(db, identity.subject, now)) ??
    (await findUserByEmail(db, identity.email, now));
  if (asked) {
    demand(asked.role === 'customer', 'wrong_portal');
    const devices = body.device_id ? [hashDevice(body.device_id)] : [];
    const known = await findKnownDevice(db, asked.id, devices);
    const from = known?.toString('hex') ?? 'strangers';
    await demandSecondFactor(deps, asked, { code: body.second_factor_code, from });
  }

  return inTransaction(db, async (tx) => {
    const known = await findOrLink(tx, identity, now);
    const userId = known ?? (await registerIdentity(tx, identity, body, now));
    const found = await findUserById(tx, userId, now);
    demand(found, 'social_token_invalid');
    const user = await withSeat(tx, found, now);
    demand(user.role === 'customer', 'wrong_portal');
    // Turned on since it was asked for: the same request again, with the code.
    demand(!user.hasSecondFactor || asked?.hasSecondFactor, 'second_factor_needed');
    // Last: a form that was not complete yet sends the same token again.
    demand(await useNonceOnce(tx, body.nonce), 'social_token_invalid');
    const token = await openSession(tx, user.id, device, now);
    const message = known ? SUCCESS_MESSAGES.welcomeBack : SUCCESS_MESSAGES.userCreated;
    return presentSignedIn(user, config, { token, message });
  });
}

/** The account of this Google identity, or the one with its address, which is then joined to it. */
async function findOrLink(tx: Tx, identity: Identity, now: Date): Promise<string | null> {
  const bySubject = await findUserByGoogleSubject(tx, identity.subject, now);
  if (bySubject) return bySubject.id;
  const byEmail = await findUserByEmail(tx, identity.email, now);
  if (!byEmail) return null;
  // Joined to another Google account already: an address that changed hands at Google is not the same person.
  demand(byEmail.googleSubject === null, 'social_token_invalid');
  if (!byEmail.emailVerified) {
    // Somebody registered this address without owning it: neither their password nor their session stays.
    await updatePasswordHash(tx, byEmail.id, null);
    await deleteSessions(tx, byEmail.id);
    await forgetDevices(tx, byEmail.id);
  }
  await updateGoogleSubject(tx, byEmail.id, identity.subject);
  await afterVerification(tx, { userId: byEmail.id, email: byEmail.email, now });
  return byEmail.id;
}

async function registerIdentity(tx: Tx, identity: Identity, body: Body, now: Date): Promise<string> {
  const { country_id: countryId, job_id: professionId } = body;
  const firstName = body.first_name ?? identity.firstName;
  const secondName = body.second_name;
  demand(firstName && secondName && countryId && professionId && body.termsAgreement, 'not_registered');
  await demandReferences(tx, { countryId, professionId });
  const id = newId();
  await insertUser(
    tx,
    {
      id,
      role: 'customer',
      email: identity.email,
      googleSubject: identity.subject,
      firstName,
      secondName,
      countryId,
      professionId,
      language: body.language,
      timeZone: knownTimeZone(body.time_zone),
      termsAcceptedAt: now,
    },
    now,
  );
  await afterVerification(tx, { userId: id, email: identity.email, now });
  return id;
}
