import { ERRORS } from '@vesalius/contract/errors';
import { describe, expect, it } from 'vitest';
import arabicErrors from './ar/errors.ts';
import accounts from './en/accounts.ts';
import shell from './en/shell.ts';

/** The specification, document 2 section 8: wording that it gives, and where the product keeps it. */
const ACCOUNT_WORDING: [string, string][] = [
  ['Welcome back', accounts.signIn.welcomeBack],
  ['Your password has changed successfully', accounts.changePassword.done],
  ['Password reset successfully', accounts.reset.done],
  ['A new user has been created', accounts.register.created],
  ['User has been updated', accounts.profile.updated],
  ['Verification succeeded', accounts.verification.succeeded],
  ['Another verification email sent', accounts.verification.resent],
  ['Invalid activation url', accounts.verification.invalidTitle],
  ['You need to subscribe to access this page.', shell.guard.notSubscribed],
  ['You must register first to continue browsing', shell.guard.registerFirst],
  ['No results found!', shell.state.emptyTitle],
  ['Invalid activation url', ERRORS.token_invalid[1]],
  ['Something went wrong while uploading the image, please try again', ERRORS.upload_failed[1]],
  ['Something went wrong, Please try again later', ERRORS.internal[1]],
  ['You need to subscribe to access this page.', ERRORS.not_subscribed[1]],
  ['Please answer all questions.', ERRORS.answers_incomplete[1]],
  ['Pre-test is not solved', ERRORS.pre_test_not_solved[1]],
  ['Final Test Not Found', ERRORS.final_test_not_found[1]],
  ['The certificate is currently not valid.', ERRORS.certificate_not_valid[1]],
  ['video not exist', ERRORS.video_not_found[1]],
  ['No supplementary content available', ERRORS.no_supplementary_content[1]],
  ['Please select a valid CSV file.', ERRORS.csv_invalid[1]],
  ['Failed to upload image', ERRORS.image_upload_failed[1]],
];

describe('the message table', () => {
  it.each(ACCOUNT_WORDING)('says "%s"', (wording, kept) => expect(kept).toBe(wording));

  it.each(Object.keys(ERRORS))('says what the error %s means in Arabic', (code) => {
    expect(arabicErrors[code as keyof typeof arabicErrors]).toMatch(/\p{Script=Arabic}/u);
  });
});
