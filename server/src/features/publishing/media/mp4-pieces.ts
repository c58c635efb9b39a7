import { all, type Box, find } from '../checks/mp4-boxes.ts';
import { BadVideo } from '../checks/video-facts.ts';

/*
 * Where the samples of tracks are in an MP4 file (ISO/IEC 14496-12): the chunks of the index (8.7), and the runs of
 * fragments (8.8).
 */

/** A lecture of ten hours, whose pictures and sounds alternate, has two million. */
const MAX_PIECES = 8_000_000;

/** Bytes of a file, collected in any order. */
export class Pieces {
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];

  add(start: number, end: number): void {
    const last = this.#ends.length - 1;
    if (end <= start) return;
    if (last >= 0 && this.#ends[last] === start) this.#ends[last] = end;
    else if (last + 1 === MAX_PIECES) throw new BadVideo('is made of too many parts; export it again');
    else {
      this.#starts.push(start);
      this.#ends.push(end);
    }
  }

  /** What no piece has of some ranges, which follow each other: one sweep over both. */
  *gaps(
    ranges: Iterable<{ readonly start: number; readonly end: number }>,
  ): Generator<readonly [from: number, to: number]> {
    const order = Uint32Array.from(this.#starts.keys()).sort((a, b) => this.#starts[a]! - this.#starts[b]!);
    let next = 0;
    let covered = 0;
    for (const { start, end } of ranges) {
      let position = Math.max(start, covered);
      for (; next < order.length && this.#starts[order[next]!]! < end; next += 1) {
        const pieceStart = this.#starts[order[next]!]!;
        if (pieceStart > position) yield [position, pieceStart];
        covered = Math.max(covered, this.#ends[order[next]!]!);
        position = Math.max(position, covered);
      }
      if (position < end) yield [position, end];
    }
  }
}

/** stsc, stsz or stz2, and stco or co64: the chunks of a track. */
export function addChunks(moov: Buffer, track: Box, pieces: Pieces): void {
  const table = find(moov, track, 'mdia', 'minf', 'stbl');
  if (!table) return;
  const inTable = (type: string) => find(moov, table, type);
  const offsets = inTable('stco') ?? inTable('co64');
  const chunks = inTable('stsc');
  const sizeOf = sampleSizes(moov, inTable('stsz'), inTable('stz2'));
  if (!offsets || !chunks || !sizeOf) return;
  const width = offsets.type === 'stco' ? 4 : 8;
  const chunkCount = countIn(moov, offsets, 4, 8, width);
  const runCount = countIn(moov, chunks, 4, 8, 12);
  let sample = 0;
  for (let [chunk, run] = [1, 0]; chunk <= chunkCount; chunk += 1) {
    const firstOf = (index: number) => moov.readUInt32BE(chunks.start + 8 + index * 12);
    while (run + 1 < runCount && firstOf(run + 1) <= chunk) run += 1;
    const count = runCount > 0 ? moov.readUInt32BE(chunks.start + 8 + run * 12 + 4) : 0;
    const at = offsets.start + 8 + (chunk - 1) * width;
    const start = width === 4 ? moov.readUInt32BE(at) : Number(moov.readBigUInt64BE(at));
    pieces.add(start, start + sizeOf(sample, count));
    sample += count;
  }
}

/** How many entries a table has, of which each is inside its box. */
function countIn(buffer: Buffer, box: Box, at: number, first: number, width: number): number {
  const count = buffer.readUInt32BE(box.start + at);
  if (box.start + first + count * width > box.end) throw damaged();
  return count;
}

const damaged = () => new BadVideo('has a damaged index; export it again');

/** Of stz2: with none, a table without bytes would have samples without end. */
const COMPACT_BITS = [4, 8, 16];

/** The bytes of some samples that follow each other; those beyond the table have none. */
function sampleSizes(
  moov: Buffer,
  sizes: Box | null,
  compact: Box | null,
): ((first: number, count: number) => number) | null {
  if (sizes) {
    const each = moov.readUInt32BE(sizes.start + 4);
    const total = moov.readUInt32BE(sizes.start + 8);
    if (each > 0) return (first, count) => each * Math.max(0, Math.min(count, total - first));
    countIn(moov, sizes, 8, 12, 4);
    return summed(total, (index) => moov.readUInt32BE(sizes.start + 12 + index * 4));
  }
  if (!compact) return null;
  const bits = moov[compact.start + 7]!;
  if (!COMPACT_BITS.includes(bits)) throw damaged();
  const total = countIn(moov, compact, 8, 12, bits / 8);
  return summed(total, (index) => {
    const at = compact.start + 12 + Math.floor((index * bits) / 8);
    if (bits === 16) return moov.readUInt16BE(at);
    return bits === 8 ? moov[at]! : index % 2 === 0 ? moov[at]! >> 4 : moov[at]! & 15;
  });
}

const summed = (total: number, sizeOf: (index: number) => number) => (first: number, count: number) => {
  let bytes = 0;
  for (let index = first; index < Math.min(total, first + count); index += 1) bytes += sizeOf(index);
  return bytes;
};

interface Fragment {
  /** The box's content. */
  readonly moof: Buffer;
  /** Of the box in the file. */
  readonly position: number;
  /** By track: the bytes of a sample where a fragment does not say. */
  readonly usualBytes: ReadonlyMap<number, number>;
}

export const trackOfFragment = (moof: Buffer, traf: Box): number => {
  const header = find(moof, traf, 'tfhd');
  return header ? moof.readUInt32BE(header.start + 4) : 0;
};

/** tfhd and trun: the samples of a fragment, of the tracks in `usualBytes`. */
export function addRuns({ moof, position, usualBytes }: Fragment, pieces: Pieces): void {
  let next = position;
  for (const traf of all(moof, { type: 'moof', start: 0, end: moof.length }, 'traf')) {
    const header = find(moof, traf, 'tfhd');
    if (!header) continue;
    const flags = moof.readUInt32BE(header.start) & 0xffffff;
    const usual = usualBytes.get(trackOfFragment(moof, traf));
    const own = header.start + 8 + (flags & 0x01 ? 8 : 0) + (flags & 0x02 ? 4 : 0) + (flags & 0x08 ? 4 : 0);
    const each = flags & 0x10 ? moof.readUInt32BE(own) : (usual ?? 0);
    const base =
      flags & 0x01 ? Number(moof.readBigUInt64BE(header.start + 8)) : flags & 0x20000 ? position : next;
    let at = base;
    for (const run of all(moof, traf, 'trun')) {
      const runFlags = moof.readUInt32BE(run.start) & 0xffffff;
      const start = runFlags & 0x01 ? base + moof.readInt32BE(run.start + 8) : at;
      at = start + runBytes(moof, run, each);
      if (usual !== undefined) pieces.add(start, at);
    }
    next = at;
  }
}

function runBytes(moof: Buffer, run: Box, each: number): number {
  const flags = moof.readUInt32BE(run.start) & 0xffffff;
  const count = moof.readUInt32BE(run.start + 4);
  if (!(flags & 0x200)) return count * each;
  const width = [0x100, 0x200, 0x400, 0x800].reduce((sum, flag) => sum + (flags & flag ? 4 : 0), 0);
  const first = run.start + 8 + (flags & 0x01 ? 4 : 0) + (flags & 0x04 ? 4 : 0) + (flags & 0x100 ? 4 : 0);
  if (first + (count - 1) * width + 4 > run.end) throw damaged();
  let bytes = 0;
  for (let at = 0; at < count; at += 1) bytes += moof.readUInt32BE(first + at * width);
  return bytes;
}
