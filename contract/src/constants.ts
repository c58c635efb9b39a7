/** The product's numbers, with units. Sources: specification, document 1 section 9 and document 2 section 9. */

/** Pages that anyone may read; the server delivers nothing after them without access. */
export const PREVIEW_LAST_PAGE = 15;
/** Without access, scrolling stops after this page. */
export const PREVIEW_SCROLL_LOCK_PAGE = 3;

/** A final test is passed above this share of correct answers ("not for credit"). */
export const PASS_ABOVE_RATIO = 0.5;
/** A book is completed when this share of its pages was shown and its final test, if any, was passed. */
export const COMPLETED_PAGES_RATIO = 0.9;
/** A page counts as shown after this time (milliseconds), because turning pages quickly is not reading. */
export const PAGE_SHOWN_MS = 2_000;
/** Two pages side by side are shown at once, so this is the minimum time per page. */
export const MIN_PAGE_READING_MS = PAGE_SHOWN_MS / 2;
/** Characters of what is asked in a book: a case with its question. */
export const MAX_QUESTION_LENGTH = 500;
/** More than a reader turns before the next call tells of them. */
export const MAX_SHOWN_PAGES = 200;
/** A post-test opens when this share of the pages of its chapter was shown since the pre-test. */
export const POST_TEST_PAGES_RATIO = 0.5;
/** A certificate is earned at this percentage of the final test or more. */
export const CERTIFICATE_MIN_PERCENT = 70;
/** A section is announced to the reader when its latest percentage is below this. */
export const SECTION_ALERT_BELOW_PERCENT = 80;
/** A video counts as watched when this share of it was played. */
export const VIDEO_WATCHED_RATIO = 0.9;
/** A study counts as watched when this share of its slices was shown. */
export const STUDY_WATCHED_RATIO = 0.5;

/** With fewer answers, difficulty and discrimination are not shown, because they would be chance. */
export const STATISTICS_MIN_ANSWERS = 10;
/** With fewer readers, the results of those who chose a choice are not shown. */
export const CHOICE_MIN_CHOSEN = 5;
/** Authors and editors see survey answers only of at least this many readers together. */
export const SURVEY_GROUP_SIZE = 5;
/** The makers of a book see no number of readers below this, and others rounded down to a multiple of it. */
export const MIN_READERS_SHOWN = 10;
/** Words that a book does not have are shown to its makers when so many different readers looked for them. */
export const MIN_READERS_OF_SEARCH = 5;

export const SUBSCRIPTION_MONTHS = 12;
export const RENEWAL_REMINDER_DAYS = 30;
/** The polling interval for the subscription after a payment has begun (milliseconds). */
export const PAYMENT_POLL_MS = 16_000;
/** The product's own reasons for the end of a renewal. A reader's reason must differ from them. */
export const CANCELLATION_REASONS = {
  bundle: 'included in a bundle',
  promo_code: 'promo code activated',
  staff: 'ended by the staff',
  payment_failed: 'payment failed',
  paypal: 'cancelled at PayPal',
  not_renewed: 'not renewed',
  refunded: 'refunded',
  account_deleted: 'account deleted',
  replaced: 'replaced by a newer edition',
  withdrawn: 'no longer sold',
} as const;

export const PAGE_SIZE = {
  books: 10,
  booksInSortHeader: 12,
  featured: 5,
  related: 5,
  subscribedBooks: 4,
  certificates: 6,
  institutionBooks: 6,
  notebook: 25,
  maximum: 100,
} as const;

export const NAME_MAX_LENGTH = 50;
export const STUDENT_NAME_MIN_LENGTH = 2;
export const PASSWORD_MIN_LENGTH = 8;
export const PASSWORD_MAX_LENGTH = 200;
/** "Hi, {first name}" is truncated after this many characters. */
export const HEADER_NAME_LENGTH = 8;
export const UNSUBSCRIBE_REASON_MIN_LENGTH = 3;
export const UNSUBSCRIBE_REASON_MAX_LENGTH = 70;

/** From Maestro's minimum to UnionPay's maximum. */
export const CARD_NUMBER_MIN_DIGITS = 12;
export const CARD_NUMBER_MAX_DIGITS = 19;
export const CVV_MIN_LENGTH = 3;
export const CVV_MAX_LENGTH = 4;

/** Windows up to this width in pixels are laid out as on a phone. */
export const MOBILE_MAX_WIDTH = 768;

/** Long enough to be found and read with a screen reader or a magnifier; errors stay until they are closed. */
export const SNACKBAR_MS = 10_000;
/** A test's dialog opens this long after its page was reached (milliseconds). */
export const TEST_MODAL_DELAY_MS = 100;
/** While the page area has the focus, the clipboard is overwritten at this interval (milliseconds). */
export const COPY_PROTECTION_MS = 300;
export const COPY_PROTECTION_TEXT = 'Access Restricted';

export const CERTIFICATE_CANVAS = { width: 1750, height: 1250, scale: 2.5 } as const;
export const CERTIFICATE_WRAP = { name: 20, title: 63, description: 70 } as const;
export const CERTIFICATE_FILE = { credit: 'certificate CME.pdf', hours: 'certificate.pdf' } as const;
export const CREDIT_STEP = 0.25;
/** The two names of an account with a space between them. */
export const CERTIFICATE_NAME_MAX_LENGTH = 2 * NAME_MAX_LENGTH + 1;
/** For the reason of an action on a user's payment, certificate or comment. */
export const REASON_MIN_LENGTH = 3;
export const CERTIFICATE_REASON_MAX_LENGTH = 500;

export const TEST_TYPE = { pre: 0, post: 1 } as const;
export const MATERIAL_TYPE = { video: 0, image: 1, dicom: 2 } as const;
/** Relative to the window; percentages of a dialog would be relative to the area within its margins. */
export const TEST_MODAL_WIDTH = '60vw';
export const QUIZ_MODAL_WIDTH = '45vw';
export const CHAPTERS_SHOWN = { profile: 8, viewer: 7 } as const;

/** Sent with the token: the user for whom the page was opened. The server refuses it with another user's token. */
export const USER_ID_HEADER = 'x-user-id';

export const LANGUAGES = ['en', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];
export const LANGUAGE_STORAGE_KEY = 'lang';
/** Dates that staff choose are not before this year, because nothing in the product is as old. */
export const EARLIEST_YEAR = 2000;
/** Staff and directors cannot set dates further ahead, because 2226 is a typing error. */
export const MAX_YEARS_AHEAD = 20;
