import { FIELD_MESSAGES, SUCCESS_MESSAGES } from '@vesalius/contract/accounts-messages';
import { ERRORS, messageOf } from '@vesalius/contract/errors';
import { describe, expect, it } from 'vitest';
import arabicErrors from './ar/errors.ts';

type Messages = { [key: string]: string | Messages };
const files = import.meta.glob<{ default: Messages }>(['./en/*.ts', './ar/*.ts'], { eager: true });

function textOf(language: 'en' | 'ar', key: string): string | undefined {
  const [namespace, path = ''] = key.split(':');
  let found: string | Messages | undefined = files[`./${language}/${namespace}.ts`]?.default;
  for (const part of path.split('.')) found = typeof found === 'object' ? found[part] : undefined;
  return typeof found === 'string' ? found : undefined;
}

/**
 * Every message of the specification (part 1, section 8; part 2, section 8): its words, and its key in the catalogue.
 * `scripts/check-messages.mjs` fails if no screen uses a key. Messages that the server sends stand in the second table.
 */
const SAID_BY_SCREENS: [words: string, key: string][] = [
  // Programs and students
  ['There is a duplicate assignment of the same student.', 'imports:duplicate'],
  ['Unknown error occurred.', 'imports:unknown'],
  ['There was an error. Please try again.', 'imports:failed'],
  ['No student marked for deletion', 'programs:students.noneMarked'],
  ['No active program selected', 'programs:students.noProgram'],
  ['Please select a valid CSV file.', 'imports:invalidFile'],
  ['Failed to upload image', 'discussions:editor.imageFailed'],
  // Not subscribed, not registered
  ['You need to subscribe to access this page.', 'shell:guard.notSubscribed'],
  ['You must register first to continue browsing', 'shell:guard.registerFirst'],
  // Tests, quizzes, surveys, the final test
  ['Please answer all questions.', 'assessments:answerAll'],
  ['Submission error', 'assessments:submissionError'],
  ['Pre-test is not solved', 'assessments:preTestNotSolved'],
  ['Final Test Not Found', 'assessments:finalTest.notFound'],
  ['Final test submitted successfully.', 'assessments:finalTest.submitted'],
  // Certificates
  ['The certificate is currently not valid.', 'certificates:notValid'],
  ['The certificate is currently not valid.', 'certificates:verify.invalid'],
  // Lectures
  ['video not exist', 'lectures:material.missing'],
  ['No supplementary content available', 'lectures:material.nothing'],
  ['This page should be visited via the book viewer', 'lectures:material.viaViewer'],
  ['No next supplementary', 'lectures:material.noNext'],
  ['No previous supplementary', 'lectures:material.noPrevious'],
  ['No Book Supplementaries are added yet', 'lectures:list.empty'],
  // Lists
  ['No results found!', 'shell:state.emptyTitle'],
  ['No results found!', 'catalogue:search.nothing'],
  // Accounts
  ['Invalid activation url', 'accounts:verification.invalidTitle'],
  ['Verification succeeded', 'accounts:verification.succeeded'],
  ['Another verification email sent', 'accounts:verification.resent'],
  ['Welcome back', 'accounts:signIn.welcomeBack'],
  ['Your password has changed successfully', 'accounts:changePassword.done'],
  ['Password reset successfully', 'accounts:reset.done'],
  ['A new user has been created', 'accounts:register.created'],
  ['User has been updated', 'accounts:profile.updated'],
  ['Message sent', 'support:sent'],
  // What was done
  ['Topic successfully added', 'discussions:added'],
  ['Topic successfully updated', 'discussions:updated'],
  ['Topic successfully deleted', 'discussions:deleted'],
  ['Comment successfully Added', 'discussions:details.sent'],
  ['Student added successfully', 'imports:added.students'],
  ['Deletion operation completed successfully.', 'programs:students.deleted'],
  ['File uploaded successfully', 'imports:uploaded'],
  ['Promo code applied successfully', 'commerce:promo.applied'],
  ['Please wait.. your payment is currently being processed', 'commerce:checkout.processing'],
];

describe('the message table', () => {
  it.each(SAID_BY_SCREENS)('says "%s"', (words, key) => {
    expect(textOf('en', key)).toBe(words);
    expect(textOf('ar', key)).toMatch(/\p{Script=Arabic}/u);
  });

  it.each<[words: string, code: keyof typeof ERRORS]>([
    ['You need to subscribe to access this page.', 'not_subscribed'],
    ['Please answer all questions.', 'answers_incomplete'],
    ['Pre-test is not solved', 'pre_test_not_solved'],
    ['Final Test Not Found', 'final_test_not_found'],
    ['The certificate is currently not valid.', 'certificate_not_valid'],
    ['Invalid activation url', 'token_invalid'],
    ['video not exist', 'video_not_found'],
    ['No supplementary content available', 'no_supplementary_content'],
    ['Please select a valid CSV file.', 'csv_invalid'],
    ['Failed to upload image', 'image_upload_failed'],
    ['Something went wrong while uploading the image, please try again', 'upload_failed'],
    ['Something went wrong, Please try again later', 'internal'],
    ['Please wait.. your payment is currently being processed', 'payment_pending'],
  ])('has the server answer "%s"', (words, code) => {
    expect(messageOf(code)).toBe(words);
    expect(arabicErrors[code]).toMatch(/\p{Script=Arabic}/u);
  });

  it('tells a duplicate student by the words that the specification looks for', () =>
    expect(messageOf('duplicate_student')).toContain('already exists'));

  it('has every error of the server in Arabic', () => {
    expect(Object.keys(ERRORS).filter((code) => !(code in arabicErrors))).toEqual([]);
  });

  it('has the server’s successes as the screens say them', () => {
    const said = SAID_BY_SCREENS.map(([words]) => words);
    const { resetMailSent, ...ofTheSpecification } = SUCCESS_MESSAGES;
    expect(Object.values(ofTheSpecification).filter((words) => !said.includes(words))).toEqual([]);
    expect(resetMailSent).toBe(textOf('en', 'accounts:forgot.sent'));
  });

  it('has the wording of forms that the specification gives', () => {
    expect(FIELD_MESSAGES.emailRequired).toBe('Email is required.');
    expect(FIELD_MESSAGES.emailShouldMatchEmailFormat).toBe('Please provide a valid email format');
    expect(FIELD_MESSAGES.passwordRequired).toBe('Password is required.');
  });
});
