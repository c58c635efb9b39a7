/**
 * Escapes a text with an apostrophe where a spreadsheet would run a formula: at its beginning, and after a character at
 * which some spreadsheets begin a new cell. They may take the quotes of our cell for text when they split at ";".
 */
export const defuseCell = (text: string): string =>
  text
    .replace(/^(?=[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/, "'")
    .replace(/(?<=[;\t\r\n])(?="*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g, "'");

/** What is quoted in CSV, for spreadsheets that split at ";" or tab. */
export const NEEDS_QUOTES = /[",;\t\r\n]/;
