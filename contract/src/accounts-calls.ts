import { defineCalls, EVERY_PORTAL } from './calls.ts';

/** Sign-in, registration, profile, sessions, reference data. Specification, document 2 section 7 "Account and auth". */
export const accountsCalls = defineCalls({
  signIn: { method: 'POST', path: '/v1/sessions', portals: ['root'], who: 'open' },
  signInCustomer: { method: 'POST', path: '/sessions', portals: ['customer'], who: 'open' },
  signOut: { method: 'DELETE', path: '/v1/sessions', portals: ['root'] },
  signOutCustomer: { method: 'DELETE', path: '/sessions', portals: ['customer'] },
  /** For a sign-out that got no answer. Open, because knowing the hash only allows ending that session. */
  endForgottenSession: { method: 'POST', path: '/v1/sessions/end', portals: ['root'], who: 'open' },
  listSessions: { method: 'GET', path: '/v1/sessions', portals: ['root'] },
  /** Requires the password again, so that the finder of a phone cannot sign its owner out. */
  endSession: { method: 'POST', path: '/v1/sessions/:id/end', portals: ['root'] },
  endOtherSessions: { method: 'POST', path: '/v1/sessions/end_others', portals: ['root'] },
  /** The URLs of Google or of the stand-in, and a nonce. */
  getSignInOptions: { method: 'GET', path: '/users/sign_in_options', portals: ['customer'], who: 'open' },
  socialRegistration: {
    method: 'POST',
    path: '/users/social_registration',
    portals: ['customer'],
    who: 'open',
  },
  register: { method: 'POST', path: '/users', portals: ['customer'], who: 'open' },
  /** The signed-in user, with any role. */
  getUser: {
    method: 'GET',
    path: '/users',
    portals: EVERY_PORTAL,
  },
  verifyEmail: { method: 'PATCH', path: '/users/verify_email', portals: EVERY_PORTAL, who: 'open' },
  resendVerification: {
    method: 'POST',
    path: '/users/resend_email_verification',
    portals: EVERY_PORTAL,
  },
  updateProfile: {
    method: 'PATCH',
    path: '/users/update_profile',
    portals: EVERY_PORTAL,
  },
  updatePassword: { method: 'PATCH', path: '/users/update_password', portals: ['customer', 'admin'] },
  changeAuthorPassword: { method: 'PATCH', path: '/authors/:userId/change_password', portals: ['author'] },
  changeEditorPassword: { method: 'PATCH', path: '/editors/:userId/change_password', portals: ['editor'] },
  changeDirectorPassword: {
    method: 'PATCH',
    path: '/program_directors/:userId/change_password',
    portals: ['program_director'],
  },
  /** The second factor: a secret for an authenticator, which its first code turns on. */
  beginSecondFactor: { method: 'POST', path: '/users/second_factor', portals: EVERY_PORTAL },
  turnOnSecondFactor: { method: 'POST', path: '/users/second_factor/turn_on', portals: EVERY_PORTAL },
  turnOffSecondFactor: { method: 'POST', path: '/users/second_factor/turn_off', portals: EVERY_PORTAL },
  /** Creates ten new codes; the old ones are no longer valid. */
  renewRecoveryCodes: { method: 'POST', path: '/users/second_factor/recovery_codes', portals: EVERY_PORTAL },
  forgotPassword: { method: 'POST', path: '/users/forgot_password', portals: ['customer'], who: 'open' },
  /** Whether the token of the mail is still valid, before the user chooses a password. */
  checkResetToken: {
    method: 'POST',
    path: '/users/reset_password/check',
    portals: ['customer'],
    who: 'open',
  },
  resetPassword: { method: 'POST', path: '/users/reset_password', portals: ['customer'], who: 'open' },
  listCountries: { method: 'GET', path: '/countries', portals: ['customer'], who: 'open' },
  listUserJobs: { method: 'GET', path: '/users/user_jobs', portals: ['customer'], who: 'open' },
  /** Issues a signed upload URL for one file of a stated type and size. */
  createUpload: {
    method: 'POST',
    path: '/uploads',
    portals: EVERY_PORTAL,
    who: 'open',
  },
  downloadOwnData: {
    method: 'GET',
    path: '/users/data_download',
    portals: EVERY_PORTAL,
    needsAccount: true,
  },
  deleteAccount: {
    method: 'POST',
    path: '/users/delete_account',
    portals: ['customer', 'author', 'editor', 'program_director'],
  },
});
