import { BadVideo } from './video-facts.ts';

/* The boxes of an MP4 file (ISO/IEC 14496-12), 4.2. */

export interface Box {
  readonly type: string;
  /** Start and end of the content in the buffer or file. */
  readonly start: number;
  readonly end: number;
}

/** Reads the header at `offset` in the buffer; positions in the result are relative to `position`. */
export function headerOf(buffer: Buffer, offset: number, position: number, limit: number): Box | null {
  if (buffer.length < offset + 8) return null;
  const small = buffer.readUInt32BE(offset);
  const type = buffer.toString('latin1', offset + 4, offset + 8);
  let header = 8;
  let size = small;
  if (small === 1) {
    if (buffer.length < offset + 16) return null;
    size = Number(buffer.readBigUInt64BE(offset + 8));
    header = 16;
  } else if (small === 0) size = limit - position;
  return size < header ? null : { type, start: position + header, end: position + size };
}

/** Of one parent: the many parts of an index are in tables and not in boxes. */
const MAX_BOXES = 1000;

export function* boxes(buffer: Buffer, start: number, end: number): Generator<Box> {
  for (let [position, count] = [start, 0]; position < end; count += 1) {
    if (count === MAX_BOXES) throw new BadVideo('has a damaged index; export it again');
    const box = headerOf(buffer, position, position, end);
    if (!box || box.end > end) return;
    yield box;
    position = box.end;
  }
}

export function find(buffer: Buffer, parent: Box, ...types: string[]): Box | null {
  let current: Box | null = parent;
  for (const type of types) {
    if (!current) return null;
    current = firstOf(boxes(buffer, current.start, current.end), type);
  }
  return current;
}

function firstOf(all: Iterable<Box>, type: string): Box | null {
  for (const box of all) if (box.type === type) return box;
  return null;
}

export const all = (buffer: Buffer, parent: Box, type: string): Box[] =>
  [...boxes(buffer, parent.start, parent.end)].filter((box) => box.type === type);

/** mvhd and mdhd begin with the same fields: version, flags, two times, time scale, duration. */
export function durationOf(buffer: Buffer, box: Box | null): number {
  if (!box) return 0;
  const isLong = buffer[box.start] === 1;
  const scale = buffer.readUInt32BE(box.start + (isLong ? 20 : 12));
  const duration = isLong
    ? Number(buffer.readBigUInt64BE(box.start + 24))
    : buffer.readUInt32BE(box.start + 16);
  return scale > 0 && duration < 2 ** 32 - 1 ? duration / scale : 0;
}

/** The time scale of a header box (mvhd, mdhd): units per second. */
export const scaleOf = (buffer: Buffer, box: Box | null): number =>
  box ? buffer.readUInt32BE(box.start + (buffer[box.start] === 1 ? 20 : 12)) : 0;
