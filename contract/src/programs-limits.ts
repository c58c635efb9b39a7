/** What the browser needs to know about programs without their schemas. */

/**
 * The first of these that holds. `invited`: the invitation is not accepted yet, nothing can be opened. `completed`: every
 * book of the program is completed. `behind`: an assignment that ended after the student joined is not done. `on_track`: a
 * page was read or a test taken. `not_started`: everybody else. Listed as a student passes through them.
 */
export const STUDENT_STATES = ['invited', 'not_started', 'behind', 'on_track', 'completed'] as const;
export type StudentState = (typeof STUDENT_STATES)[number];

export const ASSIGNMENT_KINDS = ['book', 'chapter', 'test'] as const;
export type AssignmentKind = (typeof ASSIGNMENT_KINDS)[number];

/** One act removes at most so many: as many as a file adds. */
export const REMOVAL_MAX_STUDENTS = 20_000;

/** A student who is behind is reminded again this long after the last time at the earliest. */
export const REMINDER_AGAIN_HOURS = 24;

/** Students of one page of the list. */
export const STUDENTS_PER_PAGE = 20;
export const ASSIGNMENT_NOTE_MAX_LENGTH = 200;

/** Up to so many students the overview counts every answer at each look; beyond, it shows sums counted before. */
export const SCORES_LIVE_MAX_STUDENTS = 500;
/** Sums older than this are counted again when somebody looks at them (seconds). */
export const SCORES_FRESH_SECONDS = 60;
