import type { QuestionFile } from './question-file.ts';

/** Including pictures; a package of two thousand questions without pictures is about 1 MB. */
export const MAX_FILE_BYTES = 50_000_000;

/** Without pictures: a large textbook has that many bytes of text. */
const MAX_TEXT_BYTES = 5_000_000;
const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
/** The signature of old Office files. */
export const COMPOUND_FILE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

export const beginsWith = (bytes: Uint8Array, signature: Buffer): boolean =>
  signature.equals(bytes.subarray(0, signature.length));
export const isArchive = (bytes: Uint8Array): boolean => beginsWith(bytes, ZIP);

export const isXml = (bytes: Uint8Array): boolean => /^[\s\uFEFF]*</.test(decodeStart(bytes));

/** Enough to see a tag, in any encoding. */
const decodeStart = (bytes: Uint8Array): string =>
  new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : bytes[0] === 0xfe ? 'utf-16be' : 'utf-8').decode(
    bytes.subarray(0, 1000),
  );

/** Why a file is not read; null if it is. */
export function refusalOfSize(bytes: Uint8Array): string | null {
  if (bytes.length > MAX_FILE_BYTES) return 'The file is larger than 50 MB, which no file of questions is.';
  const isText = !isArchive(bytes) && !beginsWith(bytes, COMPOUND_FILE) && !isXml(bytes);
  return isText && bytes.length > MAX_TEXT_BYTES
    ? 'The file is larger than 5 MB, which no text with questions is.'
    : null;
}

export interface ReadRequest {
  readonly bytes: Uint8Array;
  readonly name: string;
}
export type ReadAnswer = { readonly file: QuestionFile } | { readonly failure: string };
