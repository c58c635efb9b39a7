import { z } from 'zod';
import {
  anyPassword,
  changedText,
  Device,
  isPhone,
  Language,
  name,
  optionalText,
  RequiredEmail,
  strongPassword,
} from './accounts-fields.ts';
import { FIELD_MESSAGES } from './accounts-messages.ts';
import { MaybeCode } from './second-factor.ts';
import { isSitePath } from './site-path.ts';

const TimeZone = z.string().max(64);

/** Confirms the user's identity. Users without a password leave it out and sign in with Google again instead. */
const PasswordAgain = { password: z.string().max(1000, FIELD_MESSAGES.passwordTooLong).nullish() };

/** The part of a registration that the owner of an account created by others must send. */
const OwnerProfile = {
  country_id: z.uuid(FIELD_MESSAGES.countryRequired),
  job_id: z.uuid(FIELD_MESSAGES.jobReuired),
  termsAgreement: z.literal(true, { error: FIELD_MESSAGES.termsAgreementRequired }),
};
/** Stored only if the owner has not sent it before. */
const MaybeProfile = {
  ...z.object(OwnerProfile).partial().shape,
  language: Language.optional(),
  time_zone: TimeZone.optional(),
};

export const SignInBody = z.object({
  email: RequiredEmail,
  password: anyPassword(FIELD_MESSAGES.passwordRequired),
  /** Only after the answer `profile_needed`: the same request again, with the profile. */
  ...MaybeProfile,
  ...MaybeCode,
  ...Device,
});

const profile = {
  first_name: name(FIELD_MESSAGES.firstNameRequires),
  second_name: name(FIELD_MESSAGES.secondNameRequires),
  phone: optionalText(40).refine(isPhone, FIELD_MESSAGES.phoneFormat),
  institution: optionalText(200),
  country_id: z.uuid(FIELD_MESSAGES.countryRequired),
  city: optionalText(100),
  job_id: z.uuid(FIELD_MESSAGES.jobReuired),
  /** The link that an upload returned; null removes the image. */
  image: z.string().max(400).nullish(),
};
/** The page that the user wanted: the link in the mail leads back to it, also on another device. A path of this site. */
const NextPage = z.string().max(300).refine(isSitePath).optional();
export const RegisterBody = z.object({
  email: RequiredEmail,
  password: strongPassword(),
  ...profile,
  termsAgreement: z.literal(true, { error: FIELD_MESSAGES.termsAgreementRequired }),
  language: Language.default('en'),
  time_zone: TimeZone.default('UTC'),
  next: NextPage,
  ...Device,
});
export const ResendVerificationQuery = z.object({ next: NextPage });
/** Undefined fields are not changed, because another window may have changed them. */
export const UpdateProfileBody = z.object({
  first_name: profile.first_name.optional(),
  second_name: profile.second_name.optional(),
  phone: changedText(40).refine(isPhone, FIELD_MESSAGES.phoneFormat),
  institution: changedText(200),
  country_id: profile.country_id.optional(),
  city: changedText(100),
  job_id: profile.job_id.optional(),
  image: profile.image,
  language: Language.optional(),
  time_zone: TimeZone.optional(),
  wants_digest: z.boolean().optional(),
  wants_weekly: z.boolean().optional(),
  wants_work_comments: z.boolean().optional(),
});

/** Google identifies the user; names, country and profession are required if there is no account yet. */
export const SocialRegistrationBody = z.object({
  social_provider_type: z.literal('google'),
  /** Google's subject. It must match the ID token. */
  social_provider_id: z.string().max(255).nullish(),
  id_token: z.string().min(1).max(8000),
  nonce: z.string().min(1).max(300),
  first_name: name(FIELD_MESSAGES.firstNameRequires).optional(),
  second_name: name(FIELD_MESSAGES.secondNameRequires).optional(),
  email: z.string().max(254).nullish(),
  country_id: z.uuid(FIELD_MESSAGES.countryRequired).optional(),
  job_id: z.uuid(FIELD_MESSAGES.jobReuired).optional(),
  termsAgreement: z.boolean().optional(),
  language: Language.default('en'),
  time_zone: TimeZone.default('UTC'),
  ...MaybeCode,
  ...Device,
});
/** The form after Google's sign-in for a new account. */
export const SocialCompletionBody = z.object({
  first_name: name(FIELD_MESSAGES.firstNameRequires),
  second_name: name(FIELD_MESSAGES.secondNameRequires),
  country_id: z.uuid(FIELD_MESSAGES.countryRequired),
  job_id: z.uuid(FIELD_MESSAGES.jobReuired),
  termsAgreement: z.literal(true, { error: FIELD_MESSAGES.termsAgreementRequired }),
});

export const ForgotPasswordBody = z.object({ email: RequiredEmail });
export const ResetPasswordBody = z.object({
  email: RequiredEmail,
  reset_password_token: z.string().min(1).max(200),
  new_password: strongPassword(FIELD_MESSAGES.newPassordRequired),
  device_id: Device.device_id,
  /** Required once of the owner of an account that others created; ignored in later resets. */
  ...MaybeProfile,
});
/** The form of an invited user. */
export const InvitationBody = ResetPasswordBody.pick({ email: true, new_password: true }).extend(
  OwnerProfile,
);
/** The step after the password, if the owner has not sent the profile. */
export const ProfileStepBody = z.object(OwnerProfile);
export const ChangePasswordBody = z.object({
  old_password: anyPassword(FIELD_MESSAGES.oldPassordRequired),
  password: strongPassword(FIELD_MESSAGES.newPassordRequired),
});

export const DeleteAccountBody = z.object({
  ...PasswordAgain,
  /** Users without a password type their mail address, after a recent sign-in with Google. */
  email: z.string().max(254).nullish(),
});
export const PasswordAgainBody = z.object(PasswordAgain);

export const VerifyEmailBody = z.object({
  email_verification_token: z.string().min(1).max(200),
  /** The password chosen at registration, if the link is opened in another browser. */
  password: anyPassword(FIELD_MESSAGES.passwordRequired).nullish(),
  ...Device,
});

export const EndForgottenSessionBody = z.object({
  /** SHA-256 of the token, in hexadecimal. */
  token_hash: z.string().regex(/^[0-9a-f]{64}$/),
});
