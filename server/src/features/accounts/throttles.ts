import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../platform/durations.ts';
import { type Counter, counterOf, type ThrottlePolicy } from '../../platform/throttle.ts';

/*
 * A lecture hall of three hundred users, or a hospital, may share one address. So addresses have as many free attempts as such
 * a crowd needs within ten minutes, and only failures count where an attacker would fail. Accounts have few free attempts;
 * devices and networks that their owners signed in from are counted separately from strangers.
 */

/** Wrong passwords from one address; a thousand take eleven seconds of CPU time. */
export const SIGN_IN_PLACE: ThrottlePolicy = {
  name: 'sign-in place',
  free: 1000,
  firstMs: 2 * SECOND_MS,
  longestMs: 10 * MINUTE_MS,
  forgetMs: HOUR_MS,
};
const SIGN_IN_ACCOUNT: ThrottlePolicy = {
  name: 'sign-in account',
  free: 6,
  firstMs: SECOND_MS,
  longestMs: 5 * MINUTE_MS,
  forgetMs: DAY_MS,
};
/** Strangers share one counter; each known device or network of the owner has its own. */
export const signInCounterOf = (email: string, knownHash: Buffer | null): Counter =>
  counterOf(SIGN_IN_ACCOUNT, knownHash ? `${email}\n${knownHash.toString('hex')}` : email);
/** Old passwords in "change password", and passwords in "delete account". */
export const OWN_PASSWORD: ThrottlePolicy = {
  name: 'own password',
  free: 6,
  firstMs: SECOND_MS,
  longestMs: 15 * MINUTE_MS,
  forgetMs: DAY_MS,
};
/** Passwords sent again with a link that was followed. A counter of its own: whoever has the link keeps nobody from their password. */
export const FOLLOWED_LINK: ThrottlePolicy = { ...OWN_PASSWORD, name: 'followed link', free: 10 };
/**
 * Codes of the second step. A guess succeeds with a probability of one in 333,333. Five free guesses a day, a dozen while the
 * waits grow, and then one per hour succeed with a probability of one in eight thousand a day, and only with the password.
 */
export const SECOND_FACTOR: ThrottlePolicy = {
  name: 'second factor',
  free: 5,
  firstMs: 2 * SECOND_MS,
  longestMs: HOUR_MS,
  forgetMs: DAY_MS,
};
/** Accounts registered from one address; the wait stays short, because real users wait. */
export const REGISTER_PLACE: ThrottlePolicy = {
  name: 'register place',
  free: 600,
  firstMs: SECOND_MS,
  longestMs: MINUTE_MS,
  forgetMs: HOUR_MS,
};
/** Registrations that were told that the address is taken; few, because they reveal addresses. */
export const TAKEN_PLACE: ThrottlePolicy = {
  name: 'taken place',
  free: 100,
  firstMs: 10 * SECOND_MS,
  longestMs: 10 * MINUTE_MS,
  forgetMs: HOUR_MS,
};
/** Invalid links of mails. */
export const TOKEN_PLACE: ThrottlePolicy = {
  name: 'token place',
  free: 300,
  firstMs: 5 * SECOND_MS,
  longestMs: 10 * MINUTE_MS,
  forgetMs: HOUR_MS,
};
/** Mails to one address: verification and reset. */
const MAIL_ADDRESS: ThrottlePolicy = {
  name: 'mail address',
  free: 4,
  firstMs: MINUTE_MS,
  longestMs: HOUR_MS,
  forgetMs: DAY_MS,
};
/** Verification letters, counted by address: a stranger may register it more than once. One comes with the registration. */
const VERIFICATION_LETTER: ThrottlePolicy = { ...MAIL_ADDRESS, name: 'verification letter', free: 5 };
export const verificationCounterOf = (email: string): Counter =>
  counterOf(VERIFICATION_LETTER, email.toLowerCase());
/** Requests for a new password, whether the address has an account or not. */
export const resetCounterOf = (email: string): Counter =>
  counterOf(MAIL_ADDRESS, `reset ${email.toLowerCase()}`);
/**
 * Deletions of accounts whose address was never verified, counted by address: whoever repeats them keeps the owner of
 * the address from every link.
 */
export const UNVERIFIED_DELETION: ThrottlePolicy = {
  name: 'unverified deletion',
  free: 3,
  firstMs: 10 * MINUTE_MS,
  longestMs: HOUR_MS,
  forgetMs: DAY_MS,
};
/**
 * New passwords of one account. Each sends a letter; and a thief who knows the password must not change it faster than
 * its owner can follow a link.
 */
export const PASSWORD_CHANGE: ThrottlePolicy = {
  name: 'password change',
  free: 6,
  firstMs: MINUTE_MS,
  longestMs: HOUR_MS,
  forgetMs: DAY_MS,
};
/** Letters with a link for a new password to one address: a request within a minute of the last letter sends no second one. */
export const RESET_LETTER: ThrottlePolicy = {
  name: 'reset letter',
  free: 1,
  firstMs: MINUTE_MS,
  longestMs: MINUTE_MS,
  forgetMs: MINUTE_MS,
};
export const MAIL_PLACE: ThrottlePolicy = {
  name: 'mail place',
  free: 400,
  firstMs: 10 * SECOND_MS,
  longestMs: 10 * MINUTE_MS,
  forgetMs: HOUR_MS,
};
export const UPLOAD_PLACE: ThrottlePolicy = {
  name: 'upload place',
  free: 400,
  firstMs: 10 * SECOND_MS,
  longestMs: 10 * MINUTE_MS,
  forgetMs: HOUR_MS,
};
