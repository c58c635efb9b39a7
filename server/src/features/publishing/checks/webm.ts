import { BadVideo, demandLength, type RawVideoFacts, type Reader } from './video-facts.ts';
import { type Element, elementAt } from './webm-elements.ts';

/*
 * Checks from the elements of a WebM file (EBML, RFC 8794; Matroska, RFC 9559) that it is a video: Info with the
 * duration, Tracks with a video track, and the clusters, the last of which gives the real duration.
 */
const SEGMENT = 0x18538067;
const INFO = 0x1549a966;
const TRACKS = 0x1654ae6b;
const CLUSTER = 0x1f43b675;
const CLUSTER_TIMESTAMP = 0xe7;
const SIMPLE_BLOCK = 0xa3;
const BLOCK_GROUP = 0xa0;
const BLOCK = 0xa1;
const TIMESTAMP_SCALE = 0x2ad7b1;
const DURATION = 0x4489;
const TRACK_ENTRY = 0xae;
const TRACK_TYPE = 0x83;
const CODEC_ID = 0x86;
const VIDEO = 0xe0;
const PIXEL_WIDTH = 0xb0;
const PIXEL_HEIGHT = 0xba;
const VIDEO_TRACK = 1;
const SOUND_TRACK = 2;
const LARGEST_ELEMENT_BYTES = 1_000_000;
/** In one parent that is read at once: tracks are a few, and their fields a few dozen. */
const MAX_ELEMENTS = 1000;

export async function readWebm(reader: Reader): Promise<RawVideoFacts> {
  const at = async (position: number) => elementAt(await reader.read(position, 16), position);
  const head = await at(0);
  let segment = head && (await at(head.end));
  while (segment && segment.id !== SEGMENT)
    segment = segment.end < reader.size ? await at(segment.end) : null;
  if (!segment) throw cutOff();
  if (segment.end !== Number.POSITIVE_INFINITY && segment.end > reader.size) throw cutOff();
  let info: Buffer | null = null;
  let tracks: Buffer | null = null;
  let last: Element | null = null;
  for (let position = segment.start; position < Math.min(segment.end, reader.size); ) {
    const element = await at(position);
    if (!element) break;
    // Elements of unknown size belong to unfinished recordings, which have no duration either.
    if (element.end === Number.POSITIVE_INFINITY) throw unfinished();
    if (element.end > reader.size) throw cutOff();
    if (element.id === CLUSTER) last = element;
    if (element.id === INFO || element.id === TRACKS) {
      if (element.end - element.start > LARGEST_ELEMENT_BYTES) break;
      const content = await reader.read(element.start, element.end - element.start);
      if (element.id === INFO) info = content;
      else tracks = content;
    }
    position = element.end;
  }
  if (!tracks || !info) throw cutOff();
  if (!last) throw new BadVideo('holds no pictures; export it again');
  const facts = factsOf(info, tracks);
  demandLength(facts.durationSeconds, (await lastTicks(reader, last)) * (scaleOf(info) / 1e9));
  return facts;
}

/**
 * The time at which the last frame or sound of the cluster begins: the cluster's time plus the offset of its last
 * block.
 */
async function lastTicks(reader: Reader, cluster: Element): Promise<number> {
  const start = cluster.start;
  let time = 0;
  let latest = 0;
  for (let position = start; position < cluster.end; ) {
    const element = elementAt(await reader.read(position, 16), position);
    if (!element) break;
    if (element.id === CLUSTER_TIMESTAMP) {
      const content = await reader.read(element.start, Math.min(element.end - element.start, 8));
      time = content.length > 0 && content.length <= 6 ? content.readUIntBE(0, content.length) : 0;
    }
    if (element.id === SIMPLE_BLOCK) latest = Math.max(latest, await blockTime(reader, element.start));
    if (element.id === BLOCK_GROUP) {
      const block = elementAt(await reader.read(element.start, 16), element.start);
      if (block?.id === BLOCK) latest = Math.max(latest, await blockTime(reader, block.start));
    }
    position = element.end;
  }
  return time + latest;
}

/** The time of a block, relative to its cluster. It follows the track number, which takes one to eight bytes. */
async function blockTime(reader: Reader, position: number): Promise<number> {
  const head = await reader.read(position, 10);
  const length = head[0] ? Math.clz32(head[0]) - 23 : 1;
  return head.length >= length + 2 ? head.readInt16BE(length) : 0;
}

const unfinished = () =>
  new BadVideo('is a recording that was not finished (sizes are missing); convert it with ffmpeg');

const cutOff = () => new BadVideo('is cut off: its index or its end is missing; copy or export it again');

function factsOf(info: Buffer, tracks: Buffer): RawVideoFacts {
  const duration = find(info, DURATION);
  const ticks = duration
    ? duration.length === 8
      ? duration.readDoubleBE(0)
      : duration.length === 4
        ? duration.readFloatBE(0)
        : 0
    : 0;
  const codecOf = (track: Buffer) => find(track, CODEC_ID)?.toString('latin1').replace(/\0+$/, '') ?? '';
  const entries = [...all(tracks, TRACK_ENTRY)];
  const sounds = entries.filter((track) => numberIn(track, TRACK_TYPE) === SOUND_TRACK);
  for (const track of entries) {
    if (numberIn(track, TRACK_TYPE) !== VIDEO_TRACK) continue;
    const video = find(track, VIDEO);
    return {
      codec: codecOf(track),
      h264Profile: null,
      soundCodecs: sounds.map(codecOf),
      width: video ? numberIn(video, PIXEL_WIDTH) : 0,
      height: video ? numberIn(video, PIXEL_HEIGHT) : 0,
      durationSeconds: (ticks * scaleOf(info)) / 1e9,
    };
  }
  throw new BadVideo('holds no pictures, only sound or data; give a video');
}

/** Nanoseconds per unit of time. */
const scaleOf = (info: Buffer): number => numberIn(info, TIMESTAMP_SCALE) || 1_000_000;

function* all(buffer: Buffer, id: number): Generator<Buffer> {
  for (let [position, count] = [0, 0]; position < buffer.length; count += 1) {
    if (count === MAX_ELEMENTS) throw new BadVideo('has a damaged index; export it again');
    const element = elementAt(buffer.subarray(position, position + 16), position);
    if (!element || element.end > buffer.length) return;
    if (element.id === id) yield buffer.subarray(element.start, element.end);
    position = element.end;
  }
}

const find = (buffer: Buffer, id: number): Buffer | null => all(buffer, id).next().value ?? null;

function numberIn(buffer: Buffer, id: number): number {
  const content = find(buffer, id);
  return content && content.length > 0 && content.length <= 6 ? content.readUIntBE(0, content.length) : 0;
}
