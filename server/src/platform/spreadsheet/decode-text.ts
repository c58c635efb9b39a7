import { FILE_MESSAGES } from '@vesalius/contract/people-import-messages';
import { refuseFile } from './unreadable-file.ts';

export type TextEncoding = 'UTF-8' | 'UTF-16' | 'Windows-1252';

const BYTE_ORDER_MARKS = [
  // Before UTF-16, because its mark begins with UTF-16's.
  { mark: [0xff, 0xfe, 0, 0], label: 'utf-32' },
  { mark: [0, 0, 0xfe, 0xff], label: 'utf-32' },
  { mark: [0xef, 0xbb, 0xbf], label: 'utf-8' },
  { mark: [0xff, 0xfe], label: 'utf-16le' },
  { mark: [0xfe, 0xff], label: 'utf-16be' },
] as const;

/**
 * Decodes text in one of three encodings, with or without a byte order mark. An ambiguous encoding is refused, because a
 * wrongly decoded name would be noticed only when it is printed.
 */
export function decodeText(bytes: Uint8Array): { text: string; encoding: TextEncoding } {
  if (bytes.length === 0) refuseFile(FILE_MESSAGES.empty);
  const known = BYTE_ORDER_MARKS.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte))?.label;
  if (known === 'utf-32') refuseFile(FILE_MESSAGES.utf32);
  const label = known ?? (bytes.includes(0) ? wideWithoutMark(bytes) : 'utf-8');
  const text = decodeAs(label, bytes);
  if (text?.includes('\0')) refuseFile(FILE_MESSAGES.notText);
  if (text !== null) return { text, encoding: label === 'utf-8' ? 'UTF-8' : 'UTF-16' };
  const western = label === 'utf-8' && !known ? decodeWestern(bytes) : null;
  if (western !== null && isPlausible(western)) return { text: western, encoding: 'Windows-1252' };
  return refuseFile(FILE_MESSAGES.encodingUnknown);
}

function decodeAs(label: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The characters 0x80 to 0x9F, where Windows-1252 differs from Latin-1; a space = not assigned. */
const WESTERN = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** Hand-written, because several releases of Node decode Windows-1252 as Latin-1. Null = a byte that is not assigned. */
function decodeWestern(bytes: Uint8Array): string | null {
  const text = Buffer.from(bytes).toString('latin1');
  if (/[\x81\x8d\x8f\x90\x9d]/.test(text)) return null;
  return text.replace(/[\u0080-\u009f]/g, (control) => WESTERN[control.charCodeAt(0) - 0x80] ?? ' ');
}

/** UTF-16 without a mark: commas, digits and addresses are ASCII, so every second byte of them is zero. */
function wideWithoutMark(bytes: Uint8Array): 'utf-16le' | 'utf-16be' {
  let [even, odd] = [0, 0];
  for (let at = bytes.indexOf(0); at >= 0; at = bytes.indexOf(0, at + 1)) at % 2 === 0 ? even++ : odd++;
  const [more, less] = [Math.max(even, odd), Math.min(even, odd)];
  if (bytes.length % 2 === 1 || more < bytes.length / 8 || less > more / 8) refuseFile(FILE_MESSAGES.notText);
  return odd > even ? 'utf-16le' : 'utf-16be';
}

/** In Western European names accented letters occur among plain ones. */
const WORD_WITHOUT_ASCII = /(?<!\p{L})[^\P{L}A-Za-z]{2,}(?!\p{L})/u;
/** How other encodings look when they are decoded as Windows-1252: a capital or a symbol within a word. */
const CAPITAL_AFTER_SMALL = /\p{Ll}[^\P{Lu}A-Z]/u;
const CAPITAL_BEFORE_SMALL = /\p{Lu}[^\P{Lu}A-Z]\p{Ll}/u;
const SIGN_IN_WORD = /\p{L}[^\p{L}\p{M}\p{N}\p{P}\p{Z}\p{C}\u0020-\u007e´]\p{L}/u;
/** How Łukasz and Paweł look: letters of Windows-1250 that are symbols here, at the edge of a word. */
const SIGN_AT_EDGE = /(?<![\p{L}\p{N}])[£¥¯³¹¼¾]\p{L}|\p{L}[£¥¯³¹¼¾](?!\p{L})/u;
const SIGNS_IN_A_ROW = /[^\p{L}\p{M}\p{N}\s\u0020-\u007e]{2}/u;

const isPlausible = (text: string): boolean =>
  ![
    WORD_WITHOUT_ASCII,
    CAPITAL_AFTER_SMALL,
    CAPITAL_BEFORE_SMALL,
    SIGN_IN_WORD,
    SIGN_AT_EDGE,
    SIGNS_IN_A_ROW,
  ].some((odd) => odd.test(text));
