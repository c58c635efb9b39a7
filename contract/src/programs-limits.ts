/** Limits of programs for the browser, without schemas. */

/**
 * The first of these that applies. `invited`: the invitation is not accepted, so nothing can be opened. `completed`: every book of
 * the program is completed. `behind`: an assignment whose due date ended after the student joined is not done. `on_track`: a page
 * was read or a test taken. `not_started`: otherwise. Listed in the order in which a student passes through them.
 */
export const STUDENT_STATES = ['invited', 'not_started', 'behind', 'on_track', 'completed'] as const;
export type StudentState = (typeof STUDENT_STATES)[number];

export const ASSIGNMENT_KINDS = ['book', 'chapter', 'test'] as const;
export type AssignmentKind = (typeof ASSIGNMENT_KINDS)[number];

/** The maximum of one removal: as many as a file adds. */
export const REMOVAL_MAX_STUDENTS = 20_000;

/** The minimum time between two reminders of a student. */
export const REMINDER_AGAIN_HOURS = 24;

/** Students per page of the list. */
export const STUDENTS_PER_PAGE = 20;
export const ASSIGNMENT_NOTE_MAX_LENGTH = 200;

/** Up to this number of students the overview counts every answer at each request; above it, it shows stored sums. */
export const SCORES_LIVE_MAX_STUDENTS = 500;
/** Older sums are counted again at the next request (seconds). */
export const SCORES_FRESH_SECONDS = 60;
