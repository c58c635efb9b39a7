import type { ThrottlePolicy } from '../../platform/throttle.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/*
 * A clinic behind one address must be able to come to work at eight: places are given many free attempts, and what
 * was right is given back. Accounts are given few, and known devices count apart from strangers.
 */
export const SIGN_IN_PLACE: ThrottlePolicy = {
  name: 'sign-in place',
  free: 60,
  firstMs: 2 * SECOND,
  longestMs: 10 * MINUTE,
  forgetMs: HOUR,
};
export const SIGN_IN_ACCOUNT: ThrottlePolicy = {
  name: 'sign-in account',
  free: 6,
  firstMs: SECOND,
  longestMs: 5 * MINUTE,
  forgetMs: DAY,
};
/** Old passwords at "change password", and passwords at "delete account". */
export const OWN_PASSWORD: ThrottlePolicy = {
  name: 'own password',
  free: 6,
  firstMs: SECOND,
  longestMs: 15 * MINUTE,
  forgetMs: DAY,
};
/**
 * Codes of the second step. One in 333,333 is right at any moment: five free guesses, then at most one an hour, are a
 * chance of one in ten thousand a day, for somebody who knows the password already.
 */
export const SECOND_FACTOR: ThrottlePolicy = {
  name: 'second factor',
  free: 5,
  firstMs: 2 * SECOND,
  longestMs: HOUR,
  forgetMs: DAY,
};
export const REGISTER_PLACE: ThrottlePolicy = {
  name: 'register place',
  free: 60,
  firstMs: 30 * SECOND,
  longestMs: HOUR,
  forgetMs: DAY,
};
export const TOKEN_PLACE: ThrottlePolicy = {
  name: 'token place',
  free: 60,
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
  free: 40,
  firstMs: 10 * SECOND,
  longestMs: 30 * MINUTE,
  forgetMs: DAY,
};
export const UPLOAD_PLACE: ThrottlePolicy = {
  name: 'upload place',
  free: 60,
  firstMs: 10 * SECOND,
  longestMs: 30 * MINUTE,
  forgetMs: DAY,
};
