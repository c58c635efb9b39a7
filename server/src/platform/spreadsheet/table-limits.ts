/** More than any list of people has; further columns are ignored. */
export const MAX_COLUMNS = 200;
/** Text is parsed in slices of this many characters, between which other requests get their turn. */
export const SLICE_LENGTH = 200_000;
