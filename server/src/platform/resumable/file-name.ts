import { storableText } from '../storable-text.ts';

const MAX_LENGTH = 200;
const END_LENGTH = 20;
/** What nobody sees in a name, beside what is never stored. */
const INVISIBLE = /[\t\n\r\u061c\u200b-\u200f\u2028\u2029\u2060-\u2065]/g;

/** A file name as the user's computer has it, without folders and invisible characters. It is text, never a path. */
export function cleanFileName(given: string): string {
  const last = storableText(given).split(/[/\\]/).at(-1) ?? '';
  const name = [...last.replace(INVISIBLE, '').trim()];
  if (name.length <= MAX_LENGTH) return name.join('') || 'file';
  // The end holds the file extension.
  return [...name.slice(0, MAX_LENGTH - END_LENGTH - 1), '…', ...name.slice(-END_LENGTH)].join('');
}
