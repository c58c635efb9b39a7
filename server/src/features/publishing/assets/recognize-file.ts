import { fileTypeFromBuffer } from 'file-type';

/** Kinds of whose content the beginning tells what they are, by what a book can hold. */
const BINARY: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/avif',
  'image/tiff',
  'image/gif',
  'image/heic',
  'image/heif',
  'image/heic-sequence',
  'application/dicom',
  'application/zip',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
]);
/** Containers of videos that do not begin with `video/` there. */
const VIDEO_CONTAINERS: ReadonlySet<string> = new Set(['application/mxf', 'application/vnd.ms-asf']);
/** Pictures with time, by the type that `recognizeFile` gave. */
export const isVideoType = (mediaType: string): boolean =>
  mediaType.startsWith('video/') || VIDEO_CONTAINERS.has(mediaType);
/** Adobe's readers take a PDF whose header stands within the first 1,024 bytes. */
const PDF_HEADER_WITHIN = 1024;
/** Enough of a file to tell what it is. */
export const HEAD_BYTES = 65_536;
/** What the library takes for one of these is looked at more closely. */
const TEXTS = /^(?:text\/|application\/(?:xml|x-subrip)$)/;
const MAX_TEXT_BYTES = 50_000_000;
/** Of question files: Moodle, and QTI 1.2 to 3.0. */
const QUESTION_ROOTS = new Set([
  'quiz',
  'questestinterop',
  'manifest',
  'assessmentItem',
  'assessmentTest',
  'assessmentSection',
  'qti-assessment-item',
  'qti-assessment-test',
  'qti-assessment-section',
]);

/**
 * What a file is, by its first 64 kB and never by its name; null = a kind that nothing here is made of. Whether it is whole
 * and sound is found out by whoever prepares it.
 */
export async function recognizeFile(head: Buffer, bytes: number): Promise<string | null> {
  if (head.subarray(0, PDF_HEADER_WITHIN + 5).includes('%PDF-')) return 'application/pdf';
  const found = isUtf16(head) ? undefined : await fileTypeFromBuffer(head);
  if (found && !TEXTS.test(found.mime)) {
    const { mime } = found;
    return isVideoType(mime) || BINARY.has(mime) ? mime : null;
  }
  if (isOldQuickTime(head)) return 'video/quicktime';
  return bytes <= MAX_TEXT_BYTES ? recognizeText(head, head.length < bytes) : null;
}

/** Made before MOV files began with their type. */
const isOldQuickTime = (head: Buffer): boolean =>
  ['moov', 'mdat', 'wide'].includes(head.toString('latin1', 4, 8)) && head.readUInt32BE(0) >= 8;

function recognizeText(head: Buffer, isCut: boolean): string | null {
  const text = decode(head, isCut);
  if (text === null) return null;
  const start = text.trimStart();
  if (/^WEBVTT(?:[ \t\r\n]|$)/.test(start)) return 'text/vtt';
  if (/^\d+\s*\r?\n\d{1,2}:\d{2}:\d{2}[,.]\d{1,3}\s*-->/.test(start)) return 'application/x-subrip';
  if (start.startsWith('<')) return QUESTION_ROOTS.has(rootOf(start)) ? 'application/xml' : null;
  const isAiken = /^\s*ANSWER:\s*[A-Z]\s*$/m.test(text);
  // A comment, a category, a title, or a question with its answers in braces.
  const isGift = /^\s*(?:\/\/|\$CATEGORY:|::)/m.test(text) || /\{[^{}]*[=~][^{}]*\}/s.test(text);
  if (isAiken || isGift) return 'text/plain';
  return isTable(start) ? 'text/csv' : null;
}

/** UTF-8, UTF-16 with its mark, or one byte a letter; null where control characters say that it is no text. */
function decode(head: Buffer, isCut: boolean): string | null {
  const encoding = !isUtf16(head) ? 'utf-8' : head[0] === 0xff ? 'utf-16le' : 'utf-16be';
  const text = tryDecode(head, encoding, isCut) ?? new TextDecoder('windows-1252').decode(head);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what no text has
  return /[\u0000-\u0008\u000e-\u001f]/.test(text) ? null : text.replace(/^\ufeff/, '');
}

/** By the mark at its beginning. */
const isUtf16 = (head: Buffer): boolean =>
  (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);

function tryDecode(head: Buffer, encoding: string, isCut: boolean): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(head, { stream: isCut });
  } catch {
    return null;
  }
}

/** The name of the first element, after declarations and comments. */
function rootOf(xml: string): string {
  const content = xml.replace(/<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<![A-Z][^>]*>/g, '');
  const name = /^\s*<([A-Za-z][\w.:-]*)/.exec(content)?.[1] ?? '';
  return name.slice(name.indexOf(':') + 1);
}

/** The first two lines have the same columns, two at least. */
function isTable(text: string): boolean {
  const lines = text.split(/\r?\n|\r/).filter((line) => line.trim() !== '');
  const [header, ...rows] = lines;
  if (!header || rows.length === 0) return false;
  return [',', ';', '\t'].some((separator) => {
    const columns = header.split(separator).length;
    return columns >= 2 && (rows[0] ?? '').split(separator).length >= columns;
  });
}
