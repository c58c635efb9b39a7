import { fileTypeFromBuffer } from 'file-type';

/** Media types that the first bytes identify and that a book can contain. */
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
/** Video containers whose media type does not begin with `video/`. */
const VIDEO_CONTAINERS: ReadonlySet<string> = new Set(['application/mxf', 'application/vnd.ms-asf']);
/** Whether the type from `recognizeFile` is a video. */
export const isVideoType = (mediaType: string): boolean =>
  mediaType.startsWith('video/') || VIDEO_CONTAINERS.has(mediaType);
/** Adobe's readers accept a PDF whose header is within the first 1,024 bytes. */
const PDF_HEADER_WITHIN = 1024;
/** The number of bytes needed to recognize a file. */
export const HEAD_BYTES = 65_536;
/** Types from the library that need a closer look at the text. */
const TEXTS = /^(?:text\/|application\/(?:xml|x-subrip)$)/;
const MAX_TEXT_BYTES = 50_000_000;
/** Root elements of question files: Moodle, and QTI 1.2 to 3.0. */
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
 * The media type of a file, from its first 64 kB and never from its name; null if no book can use it. Whether the
 * file is complete and valid is checked when it is prepared.
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

/** QuickTime files from before the file type box (`ftyp`) existed. */
const isOldQuickTime = (head: Buffer): boolean =>
  ['moov', 'mdat', 'wide'].includes(head.toString('latin1', 4, 8)) && head.readUInt32BE(0) >= 8;

function recognizeText(head: Buffer, isCut: boolean): string | null {
  const text = decode(head, isCut);
  if (text === null) return null;
  const start = text.trimStart();
  if (/^WEBVTT(?:[ \t\r\n]|$)/.test(start)) return 'text/vtt';
  if (/^\d+\s*\r?\n\d{1,2}:\d{2}:\d{2}[,.]\d{1,3}\s*-->/.test(start)) return 'application/x-subrip';
  if (start.startsWith('<')) return QUESTION_ROOTS.has(rootOf(start)) ? 'application/xml' : null;
  // Line by line: an expression over the whole text tries each of many line breaks as the beginning of the rest.
  const lines = text.split(/\r\n?|\n/).map((line) => line.trim());
  const isAiken = lines.some((line) => /^ANSWER:\s*[A-Z]$/.test(line));
  // A comment, a category, a title, or a question with its answers in braces.
  const isGift = lines.some((line) => /^(?:\/\/|\$CATEGORY:|::)/.test(line)) || hasAnswersInBraces(text);
  if (isAiken || isGift) return 'text/plain';
  return isTable(start) ? 'text/csv' : null;
}

const hasAnswersInBraces = (text: string): boolean =>
  text
    .split('{')
    .slice(1)
    .some((part) => /[=~]/.test(part.slice(0, Math.max(0, part.indexOf('}')))));

/**
 * Decodes UTF-8, UTF-16 with a byte order mark, or one byte per character; null if control characters show that it is
 * not text.
 */
function decode(head: Buffer, isCut: boolean): string | null {
  const encoding = !isUtf16(head) ? 'utf-8' : head[0] === 0xff ? 'utf-16le' : 'utf-16be';
  const text = tryDecode(head, encoding, isCut) ?? new TextDecoder('windows-1252').decode(head);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what no text has
  return /[\u0000-\u0008\u000e-\u001f]/.test(text) ? null : text.replace(/^\ufeff/, '');
}

/** Whether the text begins with a UTF-16 byte order mark. */
const isUtf16 = (head: Buffer): boolean =>
  (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);

function tryDecode(head: Buffer, encoding: string, isCut: boolean): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(head, { stream: isCut });
  } catch {
    return null;
  }
}

const BEFORE_ROOT = [
  ['<?', '?>'],
  ['<!--', '-->'],
  ['<!', '>'],
] as const;
const SPACE = /\s*/y;
const MAX_NAME_LENGTH = 200;

/** The name of the first element, after declarations and comments. */
function rootOf(xml: string): string {
  let at = 0;
  for (;;) {
    SPACE.lastIndex = at;
    at += SPACE.exec(xml)?.[0].length ?? 0;
    const markup = BEFORE_ROOT.find(([begin]) => xml.startsWith(begin, at));
    if (!markup) break;
    const end = xml.indexOf(markup[1], at + markup[0].length);
    if (end < 0) return '';
    at = end + markup[1].length;
  }
  const name = /^<([A-Za-z][\w.:-]*)/.exec(xml.slice(at, at + MAX_NAME_LENGTH))?.[1] ?? '';
  return name.slice(name.indexOf(':') + 1);
}

/** The first two lines have the same number of columns, at least two. */
function isTable(text: string): boolean {
  const lines = text.split(/\r?\n|\r/).filter((line) => line.trim() !== '');
  const [header, ...rows] = lines;
  if (!header || rows.length === 0) return false;
  return [',', ';', '\t'].some((separator) => {
    const columns = header.split(separator).length;
    return columns >= 2 && (rows[0] ?? '').split(separator).length >= columns;
  });
}
