/** Control characters but tab and line ends, and characters that change the direction of the surrounding text. */
const UNSTORABLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/**
 * Text that came in a file, as PostgreSQL stores it and screens show it. PostgreSQL stores no NUL, and in JSON no half of a
 * character.
 */
export const storableText = (text: string): string => text.toWellFormed().replace(UNSTORABLE, '');

/** The beginning of a text, without half of a character at its end. */
export const cutText = (text: string, maxLength: number): string =>
  text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '');

/** The end of a text, without half of a character at its beginning. */
export const endOfText = (text: string, maxLength: number): string =>
  text.slice(-maxLength).replace(/^[\udc00-\udfff]/, '');
