import { defuseCell, NEEDS_QUOTES } from '@vesalius/contract/spreadsheet-cell';

/** For files that defuse their texts one by one, because their numbers are texts and may be negative. */
export const QUOTED = { quoted_match: NEEDS_QUOTES };

/** Cells that a spreadsheet would run as formulas are escaped. */
export const DEFUSED = { ...QUOTED, cast: { string: defuseCell } };
