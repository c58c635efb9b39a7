import type { SocialRegistrationBody } from '@vesalius/contract/accounts';
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
 * Signs in whom Google vouches for, and registers who is new, once the form has told what Google does not know; the
 * owner of an account that others made tells it as well.
 * The identity is the ID token's alone: what the body says besides about address or subject is only compared.
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

  // Outside of the transaction, because an attempt that fails stays counted and a code that was shown is used up.
  const asked =
    (await findUserByGoogleSubject(db, identity.subject, now)) ??
    (await findUserByEmail(db, identity.email, now));
  if (asked) {
    demand(asked.role === 'customer', 'wrong_portal');
    const known = await findKnownDevice(db, asked.id, knownHashesOf(device));
    const from = secondStepFrom(known);
    await demandSecondFactor(deps, asked, { code: body.second_factor_code, from, site });
    if (!hasOwnersProfile(asked)) await demandProfile(db, body, 'not_registered');
  }

  return inTransaction(db, async (tx) => {
    // As it was when the second step was asked for: turned on or reset since then, the sign-in begins again.
    if (asked) demand(await lockCredentials(tx, asked), 'sign_in_again');
    if (asked && asked.googleSubject !== identity.subject)
      await linkIdentity(tx, reactions, asked, identity, now);
    if (asked && !hasOwnersProfile(asked)) {
      await forgetStranger(tx, asked, now);
      await completeProfile(tx, asked.id, body, now);
    }
    const userId = asked?.id ?? (await registerIdentity(tx, reactions, identity, body, now));
    const found = await findUserById(tx, userId, now);
    demand(found, 'social_token_invalid');
    const user = await withSeat(tx, reactions, found, now);
    demand(user.role === 'customer', 'wrong_portal');
    // Last: a form that was not complete yet sends the same token again.
    demand(await useNonceOnce(tx, body.nonce), 'social_token_invalid');
    const token = await openSession(tx, user, device, now);
    const message = asked ? SUCCESS_MESSAGES.welcomeBack : SUCCESS_MESSAGES.userCreated;
    return presentSignedIn(user, config, { token, message });
  });
}

/** Joins the account with the identity's address to it. */
async function linkIdentity(
  tx: Tx,
  reactions: AccountReactions,
  user: UserRow,
  identity: Identity,
  now: Date,
): Promise<void> {
  // Joined to another Google account already: an address that changed hands at Google is not the same person.
  demand(await updateGoogleSubject(tx, user.id, identity.subject), 'social_token_invalid');
  // Somebody registered this address without owning it: neither their password nor their session stays.
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
  // Of the identity: what the form sends was checked with it.
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
