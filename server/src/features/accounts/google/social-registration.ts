import type { SocialRegistrationBody } from '@vesalius/contract/accounts-bodies';
import { FIELD_MESSAGES, SUCCESS_MESSAGES } from '@vesalius/contract/accounts-messages';
import { holdsLink } from '@vesalius/contract/links';
import type { SignedIn } from '@vesalius/contract/users';
import type { z } from 'zod';
import type { Tx } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Deps } from '../../../platform/deps.ts';
import { demand } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { AccountReactions } from '../account-reactions.ts';
import { type Device, knownHashesOf, openSession } from '../open-session.ts';
import { completeProfile, demandProfile, forgetStranger, hasOwnersProfile } from '../owner-profile.ts';
import { presentSignedIn } from '../present-user.ts';
import {
  findUserByEmail,
  findUserByGoogleSubject,
  findUserById,
  insertUser,
  type UserRow,
  updateGoogleSubject,
  updatePasswordHash,
} from '../queries.ts';
import { demandReferences, knownTimeZone } from '../register.ts';
import { demandSecondFactor, secondStepFrom } from '../second-factor/demand-second-factor.ts';
import { endSessions, findKnownDevice, forgetDevices, lockCredentials } from '../session-queries.ts';
import { afterVerification } from '../verify-email.ts';
import { withSeat } from '../with-seat.ts';
import { isOurNonce, useNonceOnce } from './nonce.ts';
import type { IdentityProvider } from './provider.ts';
import { type Identity, readIdToken } from './read-id-token.ts';

type Body = z.output<typeof SocialRegistrationBody>;

/**
 * Signs in a user whom Google identifies. A new user is registered once the form contains what Google does not know; the owner
 * of an account that others created sends the same. Only the ID token decides the identity: address and subject in the body
 * are merely compared.
 */
export async function socialRegistration(
  deps: Pick<Deps, 'db' | 'clock' | 'config'> & { readonly reactions: AccountReactions },
  provider: IdentityProvider | null,
  body: Body,
  { device, site }: { device: Device; site: string },
): Promise<SignedIn> {
  const { db, clock, config, reactions } = deps;
  const now = clock.now();
  demand(provider && isOurNonce(config.secretKey, body.nonce), 'social_token_invalid');
  const identity = await readIdToken(provider, body.id_token, body.nonce);
  demand(!body.social_provider_id || body.social_provider_id === identity.subject, 'social_token_invalid');

  // Outside of the transaction, because a failed attempt must stay counted and a used code must stay used.
  const existing =
    (await findUserByGoogleSubject(db, identity.subject, now)) ??
    (await findUserByEmail(db, identity.email, now));
  if (existing) {
    demand(existing.role === 'customer', 'wrong_portal');
    const known = await findKnownDevice(db, existing.id, knownHashesOf(device));
    const from = secondStepFrom(known);
    await demandSecondFactor(deps, existing, { code: body.second_factor_code, from, site });
    if (!hasOwnersProfile(existing)) await demandProfile(db, body, 'not_registered');
  }

  return inTransaction(db, async (tx) => {
    // Read again under a lock: if the second factor has been turned on or reset since then, the sign-in starts over.
    if (existing) demand(await lockCredentials(tx, existing), 'sign_in_again');
    if (existing && existing.googleSubject !== identity.subject)
      await linkIdentity(tx, reactions, existing, identity, now);
    if (existing && !hasOwnersProfile(existing)) {
      await forgetStranger(tx, existing, now);
      await completeProfile(tx, existing.id, body, now);
    }
    const userId = existing?.id ?? (await registerIdentity(tx, reactions, identity, body, now));
    const row = await findUserById(tx, userId, now);
    demand(row, 'social_token_invalid');
    const user = await withSeat(tx, reactions, row, now);
    demand(user.role === 'customer', 'wrong_portal');
    // Last, because an incomplete form sends the same token again.
    demand(await useNonceOnce(tx, body.nonce), 'social_token_invalid');
    const token = await openSession(tx, user, device, now);
    const message = existing ? SUCCESS_MESSAGES.welcomeBack : SUCCESS_MESSAGES.userCreated;
    return presentSignedIn(user, config, { token, message });
  });
}

/** Links the Google identity to the account with the same address. */
async function linkIdentity(
  tx: Tx,
  reactions: AccountReactions,
  user: UserRow,
  identity: Identity,
  now: Date,
): Promise<void> {
  // Already linked to another Google account: an address that changed hands at Google is not the same person.
  demand(await updateGoogleSubject(tx, user.id, identity.subject), 'social_token_invalid');
  // Someone registered this address without owning it: their password and sessions end.
  if (!user.emailVerified) {
    await updatePasswordHash(tx, user.id, null);
    await endSessions(tx, user.id);
    await forgetDevices(tx, user.id);
  }
  await afterVerification(tx, reactions, { userId: user.id, email: user.email, now });
}

async function registerIdentity(
  tx: Tx,
  reactions: AccountReactions,
  identity: Identity,
  body: Body,
  now: Date,
): Promise<string> {
  const { country_id: countryId, job_id: professionId } = body;
  const firstName = body.first_name ?? identity.firstName;
  const secondName = body.second_name;
  demand(firstName && secondName && countryId && professionId && body.termsAgreement, 'not_registered');
  // The name is the identity's; the one of the form was checked with it.
  demand(!holdsLink(firstName), 'invalid', { first_name: FIELD_MESSAGES.nameHasLink });
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
  await afterVerification(tx, reactions, { userId: id, email: identity.email, now });
  return id;
}
