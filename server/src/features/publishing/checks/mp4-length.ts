import { all, type Box, boxes, find, scaleOf } from './mp4-boxes.ts';
import { BadVideo, type Reader } from './video-facts.ts';

/*
 * Computes how long an MP4 file really plays: the durations of its samples (stts, or the runs of its fragments),
 * limited by its edit lists. The duration in the header may be wrong.
 */
const LARGEST_MOOF_BYTES = 4_000_000;

/** The duration of the longest track, in seconds. */
export async function playedSeconds(
  moov: Buffer,
  fragments: readonly Box[],
  reader: Reader,
): Promise<number> {
  const root: Box = { type: 'moov', start: 0, end: moov.length };
  const tracks = all(moov, root, 'trak');
  const movieScale = scaleOf(moov, find(moov, root, 'mvhd'));
  const inFragments = fragments.length > 0 ? await fragmentTicks(moov, root, fragments, reader) : new Map();
  const lengths = tracks.map((track) => {
    demandSamplesInside(moov, track, reader.size);
    const scale = scaleOf(moov, find(moov, track, 'mdia', 'mdhd'));
    const ticks = sampleTicks(moov, track) + (inFragments.get(trackId(moov, track)) ?? 0);
    const media = scale > 0 ? ticks / scale : 0;
    const edited = fragments.length > 0 ? null : editedSeconds(moov, track, movieScale);
    // An edit list cuts or delays; it cannot add frames.
    return edited !== null && edited < media ? edited : media;
  });
  return Math.max(0, ...lengths);
}

/** stts: pairs of sample count and sample duration. */
function sampleTicks(moov: Buffer, track: Box): number {
  const table = find(moov, track, 'mdia', 'minf', 'stbl', 'stts');
  if (!table) return 0;
  const count = moov.readUInt32BE(table.start + 4);
  let ticks = 0;
  for (let at = 0; at < count; at += 1) {
    const entry = table.start + 8 + at * 8;
    if (entry + 8 > table.end) throw new BadVideo('has a damaged index; export it again');
    ticks += moov.readUInt32BE(entry) * moov.readUInt32BE(entry + 4);
  }
  return ticks;
}

/**
 * Checks that the last chunk of samples begins within the file: otherwise the file was truncated while it was copied.
 */
function demandSamplesInside(moov: Buffer, track: Box, size: number): void {
  const table = find(moov, track, 'mdia', 'minf', 'stbl');
  if (!table) return;
  for (const box of boxes(moov, table.start, table.end)) {
    const width = box.type === 'stco' ? 4 : box.type === 'co64' ? 8 : 0;
    const count = width > 0 ? moov.readUInt32BE(box.start + 4) : 0;
    if (count === 0) continue;
    const at = box.start + 8 + (count - 1) * width;
    if (at + width > box.end) throw new BadVideo('has a damaged index; export it again');
    const offset = width === 4 ? moov.readUInt32BE(at) : Number(moov.readBigUInt64BE(at));
    if (offset >= size) throw new BadVideo('is cut off: its end is missing; copy or export it again');
  }
}

/** elst: the parts of the track that are shown, in the movie's time scale. */
function editedSeconds(moov: Buffer, track: Box, movieScale: number): number | null {
  const list = find(moov, track, 'edts', 'elst');
  if (!list || movieScale === 0) return null;
  const isLong = moov[list.start] === 1;
  const width = isLong ? 20 : 12;
  const count = Math.min(moov.readUInt32BE(list.start + 4), Math.floor((list.end - list.start - 8) / width));
  let ticks = 0;
  for (let at = 0; at < count; at += 1) {
    const entry = list.start + 8 + at * width;
    ticks += isLong ? Number(moov.readBigUInt64BE(entry)) : moov.readUInt32BE(entry);
  }
  return ticks > 0 ? ticks / movieScale : null;
}

const trackId = (moov: Buffer, track: Box): number => {
  const header = find(moov, track, 'tkhd');
  return header ? moov.readUInt32BE(header.start + (moov[header.start] === 1 ? 20 : 12)) : 0;
};

/** The durations of all samples by track, from the runs (trun) of all fragments. */
async function fragmentTicks(
  moov: Buffer,
  root: Box,
  fragments: readonly Box[],
  reader: Reader,
): Promise<Map<number, number>> {
  const defaults = find(moov, root, 'mvex');
  const usual = new Map(
    (defaults ? all(moov, defaults, 'trex') : []).map((box) => [
      moov.readUInt32BE(box.start + 4),
      moov.readUInt32BE(box.start + 12),
    ]),
  );
  const ticks = new Map<number, number>();
  for (const { start, end } of fragments) {
    if (end - start > LARGEST_MOOF_BYTES) throw new BadVideo('has a damaged index; export it again');
    const moof = await reader.read(start, end - start);
    for (const traf of all(moof, { type: 'moof', start: 0, end: moof.length }, 'traf')) {
      const header = find(moof, traf, 'tfhd');
      if (!header) continue;
      const id = moof.readUInt32BE(header.start + 4);
      const each = usualDuration(moof, header) ?? usual.get(id) ?? 0;
      const runs = all(moof, traf, 'trun').reduce((sum, run) => sum + runTicks(moof, run, each), 0);
      ticks.set(id, (ticks.get(id) ?? 0) + runs);
    }
  }
  return ticks;
}

/** tfhd: each field is present if its flag is set, in this order. */
function usualDuration(moof: Buffer, header: Box): number | null {
  const flags = moof.readUInt32BE(header.start) & 0xffffff;
  if (!(flags & 0x08)) return null;
  return moof.readUInt32BE(header.start + 8 + (flags & 0x01 ? 8 : 0) + (flags & 0x02 ? 4 : 0));
}

function runTicks(moof: Buffer, run: Box, each: number): number {
  const flags = moof.readUInt32BE(run.start) & 0xffffff;
  const count = moof.readUInt32BE(run.start + 4);
  if (!(flags & 0x100)) return count * each;
  const width = [0x100, 0x200, 0x400, 0x800].reduce((sum, flag) => sum + (flags & flag ? 4 : 0), 0);
  const first = run.start + 8 + (flags & 0x01 ? 4 : 0) + (flags & 0x04 ? 4 : 0);
  if (first + count * width > run.end) throw new BadVideo('has a damaged index; export it again');
  let ticks = 0;
  for (let at = 0; at < count; at += 1) ticks += moof.readUInt32BE(first + at * width);
  return ticks;
}
