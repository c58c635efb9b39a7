import { type Counter, counterOf, type ThrottlePolicy } from '../../platform/throttle.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/*
 * A lecture hall of three hundred, or a hospital, stands behind one address: places are given as many free attempts as
 * such a crowd needs within ten minutes, and only what fails is counted where failing is what an attacker does.
 * Accounts are given few, and devices and places that their owners signed in from count apart from strangers.
 */

/** Wrong passwords from one place; a thousand are eleven seconds of work. */
export const SIGN_IN_PLACE: ThrottlePolicy = {
  name: 'sign-in place',
  free: 1000,
  firstMs: 2 * SECOND,
  longestMs: 10 * MINUTE,
  forgetMs: HOUR,
};
const SIGN_IN_ACCOUNT: ThrottlePolicy = {
  name: 'sign-in account',
  free: 6,
  firstMs: SECOND,
  longestMs: 5 * MINUTE,
  forgetMs: DAY,
};
/** Of the strangers, who share one, or of a device or place that is known as the owner's. */
export const signInCounterOf = (email: string, knownHash: Buffer | null): Counter =>
  counterOf(SIGN_IN_ACCOUNT, knownHash ? `${email}\n${knownHash.toString('hex')}` : email);
/** Old passwords at "change password", and passwords at "delete account". */
export const OWN_PASSWORD: ThrottlePolicy = {
  name: 'own password',
  free: 6,
  firstMs: SECOND,
  longestMs: 15 * MINUTE,
  forgetMs: DAY,
};
/**
 * Codes of the second step. One in 333,333 is right at any moment: five free guesses a day, a dozen while the pauses
 * grow and then one an hour are a chance of one in eight thousand a day, for somebody who knows the password already.
 */
export const SECOND_FACTOR: ThrottlePolicy = {
  name: 'second factor',
  free: 5,
  firstMs: 2 * SECOND,
  longestMs: HOUR,
  forgetMs: DAY,
};
/** Accounts made from one place; its pause stays short, because those who wait are people. */
export const REGISTER_PLACE: ThrottlePolicy = {
  name: 'register place',
  free: 600,
  firstMs: SECOND,
  longestMs: MINUTE,
  forgetMs: HOUR,
};
/** Registrations that were told that the address is taken: whoever collects addresses gets few. */
export const TAKEN_PLACE: ThrottlePolicy = {
  name: 'taken place',
  free: 100,
  firstMs: 10 * SECOND,
  longestMs: 10 * MINUTE,
  forgetMs: HOUR,
};
/** Links of mails that are not good. */
export const TOKEN_PLACE: ThrottlePolicy = {
  name: 'token place',
  free: 300,
  firstMs: 5 * SECOND,
  longestMs: 10 * MINUTE,
  forgetMs: HOUR,
};
/** Mails to one address: verification and reset. */
export const MAIL_ADDRESS: ThrottlePolicy = {
  name: 'mail address',
  free: 4,
  firstMs: MINUTE,
  longestMs: HOUR,
  forgetMs: DAY,
};
export const MAIL_PLACE: ThrottlePolicy = {
  name: 'mail place',
  free: 400,
  firstMs: 10 * SECOND,
  longestMs: 10 * MINUTE,
  forgetMs: HOUR,
};
export const UPLOAD_PLACE: ThrottlePolicy = {
  name: 'upload place',
  free: 400,
  firstMs: 10 * SECOND,
  longestMs: 10 * MINUTE,
  forgetMs: HOUR,
};
