import type { SignedIn, User } from '@vesalius/contract/users';
import type { Config } from '../../config/config.ts';
import type { UserRow } from './queries.ts';

/** The part of the configuration that says who needs a second factor. */
export type SecondFactorRules = Pick<Config, 'staffSecondFactor'>;

export const imageUrl = (key: string | null): string | null => (key === null ? null : `/files/${key}`);

/** A row as the contract's `User`. */
export function presentUser(row: UserRow, rules: SecondFactorRules): User {
  return {
    id: row.id,
    role_name: row.role,
    email: row.email,
    email_verified: row.emailVerified,
    first_name: row.firstName,
    second_name: row.secondName,
    name: `${row.firstName} ${row.secondName}`.trim(),
    image: imageUrl(row.imageKey),
    phone: row.phone,
    country_id: row.countryId,
    city: row.city,
    institution: row.institution,
    job: row.jobId ? { id: row.jobId, job_type: row.jobType ?? '', job_type_ar: row.jobTypeAr ?? '' } : null,
    institution_subscription: row.institutionId
      ? { id: row.institutionId, is_manager: row.isInstitutionManager }
      : null,
    manages_institution: row.managesInstitution,
    is_beta: row.isBeta,
    language: row.language,
    time_zone: row.timeZone,
    wants_digest: row.wantsDigest,
    wants_weekly: row.wantsWeekly,
    wants_work_comments: row.wantsWorkComments,
    has_password: row.passwordHash !== null,
    has_second_factor: row.hasSecondFactor,
    recovery_codes_left: row.recoveryCodesLeft,
    must_add_second_factor: rules.staffSecondFactor && row.role === 'staff' && !row.hasSecondFactor,
  };
}

export const presentSignedIn = (
  row: UserRow,
  rules: SecondFactorRules,
  { token, message }: { token: string; message: string },
): SignedIn => ({
  ...presentUser(row, rules),
  auth_token: token,
  message,
});
