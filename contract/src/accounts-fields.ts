import { z } from 'zod';
import { FIELD_MESSAGES } from './accounts-messages.ts';
import { Email } from './atoms.ts';
import { LANGUAGES, NAME_MAX_LENGTH, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from './constants.ts';
import { holdsLink } from './links.ts';
import { visibleText } from './visible-text.ts';

export const Language = z.enum(LANGUAGES);

/* The fields of the account's forms, with their error messages. */

const text = (required: string, max = 254) =>
  z.string({ error: required }).trim().min(1, required).max(max, FIELD_MESSAGES.tooLong);
export const name = (required: string) =>
  z
    .string({ error: required })
    .overwrite(visibleText)
    .min(1, required)
    .max(NAME_MAX_LENGTH, FIELD_MESSAGES.nameMaxLength)
    .refine((value) => !holdsLink(value), FIELD_MESSAGES.nameHasLink);
export const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, FIELD_MESSAGES.tooLong)
    .nullish()
    .transform((value) => value || null);
/** Digits of any script with the usual signs between them, and an extension. */
export const isPhone = (value: string | null | undefined): boolean =>
  !value || /^\+?[\p{Nd}\s()./-]{3,}((ext|x|#)\.?\s*\p{Nd}+)?$/iu.test(value.replace(/^\(?\+/, '+'));
/** Undefined = not changed. */
export const changedText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, FIELD_MESSAGES.tooLong)
    .nullable()
    .transform((value) => value || null)
    .optional();

export const RequiredEmail = text(FIELD_MESSAGES.emailRequired).pipe(Email);
/** At least 8 characters with an uppercase letter, a lowercase letter and a digit, of any script. */
export const strongPassword = (required: string = FIELD_MESSAGES.passwordRequired) =>
  z
    .string({ error: required })
    .min(1, required)
    .max(PASSWORD_MAX_LENGTH, FIELD_MESSAGES.passwordTooLong)
    .refine(
      (value) =>
        value === '' ||
        ([...value].length >= PASSWORD_MIN_LENGTH &&
          /\p{Lu}/u.test(value) &&
          /\p{Ll}/u.test(value) &&
          /\p{Nd}/u.test(value)),
      FIELD_MESSAGES.strongPasswordRequired,
    );
/** An existing password is only compared, so that a new rule locks nobody out. */
export const anyPassword = (required: string) =>
  z.string({ error: required }).min(1, required).max(1000, FIELD_MESSAGES.passwordTooLong);

/** What a browser sends about itself at sign-in. */
export const Device = {
  /** The browser's name and a random part, stored in the browser. */
  device_id: z.string().max(200).nullish(),
  fcm_token: z.string().max(500).nullish(),
  /** A longer session lifetime. */
  remember: z.boolean().default(false),
};
