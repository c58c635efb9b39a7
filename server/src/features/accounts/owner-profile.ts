import type { SignInBody } from '@vesalius/contract/accounts-bodies';
import { FIELD_MESSAGES } from '@vesalius/contract/accounts-messages';
import type { FieldText } from '@vesalius/contract/field-text';
import type { z } from 'zod';
import type { Db, Tx } from '../../platform/database/database.ts';
import { demand, type ProductError } from '../../platform/errors.ts';
import { removeUnused } from '../../platform/unused-uploads.ts';
import { clearProfile, recordTermsAccepted, type UserRow, updateUserProfile } from './queries.ts';
import { demandReferences, knownTimeZone } from './register.ts';

type Given = Partial<
  Pick<z.output<typeof SignInBody>, 'country_id' | 'job_id' | 'language' | 'time_zone'> & {
    readonly termsAgreement: boolean;
  }
>;

/**
 * Whether the owner of the address has sent the profile and agreed to the terms. The data of an account with an unverified
 * address may be those of a stranger who registered it.
 */
export const hasOwnersProfile = (user: Pick<UserRow, 'emailVerified' | 'hasAcceptedTerms'>): boolean =>
  user.emailVerified && user.hasAcceptedTerms;

/**
 * Accounts that directors, managers or staff created are opened with the data that a registration requires. For accounts
 * whose owner has not sent them before; throws `code` if they are missing now.
 */
export async function demandProfile(db: Db, profile: Given, code: ProductError['code']): Promise<void> {
  const fields: Record<string, FieldText> = {};
  if (!profile.country_id) fields.country_id = FIELD_MESSAGES.countryRequired;
  if (!profile.job_id) fields.job_id = FIELD_MESSAGES.jobReuired;
  if (!profile.termsAgreement) fields.termsAgreement = FIELD_MESSAGES.termsAgreementRequired;
  demand(Object.keys(fields).length === 0, code, fields);
  await demandReferences(db, { countryId: profile.country_id, professionId: profile.job_id });
}

/** Deletes a stranger's data before the owner of the address takes over the account. */
export async function forgetStranger(
  tx: Tx,
  { id, imageKey }: Pick<UserRow, 'id' | 'imageKey'>,
  now: Date,
): Promise<void> {
  await clearProfile(tx, id);
  if (imageKey) await removeUnused(tx, [imageKey], now);
}

/** Certificates are dated in the user's time zone and depend on the profession; mails use the user's language. */
export async function completeProfile(
  tx: Tx,
  userId: string,
  profile: Given & { first_name?: string | undefined; second_name?: string | undefined },
  now: Date,
): Promise<void> {
  await updateUserProfile(tx, userId, {
    firstName: profile.first_name,
    secondName: profile.second_name,
    countryId: profile.country_id,
    professionId: profile.job_id,
    language: profile.language,
    timeZone: profile.time_zone === undefined ? undefined : knownTimeZone(profile.time_zone),
  });
  if (profile.termsAgreement) await recordTermsAccepted(tx, userId, now);
}
