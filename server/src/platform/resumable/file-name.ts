const MAX_LENGTH = 200;
const END_LENGTH = 20;
/** Control characters, and those that change the direction of the surrounding text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** A file name as the user's computer has it, without folders and invisible characters. It is text, never a path. */
export function cleanFileName(given: string): string {
  const last = given.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const name = [...last.replace(INVISIBLE, '').trim()];
  if (name.length <= MAX_LENGTH) return name.join('') || 'file';
  // The end holds the file extension.
  return [...name.slice(0, MAX_LENGTH - END_LENGTH - 1), '…', ...name.slice(-END_LENGTH)].join('');
}
