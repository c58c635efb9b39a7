import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FIELD_MESSAGES, SUCCESS_MESSAGES } from '@vesalius/contract/accounts-messages';
import { ERRORS, messageOf } from '@vesalius/contract/errors';
import { describe, expect, it } from 'vitest';
import arabicErrors from './ar/errors.ts';

type Messages = { [key: string]: string | Messages };
const files = import.meta.glob<{ default: Messages }>(['./en/*.ts', './ar/*.ts'], { eager: true });
const WEB = join(import.meta.dirname, '..');

function textOf(language: 'en' | 'ar', key: string): string | undefined {
  const [namespace, path = ''] = key.split(':');
  let found: string | Messages | undefined = files[`./${language}/${namespace}.ts`]?.default;
  for (const part of path.split('.')) found = typeof found === 'object' ? found[part] : undefined;
  return typeof found === 'string' ? found : undefined;
}

/**
 * Every message of the specification (part 1, section 8; part 2, section 8): its words, its key in the catalogue,
 * and the screens that say it. Messages that the server sends stand in the second table.
 */
const SAID_BY_SCREENS: [words: string, key: string, ...places: [string, ...string[]]][] = [
  // Programs and students
  [
    'There is a duplicate assignment of the same student.',
    'imports:duplicate',
    'features/people-import/add-person-form.tsx',
  ],
  ['Unknown error occurred.', 'imports:unknown', 'features/people-import/import-people.tsx'],
  ['There was an error. Please try again.', 'imports:failed', 'features/people-import/add-person-form.tsx'],
  ['No student marked for deletion', 'programs:students.noneMarked', 'features/programs/students-list.tsx'],
  ['No active program selected', 'programs:students.noProgram', 'features/programs/students-list.tsx'],
  ['Please select a valid CSV file.', 'imports:invalidFile', 'features/people-import/import-people.tsx'],
  ['Failed to upload image', 'discussions:editor.imageFailed', 'features/discussions/image-dialog.tsx'],
  // Not subscribed, not registered
  ['You need to subscribe to access this page.', 'shell:guard.notSubscribed', 'product/not-subscribed.tsx'],
  ['You must register first to continue browsing', 'shell:guard.registerFirst', 'app/guards.ts'],
  // Tests, quizzes, surveys, the final test
  [
    'Please answer all questions.',
    'assessments:answerAll',
    'features/assessments/paper-form.tsx',
    'features/assessments/use-submission.ts',
  ],
  [
    'Submission error',
    'assessments:submissionError',
    'features/assessments/use-submission.ts',
    'features/assessments/review-session.tsx',
  ],
  [
    'Pre-test is not solved',
    'assessments:preTestNotSolved',
    'features/assessments/use-lock-reason.ts',
    'features/assessments/test-paper.tsx',
  ],
  ['Final Test Not Found', 'assessments:finalTest.notFound', 'routes/final-test.tsx'],
  [
    'Final test submitted successfully.',
    'assessments:finalTest.submitted',
    'features/assessments/final-test-take.tsx',
  ],
  // Certificates
  ['The certificate is currently not valid.', 'certificates:notValid', 'routes/certificates.tsx'],
  [
    'The certificate is currently not valid.',
    'certificates:verify.invalid',
    'features/certificates/credential-check.tsx',
  ],
  // Lectures
  ['video not exist', 'lectures:material.missing', 'features/lectures/material-page.tsx'],
  ['No supplementary content available', 'lectures:material.nothing', 'features/lectures/material-page.tsx'],
  [
    'This page should be visited via the book viewer',
    'lectures:material.viaViewer',
    'routes/supplementary.tsx',
  ],
  ['No next supplementary', 'lectures:material.noNext', 'features/lectures/material-page.tsx'],
  ['No previous supplementary', 'lectures:material.noPrevious', 'features/lectures/material-page.tsx'],
  ['No Book Supplementaries are added yet', 'lectures:list.empty', 'features/lectures/material-list.tsx'],
  // Lists
  ['No results found!', 'shell:state.emptyTitle', 'ui/states.tsx'],
  ['No results found!', 'catalogue:search.nothing', 'features/catalogue/search-results.tsx'],
  // Accounts
  ['Invalid activation url', 'accounts:verification.invalidTitle', 'routes/verification.tsx'],
  ['Verification succeeded', 'accounts:verification.succeeded', 'routes/verification.tsx'],
  ['Another verification email sent', 'accounts:verification.resent', 'routes/missing-verification.tsx'],
  ['Welcome back', 'accounts:signIn.welcomeBack', 'features/accounts/use-signed-in.ts'],
  [
    'Your password has changed successfully',
    'accounts:changePassword.done',
    'features/accounts/change-password-form.tsx',
  ],
  ['Password reset successfully', 'accounts:reset.done', 'routes/forget-password.tsx'],
  ['A new user has been created', 'accounts:register.created', 'features/accounts/register-form.tsx'],
  ['User has been updated', 'accounts:profile.updated', 'features/accounts/profile-form.tsx'],
  ['Message sent', 'support:sent', 'features/support/contact-form.tsx'],
  // What was done
  ['Topic successfully added', 'discussions:added', 'features/discussions/topic-editor.tsx'],
  ['Topic successfully updated', 'discussions:updated', 'features/discussions/topic-editor.tsx'],
  ['Topic successfully deleted', 'discussions:deleted', 'features/discussions/topics-list.tsx'],
  ['Comment successfully Added', 'discussions:details.sent', 'features/discussions/comments.tsx'],
  ['Student added successfully', 'imports:added.students', 'features/people-import/add-person-form.tsx'],
  [
    'Deletion operation completed successfully.',
    'programs:students.deleted',
    'features/programs/delete-students.tsx',
  ],
  ['File uploaded successfully', 'imports:uploaded', 'features/people-import/import-report.tsx'],
  ['Promo code applied successfully', 'commerce:promo.applied', 'features/commerce/promo-code-form.tsx'],
  [
    'Please wait.. your payment is currently being processed',
    'commerce:checkout.processing',
    'features/commerce/payment-wait.tsx',
  ],
];

describe('the message table', () => {
  it.each(SAID_BY_SCREENS)('says "%s"', (words, key, ...places) => {
    expect(textOf('en', key)).toBe(words);
    expect(textOf('ar', key)).toMatch(/\p{Script=Arabic}/u);
    // The key stands there whole, or as one of two in a condition.
    const path = key.slice(key.indexOf(':') + 1);
    const last = path.slice(path.lastIndexOf('.') + 1);
    for (const place of places) {
      const source = readFileSync(join(WEB, place), 'utf8');
      expect(source.includes(`'${path}'`) || source.includes(`'${last}'`), `${place} says ${path}`).toBe(
        true,
      );
    }
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
