const MAX_LENGTH = 200;
const END_LENGTH = 20;
/** Control characters, and those that turn the direction of the text around them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** A name as somebody's computer has it, without folders and whatever does not show. It is text, and never a path. */
export function cleanFileName(given: string): string {
  const last = given.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const name = [...last.replace(INVISIBLE, '').trim()];
  if (name.length <= MAX_LENGTH) return name.join('') || 'file';
  // The end tells the kind.
  return [...name.slice(0, MAX_LENGTH - END_LENGTH - 1), '…', ...name.slice(-END_LENGTH)].join('');
}
