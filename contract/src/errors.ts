import { PROMO_REFUSALS } from './promo-refusals.ts';

/**
 * Every error of the server: status and English text. The code is also the key of the translated text in the browser. The
 * wording is the specification's where it has one.
 */
export const ERRORS = {
  // The request itself
  malformed: [400, 'The request could not be read.'],
  invalid: [422, 'Some fields need your attention.'],
  body_too_large: [413, 'This is too large to be sent here.'],
  headers_too_large: [431, 'The headers or the address of this request are too long.'],
  too_slow: [408, 'This request took too long to arrive.'],
  unsupported_media_type: [415, 'This kind of content is not accepted here.'],
  not_found: [404, 'This does not exist, or is not visible to you.'],
  method_not_allowed: [405, 'This address does not accept this kind of request.'],
  too_many_requests: [429, 'Too many attempts. Please wait a little.'],
  internal: [500, 'Something went wrong, Please try again later'],
  edited_meanwhile: [409, 'Someone else changed this while you were editing.'],
  undo_over: [409, 'This is older than a day and cannot be undone.'],
  not_implemented: [501, 'This part of the product does not exist yet.'],
  provider_failed: [502, 'A service we depend on did not answer. Please try again in a minute.'],
  summaries_used_up: [
    429,
    'You have used all summaries of today. The quoted sentences remain; summaries return tomorrow.',
  ],
  summaries_paused: [
    429,
    'This site has used all summaries of today. The quoted sentences remain; summaries return tomorrow.',
  ],
  unavailable: [503, 'The service is restarting or very busy. Please try again in a moment.'],
  being_published: [
    503,
    'This book is being published at the moment. Nothing was lost. Please try again in a few seconds.',
  ],
  work_busy: [
    503,
    'This book is being changed by someone else at the moment. Nothing was lost. Please try again in a few seconds.',
  ],
  mail_unavailable: [503, 'This site sends no mail at the moment, which this needs. Nothing was changed.'],

  // Who is asking
  not_signed_in: [401, 'Please sign in to continue.'],
  session_ended: [401, 'Your session has ended. Please sign in again.'],
  account_deleted: [401, 'Your account was deleted.'],
  wrong_credentials: [401, 'The email or the password is not right.'],
  wrong_portal: [403, 'Your account does not use this part of the product.'],
  wrong_person: [409, 'Another person signed in in this browser. Nothing was saved.'],
  not_allowed: [403, 'You are not allowed to do this.'],
  preview_only: [403, 'This is a preview. Nothing that you do here is kept.'],
  not_verified: [403, 'Please verify your email address first.'],
  not_subscribed: [403, 'You need to subscribe to access this page.'],

  // Accounts
  email_taken: [409, 'There is already an account with this email.'],
  token_invalid: [422, 'Invalid activation url'],
  reset_token_invalid: [422, 'This link is not valid any more. Please ask for a new one.'],
  old_password_wrong: [422, 'The old password is not right.'],
  password_wrong: [422, 'This password is not right.'],
  password_missing: [409, 'This account has no password. Please set one first.'],
  sign_in_again: [403, 'Please sign in again to confirm that it is you.'],
  registration_password_needed: [422, 'Please enter the password that was chosen at registration.'],
  profile_needed: [422, 'Please tell us your profession and country, and agree to the terms.'],
  second_factor_needed: [401, 'Please enter the code of your authenticator.'],
  second_factor_wrong: [422, 'This code is not right, or was used already.'],
  second_factor_missing: [403, 'Your role signs in with two steps. Please turn this on in your profile.'],
  second_factor_on: [409, 'Signing in asks for a code already.'],
  second_factor_off: [409, 'Signing in does not ask for a code.'],
  second_factor_not_begun: [409, 'Please start again: no authenticator is being set up.'],
  not_registered: [404, 'There is no account for this Google identity yet.'],
  social_token_invalid: [401, 'Google did not confirm this sign-in.'],
  role_change_unconfirmed: [
    409,
    'This would change the role of the person. Nothing was changed: please check first what ends with the former role.',
  ],

  // Files
  upload_failed: [422, 'Something went wrong while uploading the image, please try again'],
  upload_protocol: [412, 'This address accepts files by the tus protocol, version 1.0.0.'],
  upload_offset: [409, 'Another part of this file arrived meanwhile. Please continue from there.'],
  upload_busy: [423, 'This file is being sent from another place. Please try again in a moment.'],
  upload_gone: [410, 'This upload was canceled, or nothing came for a week. Please send the file again.'],
  too_many_uploads: [409, 'Too many of your uploads are unfinished. Finish or cancel some of them first.'],
  upload_day_limit: [429, 'You have sent as much as one day allows. Please continue tomorrow.'],
  upload_not_finished: [409, 'This file has not arrived completely yet.'],
  file_used: [409, 'The book uses this file. Confirm that it should be removed anyway.'],
  file_gone: [410, 'This file was deleted for good. Please add it again from your computer.'],
  stored_file_damaged: [
    409,
    'A file of this book is damaged or missing in the storage: restore it from a backup, or upload it again.',
  ],
  file_name_taken: [409, 'Another file has this name now. Remove it first, then put this one back.'],
  file_too_large: [413, 'This file is too large to be sent here.'],
  file_empty: [422, 'This file is empty.'],
  file_kind_unknown: [
    422,
    'This file is of a kind that is not used here. Send a PDF, a video, a picture, captions (VTT or SRT), DICOM, a ZIP, or a file with questions.',
  ],
  storage_full: [
    507,
    'There is no room left for this file at the moment. What was sent is kept; please try again later.',
  ],

  // Assessments and certificates
  answers_incomplete: [422, 'Please answer all questions.'],
  answer_not_of_question: [422, 'An answer does not belong to its question.'],
  already_answered: [409, 'This was already answered.'],
  pre_test_not_solved: [409, 'Pre-test is not solved'],
  chapter_not_read: [409, 'The post-test opens when you have read at least half of the chapter.'],
  retake_too_soon: [409, 'The final test can be taken again in a few minutes.'],
  final_test_not_found: [404, 'Final Test Not Found'],
  read_only_role: [403, 'Your role reads tests and does not submit them.'],
  certificate_not_valid: [404, 'The certificate is currently not valid.'],
  certificate_name_corrected: [
    409,
    'Our staff corrected the name on this certificate. Please write to us to change it.',
  ],
  too_many_certificate_issues: [
    429,
    'This certificate was issued several times today. Please try again tomorrow.',
  ],
  certificate_changed: [409, 'This certificate has changed meanwhile. Please look at it again.'],
  certificate_revoked: [409, 'This certificate is revoked. Reinstate it first.'],
  credits_beyond_maximum: [422, 'This is more than the credits of this activity.'],
  too_many_cards: [409, 'You have as many cards as one account can keep. Please delete some of them first.'],

  // Lectures
  video_not_found: [404, 'video not exist'],
  no_supplementary_content: [404, 'No supplementary content available'],
  played_too_fast: [422, 'More of the video was reported than can have been played since the last report.'],

  // Commerce
  promo_code_invalid: [422, 'This promo code is not valid.'],
  promo_code_used: [422, 'You have already used this promo code.'],
  promo_code_without_gain: [422, 'This promo code does not lower this price. It was not used.'],
  price_changed: [409, 'The price has changed. Please look at it again.'],
  already_subscribed: [409, 'You already have a subscription to this. You were not charged again.'],
  not_in_shop: [
    409,
    'This is not in the shop: it was withdrawn, replaced by a newer edition, or never published.',
  ],
  not_sold: [409, 'This is no longer sold. Nothing was charged.'],
  already_readable: [409, 'You can already read this. Nothing was charged.'],
  included_in_bundle: [409, 'Your bundle already includes this. Nothing was charged.'],
  not_free: [422, 'This is not free.'],
  payment_declined: [402, 'The payment was declined. Please try another card.'],
  payment_card_number: [402, 'This card number is not right. Please check it.'],
  payment_card_expired: [402, 'This card has expired, or its date is not right. Please check it.'],
  payment_card_code: [402, 'The security code does not match the card. Please check it.'],
  payment_address: [402, 'The billing address does not match the card. Please check it.'],
  payment_card_type: [402, 'This kind of card is not accepted. Please try another one.'],
  payment_funds: [402, 'The card does not cover this amount. Please try another one.'],
  payment_duplicate: [402, 'The same payment was sent twice. The first one counts.'],
  too_many_declined_cards: [
    429,
    'Several cards were declined. Nothing was charged, and card payments are paused.',
  ],
  too_many_promo_codes: [429, 'Several promo codes were not valid. Checking promo codes is paused.'],
  payment_unavailable: [503, 'Payments are not available at the moment. Nothing was charged.'],
  payment_cancelled: [402, 'The payment was not approved. Nothing was charged.'],
  payment_returned: [
    402,
    'Nothing was bought with this payment: it came too late, you already have the same, or it is no longer sold. What was charged goes back in full, and you get an email about it.',
  ],
  signature_invalid: [401, 'This delivery is not signed by the provider.'],
  not_resumable: [
    409,
    'This subscription cannot be resumed. You can subscribe again; the new year begins after the time that you have paid for.',
  ],
  free_year_while_running: [
    409,
    'This code gives a free year and cannot replace a subscription that still runs. Use it when yours has ended.',
  ],
  end_before_paypal_renewal: [
    409,
    'PayPal charges for the next year on its own date, and access lasts until then. Choose that date or a later one, or end the subscription now.',
  ],
  no_stored_card: [409, 'This subscription is not paid by a card.'],
  promo_code_running: [409, 'This promo code has not ended.'],
  promo_code_taken: [409, 'There is already a promo code of this name.'],
  not_refundable: [409, 'This payment cannot be refunded by this amount.'],
  refund_differs: [
    409,
    'This refund was sent before with another amount or choice. Close it and look at the outcome of that refund.',
  ],
  refund_unsettled: [409, 'This payment has not settled yet. Refund all of it now, or a part tomorrow.'],
  refund_pending: [409, 'This refund is on its way. Look again in a few minutes.'],
  refund_credited: [
    409,
    'This payment lowered the price of a bundle that still runs. Say whether that bundle ends with the refund (ends_credited).',
  ],
  test_mode_only: [409, 'This works in test mode only.'],
  payment_pending: [409, 'Please wait.. your payment is currently being processed'],

  // Programs, institutions and discussions
  due_in_past: [422, 'The due date lies in the past.'],
  duplicate_student: [409, 'The student already exists in this program.'],
  csv_invalid: [422, 'Please select a valid CSV file.'],
  image_upload_failed: [422, 'Failed to upload image'],
  institution_ended: [
    409,
    'This institution has ended. Its members and usage can be viewed but not changed.',
  ],
  domain_taken: [409, 'Another institution has this mail domain.'],
  no_seat_left: [409, 'All seats of this institution are taken.'],
  too_many_addresses: [
    429,
    'You have checked as many addresses as one day allows. Please continue tomorrow.',
  ],

  // Publishing
  slug_taken: [409, 'This slug is taken.'],
  package_incomplete: [422, 'A bundle in the shop needs at least two books that are sold.'],
  withdrawn_by_staff: [403, 'Staff took this book out of the shop. Only staff can bring it back: ask them.'],
  work_incomplete: [422, 'This book cannot be published yet. The check list says what is missing.'],
  work_not_prepared: [409, 'The pages of this book are still being prepared. Please try again in a while.'],
  work_deleted: [410, 'This book was deleted. It had never been published.'],
  not_a_draft: [
    409,
    'This book has been published, or a release of it is scheduled: it cannot be deleted. Call off the release first; a published book can be withdrawn.',
  ],
  published_meanwhile: [409, 'This book was published meanwhile. Please look at it again.'],
  release_barred: [409, 'This release is barred: it must not be published again. Staff can lift the bar.'],
  release_is_current: [
    409,
    'Readers see this release. Publish a corrected one or bring an earlier one back first; then bar this one.',
  ],
  replaces_of_others: [
    403,
    'This book replaces an edition that you do not make. Please ask the staff to publish it.',
  ],
  too_many_comments: [409, 'This book has too many open comments. Please settle some of them.'],
  too_many_answers: [409, 'This comment has too many answers. Please write a new comment.'],
  approvals_missing: [
    422,
    'This version does not have the approvals that its publisher demands. The review says whose are missing.',
  ],
  cannot_review: [422, 'Only authors and editors of this book with a verified account can be asked.'],
  too_many_review_letters: [
    429,
    'You have asked for so many reviews today that no more letters are sent. Please wait a little. Those asked before keep their letters.',
  ],
  preview_missing: [409, 'There is no preview of this book yet. Please make one.'],
} as const satisfies Record<string, readonly [number, string]>;

export type ErrorCode = keyof typeof ERRORS;
export const statusOf = (code: ErrorCode): number => ERRORS[code][0];
export const messageOf = (code: ErrorCode): string => ERRORS[code][1];

/** Codes of failed payments, in addition to those that begin with `payment_` or have the status 402. */
const OF_A_PAYMENT: ReadonlySet<ErrorCode> = new Set([
  'price_changed',
  ...PROMO_REFUSALS,
  'already_subscribed',
  'too_many_declined_cards',
  'too_many_promo_codes',
]);

/** Clients of the specification read why a payment failed from `error`, which repeats the message. */
export const isReadAsError = (code: ErrorCode): boolean =>
  statusOf(code) === 402 || code.startsWith('payment_') || OF_A_PAYMENT.has(code);
