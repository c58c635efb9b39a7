/** What the browser needs to know about programs without their schemas. */

/** How an address in a file or form ends up; `new` and `known` are the good ones. */
export const ROW_OUTCOMES = ['new', 'known', 'already_in', 'invalid', 'repeated', 'not_a_student'] as const;
export type RowOutcome = (typeof ROW_OUTCOMES)[number];

/**
 * `behind`: an assignment is over and not done. `completed`: every book of the program is completed.
 * `not_started`: no page, no test. `on_track`: everybody else.
 */
export const STUDENT_STATES = ['on_track', 'behind', 'not_started', 'completed'] as const;
export type StudentState = (typeof STUDENT_STATES)[number];

export const ASSIGNMENT_KINDS = ['book', 'chapter', 'test'] as const;
export type AssignmentKind = (typeof ASSIGNMENT_KINDS)[number];

/** One request adds at most so many; a longer file is sent in parts, which also gives the progress bar its steps. */
export const ASSIGN_MAX_USERS = 1000;
/** A file of 20,000 students has about 1.2 MB. */
export const ASSIGN_FILE_MAX_BYTES = 5_000_000;
export const ASSIGN_FILE_MAX_ROWS = 20_000;
/** An import can be taken back for a day. */
export const IMPORT_UNDO_HOURS = 24;
/** Students of one page of the list. */
export const STUDENTS_PER_PAGE = 20;
export const ASSIGNMENT_NOTE_MAX_LENGTH = 200;

/** Up to so many students the overview counts every answer at each look; beyond, it shows sums counted before. */
export const SCORES_LIVE_MAX_STUDENTS = 500;
/** Sums older than this are counted again when somebody looks at them (seconds). */
export const SCORES_FRESH_SECONDS = 60;
