import { z } from 'zod';
import {
  ChangePasswordBody,
  DeleteAccountBody,
  EndForgottenSessionBody,
  ForgotPasswordBody,
  PasswordAgainBody,
  RegisterBody,
  ResendVerificationQuery,
  ResetPasswordBody,
  SignInBody,
  SocialRegistrationBody,
  UpdateProfileBody,
  VerifyEmailBody,
} from './accounts-bodies.ts';
import { accountsCalls } from './accounts-calls.ts';
import { listOf, Message } from './atoms.ts';
import { defineEndpoints } from './endpoints.ts';
import {
  BeginSecondFactorBody,
  RecoveryCodes,
  SecondFactorChangeBody,
  SecondFactorCodeBody,
  SecondFactorSecret,
} from './second-factor.ts';
import { OwnData, Session, SignInOptions } from './sessions.ts';
import { CreateUploadBody, UploadPlace } from './uploads.ts';
import { Country, Job, SignedIn, User } from './users.ts';

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
    answer: z.object({
      /** The program or institution that has withdrawn the invitation; null = it has not, or the link is no invitation. */
      withdrawn_by: z.string().nullable(),
    }),
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
    errors: ['not_signed_in', 'not_allowed'],
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
