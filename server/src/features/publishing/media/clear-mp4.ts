import type { FileHandle } from 'node:fs/promises';
import { BlockReader } from '../checks/block-reader.ts';
import { MAX_TOP_LEVEL_BOXES } from '../checks/mp4.ts';
import { all, type Box, boxes, find, headerOf } from '../checks/mp4-boxes.ts';
import { BadVideo } from '../checks/video-facts.ts';
import { addChunks, addRuns, Pieces, trackOfFragment } from './mp4-pieces.ts';
import { writeZeros } from './write-zeros.ts';

/*
 * Clears an MP4 file (ISO/IEC 14496-12) of what no player needs: place and time of a recording, names, comments, tracks
 * of data. Everything stays where it is, because the index says where the samples are: a box that goes becomes free space
 * of zeros.
 */

const CONTAINERS = new Set([
  ...['moov', 'trak', 'mdia', 'minf', 'dinf', 'stbl', 'edts', 'mvex', 'moof', 'traf', 'mfra'],
]);
/** What a player needs to find and time samples. */
const NEEDED = new Set([
  ...['ftyp', 'styp', 'mdat', 'sidx', 'mvhd', 'tkhd', 'elst', 'mdhd', 'hdlr', 'vmhd', 'smhd', 'dref', 'stsd'],
  ...['stts', 'ctts', 'cslg', 'stss', 'stps', 'stsz', 'stz2', 'stsc', 'stco', 'co64', 'sgpd', 'sbgp', 'sdtp'],
  ...['mehd', 'trex', 'mfhd', 'tfhd', 'tfdt', 'trun', 'tfra', 'mfro'],
]);
/** Of a sample entry: what decoders need, and how pictures are shown. */
const NEEDED_BY_DECODERS = new Set([
  ...['avcC', 'hvcC', 'lhvC', 'vvcC', 'vpcC', 'av1C', 'dvcC', 'dvvC', 'esds', 'wave', 'dOps', 'dfLa', 'dac3'],
  ...['dec3', 'alac', 'chan', 'srat', 'btrt', 'pasp', 'clap', 'fiel', 'colr', 'mdcv', 'clli', 'SmDm', 'CoLL'],
]);
const LARGEST_MOOF_BYTES = 4_000_000;

interface TopBox extends Box {
  /** Of its header in the file. */
  readonly position: number;
}

/** Of a file that `readVideo` accepted; throws BadVideo. */
export async function clearMp4(file: FileHandle): Promise<void> {
  const top = await topBoxes(file);
  const read = async ({ start, end }: Box) => {
    const buffer = Buffer.alloc(end - start);
    await file.read(buffer, 0, buffer.length, start);
    return buffer;
  };
  const pieces = new Pieces();
  const usualBytes = new Map<number, number>();
  for (const box of top.filter(({ type }) => type === 'moov')) {
    const moov = await read(box);
    clearTracks(moov, { pieces, usualBytes });
    clearInside(moov, 0, moov.length);
    await file.write(moov, 0, moov.length, box.start);
  }
  for (const box of top) {
    if (box.type === 'moof') {
      if (box.end - box.start > LARGEST_MOOF_BYTES)
        throw new BadVideo('has a damaged index; export it again');
      const moof = await read(box);
      addRuns({ moof, position: box.position, usualBytes }, pieces);
      for (const [traf, position] of placed(moof, 0, moof.length))
        if (traf.type === 'traf' && !usualBytes.has(trackOfFragment(moof, traf))) free(moof, traf, position);
      clearInside(moof, 0, moof.length);
      await file.write(moof, 0, moof.length, box.start);
    } else if (!NEEDED.has(box.type) && box.type !== 'moov' && box.type !== 'mfra') {
      await file.write(Buffer.from('free'), 0, 4, box.position + 4);
      await writeZeros(file, box.start, box.end);
    }
  }
  // What no picture or sound refers to: samples of other tracks, and what programs left over.
  for (const [from, to] of pieces.gaps(top.filter(({ type }) => type === 'mdat')))
    await writeZeros(file, from, to);
}

async function topBoxes(file: FileHandle): Promise<TopBox[]> {
  const { size } = await file.stat();
  const reader = new BlockReader(file, { size, maxParts: MAX_TOP_LEVEL_BOXES });
  const found: TopBox[] = [];
  for (let position = 0; position < size; ) {
    const box = headerOf(await reader.read(position, 16), 0, position, size);
    if (!box || box.end > size)
      throw new BadVideo('is cut off: its index or its end is missing; copy or export it again');
    found.push({ ...box, position });
    position = box.end;
  }
  return found;
}

/** Boxes with the positions of their headers. */
function* placed(buffer: Buffer, start: number, end: number): Generator<[box: Box, position: number]> {
  let position = start;
  for (const box of boxes(buffer, start, end)) {
    yield [box, position];
    position = box.end;
  }
}

function free(buffer: Buffer, { start, end }: Box, position: number): void {
  buffer.write('free', position + 4, 'latin1');
  buffer.fill(0, start, end);
}

/** Frees tracks that are not played, and notes where the samples of the others are. */
function clearTracks(
  moov: Buffer,
  { pieces, usualBytes }: { pieces: Pieces; usualBytes: Map<number, number> },
): void {
  const root: Box = { type: 'moov', start: 0, end: moov.length };
  const extends_ = find(moov, root, 'mvex');
  const defaults = new Map(
    (extends_ ? all(moov, extends_, 'trex') : []).map((box) => [
      moov.readUInt32BE(box.start + 4),
      moov.readUInt32BE(box.start + 16),
    ]),
  );
  for (const [track, position] of placed(moov, 0, moov.length)) {
    if (track.type !== 'trak') continue;
    const handler = find(moov, track, 'mdia', 'hdlr');
    const kind = handler ? moov.toString('latin1', handler.start + 8, handler.start + 12) : '';
    if (kind !== 'vide' && kind !== 'soun') {
      free(moov, track, position);
      continue;
    }
    addChunks(moov, track, pieces);
    const description = find(moov, track, 'mdia', 'minf', 'stbl', 'stsd');
    if (description)
      for (const entry of boxes(moov, description.start + 8, description.end))
        clearSampleEntry(moov, entry, kind === 'vide');
    const header = find(moov, track, 'tkhd');
    if (!header) continue;
    const id = moov.readUInt32BE(header.start + (moov[header.start] === 1 ? 20 : 12));
    usualBytes.set(id, defaults.get(id) ?? 0);
  }
}

function clearInside(buffer: Buffer, start: number, end: number): void {
  let known = start;
  for (const [box, position] of placed(buffer, start, end)) {
    if (CONTAINERS.has(box.type)) clearInside(buffer, box.start, box.end);
    else if (NEEDED.has(box.type)) clearFields(buffer, box);
    else free(buffer, box, position);
    known = box.end;
  }
  buffer.fill(0, known, end);
}

/** Times, and texts in boxes that players need. */
function clearFields(buffer: Buffer, { type, start, end }: Box): void {
  if (type === 'mvhd' || type === 'tkhd' || type === 'mdhd')
    // Version and flags, then when it was made and changed.
    buffer.fill(0, start + 4, Math.min(end, start + (buffer[start] === 1 ? 20 : 12)));
  // The name after the type of the handler.
  if (type === 'hdlr') buffer.fill(0, Math.min(end, start + 24), end);
  // Addresses: the samples are in this file.
  if (type === 'dref')
    for (const entry of boxes(buffer, start + 8, end)) buffer.fill(0, entry.start + 4, entry.end);
}

const VISUAL_FIELDS_BYTES = 78;
const COMPRESSOR_NAME = { start: 42, end: 74 };
/** Of sound: as in ISO/IEC 14496-12, and in versions 1 and 2 of QuickTime. */
const SOUND_FIELDS_BYTES = [28, 44, 64];

function clearSampleEntry(buffer: Buffer, { start, end }: Box, isVisual: boolean): void {
  const isExact = (from: number) => {
    let known = from;
    for (const box of boxes(buffer, from, end)) known = box.end;
    return known > from && end - known < 8;
  };
  if (isVisual) buffer.fill(0, start + COMPRESSOR_NAME.start, Math.min(end, start + COMPRESSOR_NAME.end));
  const fields = isVisual ? [VISUAL_FIELDS_BYTES] : SOUND_FIELDS_BYTES;
  const first = fields.find((bytes) => isExact(start + bytes));
  if (first === undefined) return;
  for (const [box, position] of placed(buffer, start + first, end)) {
    const isProfile =
      box.type === 'colr' && !/^ncl[xc]/.test(buffer.toString('latin1', box.start, box.start + 4));
    if (isProfile || !NEEDED_BY_DECODERS.has(box.type)) free(buffer, box, position);
  }
}
