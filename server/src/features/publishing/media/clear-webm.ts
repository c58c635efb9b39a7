import type { FileHandle } from 'node:fs/promises';
import { BlockReader } from '../checks/block-reader.ts';
import { BadVideo } from '../checks/video-facts.ts';
import { type Element, elementAt } from '../checks/webm-elements.ts';
import { writeZeros } from './write-zeros.ts';

/*
 * Clears a WebM file (EBML, RFC 8794; Matroska, RFC 9559) of what no player needs: tags, attachments, chapters, titles,
 * names of programs, subtitles. Everything stays where it is: an element that goes becomes an empty one (Void).
 */

const SEGMENT = 0x18538067;
const EBML = 0x1a45dfa3;
const [INFO, TRACKS, CLUSTER] = [0x1549a966, 0x1654ae6b, 0x1f43b675];
/** Also the lists of positions: SeekHead and Cues. */
const OF_SEGMENT = new Set([INFO, TRACKS, CLUSTER, 0x114d9b74, 0x1c53bb6b]);
/** The scale of times, and the duration. */
const OF_INFO = new Set([0x2ad7b1, 0x4489]);
const TRACK_ENTRY = 0xae;
const [TRACK_NUMBER, TRACK_TYPE] = [0xd7, 0x83];
/** Of a track: not its name, nor the name and address of a codec. */
const NOT_OF_TRACK = new Set([0x536e, 0x258688, 0x3b4040, 0x26b240, 0x3a9697, 0x7446]);
const PLAYED_TYPES = new Set([1, 2]);
const [SIMPLE_BLOCK, BLOCK_GROUP, BLOCK] = [0xa3, 0xa0, 0xa1];
const VOID = 0xec;
/** A ten-hour lecture, whose pictures and sounds alternate, has three million elements. */
const MAX_PARTS = 8_000_000;

/** An element is written after it was read, and not read again. */
interface Webm {
  readonly file: FileHandle;
  readonly reader: BlockReader;
}

interface Placed extends Element {
  /** Of its header. */
  readonly position: number;
}

/** Of a file that `readVideo` accepted; throws BadVideo. */
export async function clearWebm(file: FileHandle): Promise<void> {
  const { size } = await file.stat();
  const webm = { file, reader: new BlockReader(file, { size, maxParts: MAX_PARTS }) };
  const dropped = new Set<number>();
  for await (const top of elementsIn(webm, 0, size)) {
    if (top.id !== SEGMENT) {
      if (top.id !== EBML) await empty(file, top);
      continue;
    }
    const clusters: Placed[] = [];
    for await (const part of elementsIn(webm, top.start, Math.min(top.end, size))) {
      if (!OF_SEGMENT.has(part.id)) await empty(file, part);
      else if (part.id === INFO) {
        for await (const field of elementsIn(webm, part.start, part.end))
          if (!OF_INFO.has(field.id)) await empty(file, field);
      } else if (part.id === TRACKS) await clearTracks(webm, part, dropped);
      else if (part.id === CLUSTER) clusters.push(part);
    }
    if (dropped.size > 0) for (const cluster of clusters) await clearCluster(webm, cluster, dropped);
  }
}

async function clearTracks(webm: Webm, tracks: Placed, dropped: Set<number>): Promise<void> {
  const { file, reader } = webm;
  for await (const track of elementsIn(webm, tracks.start, tracks.end)) {
    const fields: Placed[] = [];
    for await (const field of elementsIn(webm, track.start, track.end)) fields.push(field);
    const numberIn = async (id: number) => {
      const field = fields.find((one) => one.id === id);
      if (!field) return 0;
      const content = await reader.read(field.start, Math.min(field.end - field.start, 6));
      return content.length > 0 ? content.readUIntBE(0, content.length) : 0;
    };
    if (track.id !== TRACK_ENTRY || !PLAYED_TYPES.has(await numberIn(TRACK_TYPE))) {
      dropped.add(await numberIn(TRACK_NUMBER));
      await empty(file, track);
      continue;
    }
    for (const field of fields) if (NOT_OF_TRACK.has(field.id)) await empty(file, field);
  }
}

/** Empties the blocks of tracks that are dropped. */
async function clearCluster(webm: Webm, cluster: Placed, dropped: ReadonlySet<number>): Promise<void> {
  const { file, reader } = webm;
  for await (const part of elementsIn(webm, cluster.start, cluster.end)) {
    if (part.id === SIMPLE_BLOCK && dropped.has(await trackOf(reader, part))) await empty(file, part);
    if (part.id !== BLOCK_GROUP) continue;
    for await (const field of elementsIn(webm, part.start, part.end))
      if (field.id === BLOCK && dropped.has(await trackOf(reader, field))) {
        await empty(file, part);
        break;
      }
  }
}

/** A block begins with the number of its track, as long as its first byte says. */
async function trackOf(reader: BlockReader, block: Placed): Promise<number> {
  const head = Buffer.alloc(8);
  (await reader.read(block.start, 8)).copy(head);
  const length = head[0] ? Math.clz32(head[0]) - 23 : 9;
  return length > 6 ? 0 : head.readUIntBE(0, length) - 2 ** (7 * length);
}

async function* elementsIn({ file, reader }: Webm, start: number, end: number): AsyncGenerator<Placed> {
  for (let position = start; position < end; ) {
    const element = elementAt(await reader.read(position, 16), position);
    // Players stop where no element begins.
    if (!element) return writeZeros(file, position, end);
    if (element.end > end && element.id !== SEGMENT)
      throw new BadVideo('is cut off: its index or its end is missing; copy or export it again');
    yield { ...element, position };
    position = element.end;
  }
}

/** A Void element of the same length. */
async function empty(file: FileHandle, { position, end }: Placed): Promise<void> {
  const length = end - position;
  const head = Buffer.alloc(length < 9 ? 2 : 9);
  head[0] = VOID;
  if (length < 9) head[1] = 0x80 + length - 2;
  else {
    head[1] = 1;
    head.writeUIntBE(length - 9, 3, 6);
  }
  await file.write(head, 0, head.length, position);
  await writeZeros(file, position + head.length, end);
}
