import type { SignInBody } from '@vesalius/contract/accounts';
import { FIELD_MESSAGES } from '@vesalius/contract/accounts-messages';
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
 * Whether the owner of the address has told the profile and agreed to the terms. What stands in an account whose address
 * nobody has verified may be a stranger's, who registered it.
 */
export const hasOwnersProfile = (user: Pick<UserRow, 'emailVerified' | 'hasAcceptedTerms'>): boolean =>
  user.emailVerified && user.hasAcceptedTerms;

/**
 * Others make accounts: directors, managers, staff. Such an account opens, whichever way its owner comes, with what a
 * registration asks for. For accounts whose owner has not told it before; throws `code` where it is not told now either.
 */
export async function demandProfile(db: Db, given: Given, code: ProductError['code']): Promise<void> {
  const fields: Record<string, string> = {};
  if (!given.country_id) fields.country_id = FIELD_MESSAGES.countryRequired;
  if (!given.job_id) fields.job_id = FIELD_MESSAGES.jobReuired;
  if (!given.termsAgreement) fields.termsAgreement = FIELD_MESSAGES.termsAgreementRequired;
  demand(Object.keys(fields).length === 0, code, fields);
  await demandReferences(db, { countryId: given.country_id, professionId: given.job_id });
}

/** Before the owner of an address takes over what a stranger registered with it. */
export async function forgetStranger(
  tx: Tx,
  { id, imageKey }: Pick<UserRow, 'id' | 'imageKey'>,
  now: Date,
): Promise<void> {
  await clearProfile(tx, id);
  if (imageKey) await removeUnused(tx, [imageKey], now);
}

/** Certificates are dated in the reader's time zone and depend on the profession; letters are in the reader's language. */
export async function completeProfile(
  tx: Tx,
  userId: string,
  given: Given & { first_name?: string | undefined; second_name?: string | undefined },
  now: Date,
): Promise<void> {
  await updateUserProfile(tx, userId, {
    firstName: given.first_name,
    secondName: given.second_name,
    countryId: given.country_id,
    professionId: given.job_id,
    language: given.language,
    timeZone: given.time_zone === undefined ? undefined : knownTimeZone(given.time_zone),
  });
  if (given.termsAgreement) await recordTermsAccepted(tx, userId, now);
}
