import {
  ChangePasswordBody,
  ForgotPasswordBody,
  RegisterBody,
  SignInBody,
  SocialCompletionBody,
  UpdateProfileBody,
} from '@vesalius/contract/accounts-bodies';
import { FIELD_MESSAGES } from '@vesalius/contract/accounts-messages';
import { commerceEndpoints } from '@vesalius/contract/commerce';
import { PersonToAdd } from '@vesalius/contract/people-import';
import { SecondFactorCodeBody } from '@vesalius/contract/second-factor';
import { SupportMessageBody } from '@vesalius/contract/support';
import { CreateUploadBody } from '@vesalius/contract/uploads';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { complaintsAboutReset } from '../features/accounts/reset-password-form.tsx';
import arabic from '../i18n/ar/fields.ts';
import { complaintsOf } from './field-errors.ts';

const ID = '0197a000-0000-7000-8000-000000000001';
const LINK = 'See www.evil.example';
const LONG = 'x'.repeat(51);
const person = { first_name: 'Ada', second_name: 'Byron', country_id: ID, job_id: ID };
const registration = { ...person, email: 'ada@example.org', password: 'Ward-round 7', termsAgreement: true };

/** The specification, document 1 section 5: form, what is wrong, field, message. */
const TABLE: [string, z.ZodType, object, object, string, keyof typeof FIELD_MESSAGES][] = [
  ['login', SignInBody, { email: 'a@b.example', password: 'x' }, { email: '' }, 'email', 'emailRequired'],
  [
    'login',
    SignInBody,
    { email: 'a@b.example', password: 'x' },
    { email: 'a@' },
    'email',
    'emailShouldMatchEmailFormat',
  ],
  [
    'login',
    SignInBody,
    { email: 'a@b.example', password: 'x' },
    { password: '' },
    'password',
    'passwordRequired',
  ],
  ['registration', RegisterBody, registration, { email: '' }, 'email', 'emailRequired'],
  ['registration', RegisterBody, registration, { email: 'ada' }, 'email', 'emailShouldMatchEmailFormat'],
  ['registration', RegisterBody, registration, { password: '' }, 'password', 'passwordRequired'],
  ['registration', RegisterBody, registration, { password: 'Short 7' }, 'password', 'strongPasswordRequired'],
  [
    'registration',
    RegisterBody,
    registration,
    { password: 'all lower 7' },
    'password',
    'strongPasswordRequired',
  ],
  [
    'registration',
    RegisterBody,
    registration,
    { password: 'ALL UPPER 7' },
    'password',
    'strongPasswordRequired',
  ],
  [
    'registration',
    RegisterBody,
    registration,
    { password: 'No number' },
    'password',
    'strongPasswordRequired',
  ],
  ['registration', RegisterBody, registration, { first_name: '' }, 'first_name', 'firstNameRequires'],
  ['registration', RegisterBody, registration, { second_name: ' ' }, 'second_name', 'secondNameRequires'],
  ['registration', RegisterBody, registration, { first_name: LONG }, 'first_name', 'nameMaxLength'],
  ['registration', RegisterBody, registration, { first_name: LINK }, 'first_name', 'nameHasLink'],
  ['registration', RegisterBody, registration, { country_id: '' }, 'country_id', 'countryRequired'],
  ['registration', RegisterBody, registration, { job_id: '' }, 'job_id', 'jobReuired'],
  [
    'registration',
    RegisterBody,
    registration,
    { termsAgreement: false },
    'termsAgreement',
    'termsAgreementRequired',
  ],
  [
    'social completion',
    SocialCompletionBody,
    registration,
    { second_name: '' },
    'second_name',
    'secondNameRequires',
  ],
  [
    'social completion',
    SocialCompletionBody,
    registration,
    { country_id: '' },
    'country_id',
    'countryRequired',
  ],
  ['social completion', SocialCompletionBody, registration, { job_id: '' }, 'job_id', 'jobReuired'],
  [
    'social completion',
    SocialCompletionBody,
    registration,
    { termsAgreement: false },
    'termsAgreement',
    'termsAgreementRequired',
  ],
  ['forgot password', ForgotPasswordBody, { email: 'a@b.example' }, { email: '' }, 'email', 'emailRequired'],
  [
    'forgot password',
    ForgotPasswordBody,
    { email: 'a@b.example' },
    { email: 'a' },
    'email',
    'emailShouldMatchEmailFormat',
  ],
  [
    'change password',
    ChangePasswordBody,
    { old_password: 'x', password: 'Ward-round 7' },
    { old_password: '' },
    'old_password',
    'oldPassordRequired',
  ],
  [
    'change password',
    ChangePasswordBody,
    { old_password: 'x', password: 'Ward-round 7' },
    { password: '' },
    'password',
    'newPassordRequired',
  ],
  [
    'change password',
    ChangePasswordBody,
    { old_password: 'x', password: 'Ward-round 7' },
    { password: 'weak' },
    'password',
    'strongPasswordRequired',
  ],
  ['profile', UpdateProfileBody, person, { first_name: '' }, 'first_name', 'firstNameRequires'],
  ['profile', UpdateProfileBody, person, { second_name: '' }, 'second_name', 'secondNameRequires'],
  ['profile', UpdateProfileBody, person, { first_name: LONG }, 'first_name', 'nameMaxLength'],
  ['profile', UpdateProfileBody, person, { second_name: LONG }, 'second_name', 'nameMaxLength'],
  ['profile', UpdateProfileBody, person, { second_name: LINK }, 'second_name', 'nameHasLink'],
  ['profile', UpdateProfileBody, person, { country_id: '' }, 'country_id', 'countryRequired'],
  ['profile', UpdateProfileBody, person, { job_id: '' }, 'job_id', 'jobReuired'],
  [
    'contact',
    SupportMessageBody,
    { email_address: 'a@b.example', email_subject: 's', email_body: 'b' },
    { email_address: '' },
    'email_address',
    'emailRequired',
  ],
  [
    'contact',
    SupportMessageBody,
    { email_address: 'a@b.example', email_subject: 's', email_body: 'b' },
    { email_address: 'a' },
    'email_address',
    'emailShouldMatchEmailFormat',
  ],
  [
    'contact',
    SupportMessageBody,
    { email_address: 'a@b.example', email_subject: 's', email_body: 'b' },
    { email_subject: '' },
    'email_subject',
    'subjectRequired',
  ],
  [
    'contact',
    SupportMessageBody,
    { email_address: 'a@b.example', email_subject: 's', email_body: 'b' },
    { email_body: '' },
    'email_body',
    'messsageRequired',
  ],
  ['second step', SecondFactorCodeBody, { code: '123456' }, { code: ' ' }, 'code', 'codeRequired'],
  ['second step', SecondFactorCodeBody, { code: '123456' }, { code: '1'.repeat(41) }, 'code', 'codeWrong'],
];

describe('the validation table', () => {
  it.each(TABLE)('%s: %#', (_form, schema, good, wrong, field, key) => {
    expect(complaintsOf(schema, good)).toEqual({});
    expect(complaintsOf(schema, { ...good, ...wrong })).toEqual({ [field]: FIELD_MESSAGES[key] });
  });

  it.each([
    [
      { new_password: '', confirm_password: '' },
      { new_password: 'newPassordRequired', confirm_password: 'repeatPasswordRequired' },
    ],
    [{ new_password: 'weak', confirm_password: 'weak' }, { new_password: 'strongPasswordRequired' }],
    [{ new_password: 'Ward-round 7', confirm_password: '' }, { confirm_password: 'repeatPasswordRequired' }],
    [
      { new_password: 'Ward-round 7', confirm_password: 'Ward-round 8' },
      { confirm_password: 'passwordNotMatch' },
    ],
    [{ new_password: 'Ward-round 7', confirm_password: 'Ward-round 7' }, {}],
  ] as const)('reset password: %j', (values, keys) => {
    const expected = Object.fromEntries(
      Object.entries(keys).map(([field, key]) => [field, FIELD_MESSAGES[key]]),
    );
    expect(complaintsAboutReset({ email: 'a@b.example', ...values })).toEqual(expected);
  });

  /** Document 2, section 5: these forms have words of their own. */
  const student = { first_name: 'Ada', second_name: 'Byron', email: 'ada@example.org' };
  it.each([
    [{ first_name: '' }, { first_name: 'First Name is required' }],
    [{ second_name: ' ' }, { second_name: 'Second Name is required' }],
    [{ first_name: 'A' }, { first_name: 'Too short!' }],
    [{ second_name: LONG }, { second_name: 'Too long!' }],
    [{ second_name: LINK }, { second_name: FIELD_MESSAGES.nameHasLink }],
    [{ email: '' }, { email: 'Email is Required' }],
    [{ email: 'ada' }, { email: 'Invalid email' }],
    [{ first_name: 'Al', second_name: 'x'.repeat(50) }, {}],
  ])('add student: %j', (wrong, complaints) =>
    expect(complaintsOf(PersonToAdd, { ...student, ...wrong })).toEqual(complaints),
  );

  it.each([
    ['ab', false],
    ['  ab  ', false],
    ['abc', true],
    ['x'.repeat(70), true],
    ['x'.repeat(71), false],
  ])('unsubscribe reason "%s": %s', (cancellation_reason, isGood) =>
    expect(commerceEndpoints.updateBookSubscription.body.safeParse({ cancellation_reason }).success).toBe(
      isGood,
    ),
  );

  it.each([
    [{ content_type: 'image/gif', size: 10 }, { content_type: FIELD_MESSAGES.imageType }],
    [{ content_type: 'application/pdf', size: 10 }, { content_type: FIELD_MESSAGES.imageType }],
    [{ content_type: 'image/jpeg', size: 5_000_001 }, { size: FIELD_MESSAGES.imageSize }],
    [{ content_type: 'image/png', size: 5_000_000 }, {}],
  ])('picture: %j', (file, complaints) => expect(complaintsOf(CreateUploadBody, file)).toEqual(complaints));

  it('has a row for every word of the catalogue that is about a form', () => {
    const ofOtherTests = [
      'passwordTooCommon',
      'passwordTooLong',
      'phoneFormat',
      'tooLong',
      'oldPasswordWrong',
      'passwordWrong',
      // Of the staff's forms.
      'nameRequired',
      'dateRequired',
      'endBeforeBeginning',
      'endInPast',
      'codeCharacters',
      'domainFormat',
      'wholePercentage',
      'noAccount',
      'onlyReaders',
    ];
    const here = [...TABLE.map((row) => row[5]), 'repeatPasswordRequired', 'passwordNotMatch'];
    const rows = [...here, 'newPassordRequired', 'imageType', 'imageSize', ...ofOtherTests];
    expect(Object.keys(FIELD_MESSAGES).filter((key) => !rows.includes(key))).toEqual([]);
  });

  it('says each of it in Arabic as well', () => {
    for (const [key, text] of Object.entries(arabic.text)) {
      expect(Object.keys(FIELD_MESSAGES)).toContain(key);
      expect(text).toMatch(/\p{Script=Arabic}/u);
    }
  });

  it.each([
    'emailRequired',
    'emailShouldMatchEmailFormat',
    'passwordRequired',
    'strongPasswordRequired',
    'repeatPasswordRequired',
    'passwordNotMatch',
    'firstNameRequires',
    'secondNameRequires',
    'countryRequired',
    'jobReuired',
    'termsAgreementRequired',
    'nameMaxLength',
    'oldPassordRequired',
    'newPassordRequired',
    'messsageRequired',
    'subjectRequired',
  ])('has the specification’s key %s', (key) => expect(FIELD_MESSAGES).toHaveProperty(key));
});
