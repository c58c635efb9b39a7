import { readFile, stat } from 'node:fs/promises';

/** Why a file cannot be read as text, and the line of the problem. */
export class NotText extends Error {
  readonly line: number | null;

  constructor(message: string, line: number | null) {
    super(message);
    this.line = line;
  }
}

/** The maximum size of a manifest, question file or caption file: a large textbook has that many bytes of text. */
const MAX_BYTES = 5_000_000;
const LINE_FEED = 0x0a;

/** Reads a text file with `decodeBookText`, within the size limit of a book's text files. */
export async function readText(path: string): Promise<string> {
  const facts = await stat(path);
  // A device or a pipe has no size, and may never end.
  if (!facts.isFile()) throw new NotText('is not a file', null);
  const { size } = facts;
  if (size > MAX_BYTES) throw new NotText('is larger than 5 MB; no text of a book is', null);
  return decodeBookText(await readFile(path));
}

/**
 * Decodes UTF-8, or UTF-16 with a byte order mark, which is removed. Throws NotText for anything else: letters are
 * never replaced by question marks.
 */
export function decodeBookText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decode(bytes, 'utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decode(bytes, 'utf-16be');
  if (looksLikeUtf16(bytes)) {
    throw new NotText('is encoded in UTF-16 without a byte order mark; save it as UTF-8', null);
  }
  return decode(bytes, 'utf-8');
}

/** Text files of a book begin with Latin characters: in UTF-16 every other byte is then zero. */
function looksLikeUtf16(bytes: Uint8Array): boolean {
  const start = bytes.subarray(0, 64);
  const zeros = start.filter((byte) => byte === 0).length;
  return start.length >= 4 && zeros >= start.length / 3;
}

function decode(bytes: Uint8Array, encoding: 'utf-8' | 'utf-16le' | 'utf-16be'): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new NotText(
      'is not encoded in UTF-8 (perhaps in Windows-1252 or Latin-1); save it as UTF-8',
      encoding === 'utf-8' ? lineOfFirstFault(bytes) : null,
    );
  }
}

/** In UTF-8 a line feed byte is never part of another character, so lines can be decoded one by one. */
function lineOfFirstFault(bytes: Uint8Array): number {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  for (let start = 0; start < bytes.length; line += 1) {
    const end = bytes.indexOf(LINE_FEED, start);
    const next = end === -1 ? bytes.length : end + 1;
    try {
      decoder.decode(bytes.subarray(start, next));
    } catch {
      return line;
    }
    start = next;
  }
  return line;
}
