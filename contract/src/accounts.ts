import { z } from 'zod';
import { accountsCalls } from './accounts-calls.ts';
import {
  anyPassword,
  changedText,
  Device,
  Language,
  name,
  optionalText,
  RequiredEmail,
  strongPassword,
} from './accounts-fields.ts';
import { FIELD_MESSAGES } from './accounts-messages.ts';
import { listOf, Message } from './atoms.ts';
import { defineEndpoints } from './endpoints.ts';
import {
  BeginSecondFactorBody,
  MaybeCode,
  RecoveryCodes,
  SecondFactorChangeBody,
  SecondFactorCodeBody,
  SecondFactorSecret,
} from './second-factor.ts';
import { OwnData, Session, SignInOptions } from './sessions.ts';
import { CreateUploadBody, UploadPlace } from './uploads.ts';
import { Country, Job, SignedIn, User } from './users.ts';

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
  phone: optionalText(40),
  institution: optionalText(200),
  country_id: z.uuid(FIELD_MESSAGES.countryRequired),
  city: optionalText(100),
  job_id: z.uuid(FIELD_MESSAGES.jobReuired),
  /** The link that an upload returned; null removes the image. */
  image: z.string().max(400).nullish(),
};
/** The page that the user wanted: the link in the mail leads back to it, also on another device. A path of this site. */
const NextPage = z
  .string()
  .max(300)
  .regex(/^\/(?![/\\])[^\s\\]*$/)
  .optional();
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
  phone: changedText(40),
  institution: changedText(200),
  country_id: profile.country_id.optional(),
  city: changedText(100),
  job_id: profile.job_id.optional(),
  image: profile.image,
  language: Language.optional(),
  time_zone: TimeZone.optional(),
  wants_digest: z.boolean().optional(),
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

const changePassword = {
  summary: 'Change the own password; ends all other sessions',
  body: ChangePasswordBody,
  answer: Message,
  errors: ['old_password_wrong', 'not_allowed', 'sign_in_again'],
  unverified: true,
} as const;
const signIn = {
  summary: 'Sign in with email and password',
  description:
    'Answers the user with `auth_token`, to be sent as `Authorization: Bearer`. An account with a second factor first answers 401 `second_factor_needed`: send the same request again with `second_factor_code`. One that others made, and whose owner has not told profession, country and agreement to the terms yet, answers 422 `profile_needed`: send it again with `job_id`, `country_id` and `termsAgreement`.',
  ignoresToken: true,
  body: SignInBody,
  answer: SignedIn,
  errors: [
    'wrong_credentials',
    'too_many_requests',
    'second_factor_needed',
    'second_factor_wrong',
    'profile_needed',
    'sign_in_again',
  ],
} as const;
const PROOF_ERRORS = ['password_wrong', 'sign_in_again'] as const;
const CHANGE_ERRORS = [
  'password_wrong',
  'second_factor_wrong',
  'second_factor_off',
  'sign_in_again',
] as const;

export const accountsEndpoints = defineEndpoints(accountsCalls, {
  signIn,
  signInCustomer: { ...signIn, errors: [...signIn.errors, 'wrong_portal'] },
  signOut: { summary: 'End this session', unverified: true },
  signOutCustomer: { summary: 'End this session', unverified: true },
  endForgottenSession: {
    summary: 'End a session by the SHA-256 of its token, when the browser no longer has the token',
    body: EndForgottenSessionBody,
    ignoresToken: true,
  },
  listSessions: { summary: 'My devices and sessions', answer: listOf(Session), unverified: true },
  endSession: {
    summary: 'End one of my sessions, with the password again',
    body: PasswordAgainBody,
    errors: PROOF_ERRORS,
    unverified: true,
  },
  endOtherSessions: {
    summary: 'End all my sessions but this one, with the password again',
    body: PasswordAgainBody,
    errors: PROOF_ERRORS,
    unverified: true,
  },
  getSignInOptions: {
    summary: 'How one can sign in besides a password',
    answer: SignInOptions,
    ignoresToken: true,
  },
  socialRegistration: {
    summary: 'Sign in, or register, with an ID token of Google',
    body: SocialRegistrationBody,
    ignoresToken: true,
    answer: SignedIn,
    errors: [
      'not_registered',
      'social_token_invalid',
      'provider_failed',
      'sign_in_again',
      'wrong_portal',
      'second_factor_needed',
      'second_factor_wrong',
    ],
  },
  register: {
    summary: 'Create an account; the address is verified by a link in a mail',
    body: RegisterBody,
    ignoresToken: true,
    answer: SignedIn,
    status: 201,
    errors: ['email_taken', 'upload_failed'],
    needsMail: true,
  },
  getUser: { summary: 'The signed-in person', answer: User, unverified: true },
  verifyEmail: {
    summary:
      'Verify an address with the token of the mail; signs in. With the session of the registration, or with its password',
    body: VerifyEmailBody,
    answer: SignedIn,
    errors: ['token_invalid', 'registration_password_needed', 'password_wrong', 'sign_in_again'],
  },
  resendVerification: {
    summary: 'Send another verification mail to the own address',
    query: ResendVerificationQuery,
    answer: Message,
    unverified: true,
    needsMail: true,
  },
  updateProfile: {
    summary: 'Change the own profile',
    body: UpdateProfileBody,
    answer: User,
    errors: ['upload_failed'],
    unverified: true,
  },
  updatePassword: changePassword,
  changeAuthorPassword: changePassword,
  changeEditorPassword: changePassword,
  changeDirectorPassword: changePassword,
  forgotPassword: {
    summary: 'Ask for a link to set a new password; the answer is the same for every address',
    description: 'Several requests within a minute send one mail.',
    body: ForgotPasswordBody,
    ignoresToken: true,
    answer: Message,
    needsMail: true,
  },
  checkResetToken: {
    summary: 'Whether the token of a reset mail or invitation still works; it stays good',
    body: ResetPasswordBody.pick({ reset_password_token: true }),
    ignoresToken: true,
    errors: ['reset_token_invalid'],
  },
  resetPassword: {
    summary: 'Set a new password with the token of the mail; ends all sessions',
    body: ResetPasswordBody,
    ignoresToken: true,
    answer: Message.extend({
      /** True if the account opens but its owner has been removed from the group of the invitation. */
      invitation_withdrawn: z.boolean(),
    }),
    errors: ['reset_token_invalid'],
  },
  listCountries: { summary: 'Countries (ISO 3166)', answer: listOf(Country), ignoresToken: true },
  listUserJobs: { summary: 'Professions', answer: listOf(Job), ignoresToken: true },
  createUpload: {
    summary: 'A signed place for one picture of a stated type and size',
    body: CreateUploadBody,
    answer: UploadPlace,
    status: 201,
    errors: ['not_signed_in'],
  },
  downloadOwnData: {
    summary: 'Everything that is kept about the signed-in person, as JSON',
    raw: 'application/json',
    rawSchema: OwnData,
    unverified: true,
  },
  deleteAccount: {
    summary: 'Delete the own account',
    body: DeleteAccountBody,
    errors: PROOF_ERRORS,
    unverified: true,
  },
  beginSecondFactor: {
    summary: 'A secret for an authenticator, with the password again; nothing changes yet',
    body: BeginSecondFactorBody,
    answer: SecondFactorSecret,
    errors: ['password_wrong', 'second_factor_on', 'password_missing', 'not_verified', 'sign_in_again'],
    unverified: true,
  },
  turnOnSecondFactor: {
    summary: 'Turn the second step on with the first code; answers recovery codes, ends all other sessions',
    body: SecondFactorCodeBody,
    answer: RecoveryCodes,
    errors: ['second_factor_wrong', 'second_factor_on', 'second_factor_not_begun', 'sign_in_again'],
    unverified: true,
  },
  turnOffSecondFactor: {
    summary: 'Turn the second step off, with password and code',
    body: SecondFactorChangeBody,
    errors: CHANGE_ERRORS,
    unverified: true,
  },
  renewRecoveryCodes: {
    summary: 'Ten new recovery codes, with password and code',
    body: SecondFactorChangeBody,
    answer: RecoveryCodes,
    errors: CHANGE_ERRORS,
    unverified: true,
  },
});
export type AccountsEndpoints = typeof accountsEndpoints;
