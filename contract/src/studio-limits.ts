/** Sizes of books that are being made, and of what is sent to change them. */

/** The size of a working copy as JSON. A book of 450 pages with 140 questions has a tenth. */
export const MAX_MANIFEST_BYTES = 4_000_000;
/** The number of changes in one call. */
export const MAX_CHANGES = 100;
export const MAX_OPERATIONS_PER_CHANGE = 200;
export const CHANGES_BODY_BYTES = 2_000_000;
/** The maximum of later operations in one answer; a client that is further behind calls again. */
export const MAX_OPERATIONS_AT_ONCE = 200;
/** A change that is based on an older version is refused: it would have to be compared with too much. */
export const MAX_VERSIONS_BEHIND = 10_000;
/** How often a visible desk fetches the changes of others (milliseconds). */
export const WORK_POLL_MS = 2000;
/** A user counts as being at the desk for this long after the last call (milliseconds). */
export const PRESENCE_MS = 12_000;
/** Undo steps that were refused and are left out. */
export const MAX_SKIPPED_STEPS = 100;
export const HISTORY_PER_PAGE = 50;
export const WORKS_PER_PAGE = 20;
export const RELEASES_PER_PAGE = 20;

/** Of one language of a lecture: four hours, one every two seconds. */
export const MAX_CUES = 7200;
/** Of the words of one (letters). */
export const MAX_CUE_LENGTH = 2000;
export const CAPTIONS_BODY_BYTES = 3_000_000;

/** Of a comment on a page (letters). */
export const MAX_COMMENT_LENGTH = 4000;
/** Of the words that a comment is about (letters). */
export const MAX_QUOTE_OF_COMMENT = 1000;
/** That are open, answers included. */
export const MAX_OPEN_COMMENTS_PER_WORK = 2000;
export const MAX_ANSWERS_PER_COMMENT = 50;
/** Of an answer, without the answers to them. */
export const MAX_COMMENTS_PER_PART = 50;
/** Of an answer, with the answers to them (letters). A longer comment comes alone. */
export const MAX_COMMENT_PART_LENGTH = 100_000;

/** Who is asked to review a work. */
export const MAX_EARLIER_APPROVALS = 50;
export const MAX_REVIEWERS = 50;
/** Of the note to them (letters). */
export const MAX_REVIEW_NOTE_LENGTH = 2000;

/** Of a version, by authors and editors of the book; staff choose the number for each publisher. */
export const MAX_REQUIRED_APPROVALS = 20;

/** Whom a preview shows the book to. */
export const PREVIEW_READERS = ['visitor', 'subscriber', 'student'] as const;
export type PreviewReader = (typeof PREVIEW_READERS)[number];

/**
 * Fields of a working copy that concern more than the book: its address in the shop, whose it is, and what it is sold and
 * taught in beside other books.
 */
export const STAFF_FIELDS: readonly string[] = ['slug', 'publisher', 'packages', 'programs'];

export const WORK_ROLES = ['producer', 'author', 'editor'] as const;
export type WorkRole = (typeof WORK_ROLES)[number];
/** `scheduled`: not published yet, and will be; `changed`: published, with changes that readers do not see yet. */
export const WORK_STATES = ['draft', 'scheduled', 'published', 'changed', 'withdrawn', 'replaced'] as const;

/** Of a question. */
export const MIN_CHOICES = 2;
export const MAX_CHOICES = 8;
