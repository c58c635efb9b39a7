import type { FrameCoding } from '@vesalius/contract/lectures-dicom';

/** A frame whose parts cannot be told from each other. */
export class BadFrame extends Error {}

const MARK = 0xff;
const [START, END, SCAN] = [0xd8, 0xd9, 0xda];
const [LINES, RESTARTS, HIERARCHY, EXPANSION] = [0xdc, 0xdd, 0xde, 0xdf];
const LS_PARAMETERS = 0xf8;
const JFIF = Buffer.from('JFIF\0', 'latin1');
const JFIF_LENGTH = 16;
const ADOBE = Buffer.from('Adobe', 'latin1');
const ADOBE_LENGTH = 14;
const COLOR_TRANSFORM = Buffer.from('mrfx', 'latin1');
const COLOR_TRANSFORM_LENGTH = 7;

const [SIZES, CODING, TILE, COMMENT] = [0xff51, 0xff52, 0xff90, 0xff64];
const CODESTREAM_END = Buffer.from([0xff, 0xd9]);
/** How a tile is coded: COD, COC, QCD, QCC, RGN, POC and PPT. */
const TILE_SEGMENTS = new Set([CODING, 0xff53, 0xff5c, 0xff5d, 0xff5e, 0xff5f, 0xff61]);
/** Also CAP, SIZ and PPM; without lists that only help to find tiles and packets, and names of profiles. */
const MAIN_SEGMENTS = new Set([0xff50, SIZES, CODING, 0xff53, 0xff5c, 0xff5d, 0xff5e, 0xff5f, 0xff60]);

/**
 * A compressed frame without what describes it to programs and people: EXIF, comments, thumbnails, colour profiles, and
 * what follows its end. What a decoder needs stays byte for byte. Throws BadFrame.
 */
export function withoutFrameMetadata(coding: FrameCoding, frame: Uint8Array): Uint8Array {
  if (coding === 'jpeg-2000' || coding === 'htj2k') return neededCodestream(frame);
  if (coding === 'jpeg' || coding === 'jpeg-lossless' || coding === 'jpeg-ls')
    return withoutSegments(frame, coding === 'jpeg-ls');
  return frame;
}

/** ITU-T T.81, annex B, and T.87, annex C: segments up to a scan, its data, further segments, and the end. */
function withoutSegments(frame: Uint8Array, isLs: boolean): Uint8Array {
  const bytes = Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength);
  if (bytes[0] !== MARK || bytes[1] !== START) throw new BadFrame();
  const parts: Buffer[] = [bytes.subarray(0, 2)];
  let at = 2;
  while (at < bytes.length) {
    const start = at;
    if (bytes[at] !== MARK) throw new BadFrame();
    while (bytes[at + 1] === MARK) at += 1;
    const marker = bytes[at + 1];
    if (marker === undefined) throw new BadFrame();
    if (marker === END) return joined([...parts, bytes.subarray(start, at + 2)]);
    const end = at + 2 + lengthAt(bytes, at + 2);
    if (end > bytes.length) throw new BadFrame();
    const content = bytes.subarray(at + 4, end);
    if (isNeeded(marker, content, isLs)) parts.push(bytes.subarray(start, end));
    else if (marker === 0xe0 && content.subarray(0, JFIF.length).equals(JFIF))
      parts.push(withoutThumbnail(bytes.subarray(at, at + 2 + JFIF_LENGTH)));
    at = end;
    if (marker !== SCAN) continue;
    at = endOfScan(bytes, end, isLs);
    parts.push(bytes.subarray(end, at));
  }
  // The end is missing: decoders stop at the last row.
  return joined(parts);
}

function lengthAt(bytes: Buffer, at: number): number {
  if (at + 2 > bytes.length) throw new BadFrame();
  const length = bytes.readUInt16BE(at);
  if (length < 2) throw new BadFrame();
  return length;
}

/** Frame headers, tables and scans; of what programs add, only how colors are stored. Throws BadFrame. */
function isNeeded(marker: number, content: Buffer, isLs: boolean): boolean {
  const length = content.length + 2;
  if (marker === 0xe0)
    return length === JFIF_LENGTH && content.subarray(0, JFIF.length).equals(JFIF) && isBare(content);
  if (marker === 0xee) return length === ADOBE_LENGTH && content.subarray(0, ADOBE.length).equals(ADOBE);
  if (isLs && marker === 0xe8)
    return length === COLOR_TRANSFORM_LENGTH && content.subarray(0, 4).equals(COLOR_TRANSFORM);
  const known = decodedLength(marker, content, isLs);
  // Decoders need each byte, or refuse the frame.
  if (known !== null && known !== content.length) throw new BadFrame();
  return known !== null;
}

/** The length that a segment of a decoder says its content has; null for other segments. */
function decodedLength(marker: number, content: Buffer, isLs: boolean): number | null {
  const { length } = content;
  if (isFrameHeader(marker, isLs) || marker === HIERARCHY) return 6 + 3 * (content[5] ?? 0);
  if (marker === 0xc4) return endOfTables(content, codesLength);
  if (marker === 0xdb) return endOfTables(content, quantizersLength);
  if (marker === 0xcc) return length - (length % 2);
  if (marker === SCAN) return 4 + 2 * (content[0] ?? 0);
  if (marker === LINES) return 2;
  // ITU-T T.87 has longer intervals.
  if (marker === RESTARTS) return isLs && (length === 3 || length === 4) ? length : 2;
  if (marker === EXPANSION) return 1;
  return isLs && marker === LS_PARAMETERS ? parametersLength(content) : null;
}

const isFrameHeader = (marker: number, isLs: boolean) =>
  (isLs && marker === 0xf7) ||
  (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc);

function endOfTables(content: Buffer, lengthOf: (content: Buffer, at: number) => number): number {
  let at = 0;
  while (at < content.length) at += lengthOf(content, at);
  return at;
}

/** A Huffman table: how many codes there are of each of 16 lengths, and their values. */
const codesLength = (content: Buffer, at: number) =>
  content.subarray(at + 1, at + 17).reduce((sum, count) => sum + count, 17);

const quantizersLength = (content: Buffer, at: number) => (content[at]! >> 4 === 0 ? 65 : 129);

/** Thresholds, or sizes above 16 bits; DICOM has no mapping tables. */
function parametersLength(content: Buffer): number | null {
  if (content[0] === 1) return 11;
  return content[0] === 4 ? 2 + 2 * (content[1] ?? 0) : null;
}

const isBare = (content: Buffer) => content[12] === 0 && content[13] === 0;

function withoutThumbnail(segment: Buffer): Buffer {
  if (segment.length < 2 + JFIF_LENGTH) throw new BadFrame();
  const bare = Buffer.from(segment);
  bare.writeUInt16BE(JFIF_LENGTH, 2);
  bare.writeUInt16BE(0, 2 + JFIF_LENGTH - 2);
  return bare;
}

/** In a scan, 0xff is followed by 0 (in JPEG-LS by less than 0x80), or by a restart marker. */
function endOfScan(bytes: Buffer, from: number, isLs: boolean): number {
  for (let at = bytes.indexOf(MARK, from); at >= 0; at = bytes.indexOf(MARK, at + 1)) {
    const next = bytes[at + 1];
    if (next === undefined) break;
    const isData = next === 0 || (isLs && next < 0x80) || (next >= 0xd0 && next <= 0xd7);
    if (!isData && next !== MARK) return at;
  }
  return bytes.length;
}

/**
 * ITU-T T.800, annex A, and T.814: segments of the main header that no decoder needs go, those of tiles become blank
 * comments, because the lengths of tiles are listed.
 */
function neededCodestream(frame: Uint8Array): Uint8Array {
  const bytes = Buffer.from(frame);
  // In a JP2 file the codestream is in a later box; a decoder needs nothing of the others.
  const begin = bytes.indexOf(Buffer.from([0xff, 0x4f, 0xff, 0x51]));
  if (begin < 0) throw new BadFrame();
  const parts: Buffer[] = [bytes.subarray(begin, begin + 2)];
  let at = begin + 2;
  for (; markerAt(bytes, at) !== TILE; ) {
    const end = at + 2 + lengthAt(bytes, at + 2);
    if (bytes[at] !== MARK || end > bytes.length) throw new BadFrame();
    if (MAIN_SEGMENTS.has(markerAt(bytes, at))) parts.push(wholeSegment(bytes.subarray(at, end)));
    at = end;
  }
  const tiles = at;
  while (at + 12 <= bytes.length && markerAt(bytes, at) === TILE) {
    const length = bytes.readUInt32BE(at + 6);
    const isOpen = length === 0;
    const most = isOpen ? bytes.length : at + length;
    if (lengthAt(bytes, at + 2) !== 10 || most > bytes.length || most < at + 14) throw new BadFrame();
    const data = blankTileHeader(bytes, at + 12, most);
    // Coded data never look like the end.
    const found = bytes.indexOf(CODESTREAM_END, data);
    const isEnded = found >= 0 && found < most;
    if (isEnded && !isOpen) throw new BadFrame();
    at = isEnded ? found : most;
  }
  // If the end is missing, decoders stop at the last tile.
  const end = at + 2 <= bytes.length && markerAt(bytes, at) === 0xffd9 ? at + 2 : at;
  return joined([...parts, bytes.subarray(tiles, end)]);
}

function markerAt(bytes: Buffer, at: number): number {
  if (at + 2 > bytes.length) throw new BadFrame();
  return bytes.readUInt16BE(at);
}

/** Decoders read each byte of it; what is longer than its content says may hold anything. */
function wholeSegment(segment: Buffer): Buffer {
  if (codestreamLength(segment) !== segment.length - 2) throw new BadFrame();
  return segment;
}

/** The length that the content of a segment calls for. */
function codestreamLength(segment: Buffer): number {
  const marker = markerAt(segment, 0);
  if (marker === SIZES) return segment.length < 40 ? 38 : 38 + 3 * segment.readUInt16BE(38);
  if (marker === CODING) return segment.length < 14 || segment[4]! % 2 === 0 ? 12 : 13 + segment[9]!;
  return segment.length - 2;
}

/** Returns where the data of the tile begin. */
function blankTileHeader(bytes: Buffer, from: number, to: number): number {
  let at = from;
  for (; markerAt(bytes, at) !== 0xff93; ) {
    const end = at + 2 + lengthAt(bytes, at + 2);
    if (bytes[at] !== MARK || end > to) throw new BadFrame();
    if (TILE_SEGMENTS.has(markerAt(bytes, at))) wholeSegment(bytes.subarray(at, end));
    else if (markerAt(bytes, at) === COMMENT) bytes.fill(0, at + 6, end);
    else {
      bytes.writeUInt16BE(COMMENT, at);
      bytes.fill(0, at + 4, end);
    }
    at = end;
  }
  return at + 2;
}

const joined = (parts: readonly Buffer[]): Uint8Array => Buffer.concat(parts);
