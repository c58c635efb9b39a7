import type { FrameCoding } from '@vesalius/contract/lectures-dicom';

/** A frame whose parts cannot be told from each other. */
export class BadFrame extends Error {}

const MARK = 0xff;
const [START, END, SCAN] = [0xd8, 0xd9, 0xda];
const JFIF = Buffer.from('JFIF\0', 'latin1');
const JFIF_LENGTH = 16;
const ADOBE = Buffer.from('Adobe', 'latin1');
const ADOBE_LENGTH = 14;
const COLOR_TRANSFORM = Buffer.from('mrfx', 'latin1');
const COLOR_TRANSFORM_LENGTH = 7;

/**
 * A compressed frame without what describes it to programs and people: EXIF, comments, thumbnails, colour profiles, and
 * what follows its end. What a decoder needs stays byte for byte. Throws BadFrame.
 */
export function withoutFrameMetadata(coding: FrameCoding, frame: Uint8Array): Uint8Array {
  if (coding === 'jpeg-2000' || coding === 'htj2k') return withoutComments(frame);
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

/** Frame headers, tables and scans; of what programs add, only how colours are stored. */
function isNeeded(marker: number, content: Buffer, isLs: boolean): boolean {
  const length = content.length + 2;
  if (marker === 0xe0)
    return length === JFIF_LENGTH && content.subarray(0, JFIF.length).equals(JFIF) && isBare(content);
  if (marker === 0xee) return length === ADOBE_LENGTH && content.subarray(0, ADOBE.length).equals(ADOBE);
  if (isLs && marker === 0xe8)
    return length === COLOR_TRANSFORM_LENGTH && content.subarray(0, 4).equals(COLOR_TRANSFORM);
  if (isLs && (marker === 0xf7 || marker === 0xf8)) return true;
  return (
    (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc8) ||
    (marker >= SCAN && marker <= 0xdf) ||
    marker === 0xdb
  );
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

/** ITU-T T.800, annex A: comments of the main header go, those of tiles become blank: their lengths are listed. */
function withoutComments(frame: Uint8Array): Uint8Array {
  const bytes = Buffer.from(frame);
  // In a JP2 file the codestream is in a later box; a decoder needs nothing of the others.
  const begin = bytes.indexOf(Buffer.from([0xff, 0x4f, 0xff, 0x51]));
  if (begin < 0) throw new BadFrame();
  const parts = [bytes.subarray(begin, begin + 2)];
  let at = begin + 2;
  for (; markerAt(bytes, at) !== 0xff90; ) {
    const end = at + 2 + lengthAt(bytes, at + 2);
    if (bytes[at] !== MARK || end > bytes.length) throw new BadFrame();
    if (markerAt(bytes, at) !== 0xff64) parts.push(bytes.subarray(at, end));
    at = end;
  }
  const tiles = at;
  while (at + 12 <= bytes.length && markerAt(bytes, at) === 0xff90) {
    const length = bytes.readUInt32BE(at + 6);
    const end = length === 0 ? endOfCodestream(bytes, at) : at + length;
    if (end > bytes.length || end < at + 14) throw new BadFrame();
    blankComments(bytes, at + 12, end);
    at = end;
  }
  const end = at + 2 <= bytes.length && markerAt(bytes, at) === 0xffd9 ? at + 2 : at;
  return joined([...parts, bytes.subarray(tiles, end)]);
}

function markerAt(bytes: Buffer, at: number): number {
  if (at + 2 > bytes.length) throw new BadFrame();
  return bytes.readUInt16BE(at);
}

/** A last tile without a length goes on to the mark at the end. */
function endOfCodestream(bytes: Buffer, from: number): number {
  const end = bytes.lastIndexOf(Buffer.from([0xff, 0xd9]));
  return end < from ? bytes.length : end;
}

/** In the header of a tile, which ends where its data begin. */
function blankComments(bytes: Buffer, from: number, to: number): void {
  for (let at = from; markerAt(bytes, at) !== 0xff93; ) {
    const end = at + 2 + lengthAt(bytes, at + 2);
    if (bytes[at] !== MARK || end > to) throw new BadFrame();
    if (markerAt(bytes, at) === 0xff64) bytes.fill(0, at + 6, end);
    at = end;
  }
}

const joined = (parts: readonly Buffer[]): Uint8Array => Buffer.concat(parts);
