/** More than any list of people has; those behind are left out. */
export const MAX_COLUMNS = 200;
/** Read in slices of this many characters, between which other requests have their turn. */
export const SLICE_LENGTH = 200_000;
