import { catalogOf } from './field-text.ts';

/**
 * Messages of the account forms by key, in the specification's words where it has some. Schemas use the English text; the browser
 * finds the key again and shows the reader's language.
 */
export const FIELD_MESSAGES = catalogOf({
  emailRequired: 'Email is required.',
  emailShouldMatchEmailFormat: 'Please provide a valid email format',
  passwordRequired: 'Password is required.',
  strongPasswordRequired:
    'Use at least 8 characters with an uppercase letter, a lowercase letter and a number.',
  passwordTooCommon: 'This password is among the first that would be guessed. Please choose another one.',
  passwordWrong: 'This password is not right.',
  codeRequired: 'The code is required.',
  codeWrong: 'This code is not right, or was used already.',
  passwordTooLong: 'Use at most 200 characters.',
  repeatPasswordRequired: 'Please repeat the password.',
  passwordNotMatch: 'The two passwords are not the same.',
  firstNameRequires: 'First name is required.',
  secondNameRequires: 'Last name is required.',
  nameMaxLength: 'Use at most 50 characters.',
  nameHasLink: 'A name cannot contain a web address. Put a space after each period.',
  tooLong: 'This is too long.',
  phoneFormat: 'Use digits, spaces and + ( ) . - / only.',
  countryRequired: 'Country is required.',
  jobReuired: 'Profession is required.',
  termsAgreementRequired: 'Please agree to the terms and conditions.',
  oldPassordRequired: 'The old password is required.',
  oldPasswordWrong: 'The old password is not right.',
  newPassordRequired: 'The new password is required.',
  subjectRequired: 'Subject is required.',
  messsageRequired: 'Message is required.',
  nameRequired: 'Name is required.',
  dateRequired: 'A date is required.',
  endBeforeBeginning: 'The end comes after the beginning.',
  endInPast: 'This day is over. Choose today or a later day.',
  codeCharacters: 'Use letters, digits, - and _ only.',
  domainFormat: 'Name a domain, as in hospital.org.',
  wholePercentage: 'Use a whole number from 0 to 100.',
  noAccount: 'There is no account with this email.',
  onlyReaders: 'Only readers can be members. This person has another role.',
  imageType: 'Choose one JPEG or PNG picture.',
  imageSize: 'The picture may have at most 5 MB.',
});
export type FieldMessageKey = keyof typeof FIELD_MESSAGES;

/** Messages after a successful action. */
export const SUCCESS_MESSAGES = {
  welcomeBack: 'Welcome back',
  userCreated: 'A new user has been created',
  userUpdated: 'User has been updated',
  passwordChanged: 'Your password has changed successfully',
  passwordReset: 'Password reset successfully',
  /** The same for a known and an unknown address. */
  resetMailSent: 'If there is an account with this email, a link to set a new password is on its way.',
  verificationSucceeded: 'Verification succeeded',
  verificationSent: 'Another verification email sent',
  messageSent: 'Message sent',
} as const;
