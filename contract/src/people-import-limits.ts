/** Limits of importing people for the browser, without schemas. */

/**
 * The outcome of a row. `added` does not reveal whether the address had an account, nor `refused` why it cannot be added.
 * `no_seat`: only institutions have a limited number of seats.
 */
export const ROW_OUTCOMES = ['added', 'already_in', 'invalid', 'repeated', 'refused', 'no_seat'] as const;
export type RowOutcome = (typeof ROW_OUTCOMES)[number];

export const PERSON_FIELDS = ['email', 'first_name', 'second_name'] as const;
export type PersonField = (typeof PERSON_FIELDS)[number];
/** The content of a column: a full name replaces its two parts. */
export const FILE_COLUMNS = [...PERSON_FIELDS, 'full_name'] as const;
export type FileColumn = (typeof FILE_COLUMNS)[number];

type Mapping = Readonly<Record<FileColumn, number | null>>;
/** The columns that must be chosen before rows can be read. */
export const missingColumns = (mapping: Mapping): readonly PersonField[] =>
  PERSON_FIELDS.filter(
    (field) => mapping[field] === null && (field === 'email' || mapping.full_name === null),
  );

/** The maximum per request; a longer file is sent in parts, which also drives the progress bar. */
export const IMPORT_MAX_PEOPLE = 1000;
/** A file of 20,000 people has about 1.2 MB. */
export const IMPORT_FILE_MAX_BYTES = 5_000_000;
export const IMPORT_FILE_MAX_ROWS = 20_000;
/** How many different addresses a user may check or add per day: the longest file, and corrections. */
export const IMPORT_MAX_ADDRESSES_PER_DAY = 22_000;
/** An import can be undone for this long. */
export const IMPORT_UNDO_HOURS = 24;
/** How long the link of an invitation is valid. */
export const INVITATION_DAYS = 14;
/** The minimum time between two invitations. */
export const INVITATION_RESEND_HOURS = 1;
/** How many invitations can be sent again at once: as many as a file adds. */
export const RESEND_MAX_PEOPLE = IMPORT_FILE_MAX_ROWS;
