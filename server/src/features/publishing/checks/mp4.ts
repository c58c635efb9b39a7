import { all, type Box, durationOf, find, headerOf } from './mp4-boxes.ts';
import { h264ProfileOf, soundCodecOf } from './mp4-codecs.ts';
import { playedSeconds } from './mp4-length.ts';
import { BadVideo, demandLength, type RawVideoFacts, type Reader } from './video-facts.ts';

/*
 * Checks from the boxes of an MP4 file (ISO/IEC 14496-12) that it is a complete video: moov with its header, and a
 * track of the handler `vide` with its sample description.
 */
const LARGEST_MOOV_BYTES = 64_000_000;
/** A recording of ten hours in fragments of a second has three of them for each. */
export const MAX_TOP_LEVEL_BOXES = 500_000;
const MAX_TRACKS = 100;

export async function readMp4(reader: Reader): Promise<RawVideoFacts> {
  let moov: Box | null = null;
  let hasMedia = false;
  const fragments: Box[] = [];
  for (let [position, count] = [0, 0]; position < reader.size; count += 1) {
    if (count === MAX_TOP_LEVEL_BOXES) throw damaged();
    const box = headerOf(await reader.read(position, 16), 0, position, reader.size);
    if (!box) throw cutOff();
    if (box.end > reader.size) throw cutOff();
    if (box.type === 'moov') moov = box;
    if (box.type === 'moof') fragments.push(box);
    if (box.type === 'mdat' || box.type === 'moof') hasMedia = true;
    position = box.end;
  }
  if (!moov) throw cutOff();
  if (!hasMedia) throw new BadVideo('holds no pictures; export it again');
  if (moov.end - moov.start > LARGEST_MOOV_BYTES) throw damaged();
  const index = await reader.read(moov.start, moov.end - moov.start);
  const facts = factsOf(index);
  demandLength(facts.durationSeconds, await playedSeconds(index, fragments, reader));
  return facts;
}

const damaged = () => new BadVideo('has a damaged index; export it again');
const cutOff = () => new BadVideo('is cut off: its index or its end is missing; copy or export it again');

function factsOf(moov: Buffer): RawVideoFacts {
  const root: Box = { type: 'moov', start: 0, end: moov.length };
  const tracks = all(moov, root, 'trak');
  if (tracks.length > MAX_TRACKS) throw damaged();
  const ofHandler = (type: string) => tracks.filter((track) => handlerOf(moov, track) === type);
  const [track] = ofHandler('vide');
  const entry = track && firstSampleEntry(moov, track);
  if (!track || !entry) throw new BadVideo('holds no pictures, only sound or data; give a video');
  const sounds = ofHandler('soun').map((sound) => firstSampleEntry(moov, sound));
  return {
    codec: entry.type,
    h264Profile: h264ProfileOf(moov, entry),
    soundCodecs: sounds.flatMap((sound) => (sound ? [soundCodecOf(moov, sound)] : [])),
    // In a VisualSampleEntry, 6 reserved, 2 index and 16 predefined bytes come before the size.
    width: moov.readUInt16BE(entry.start + 24),
    height: moov.readUInt16BE(entry.start + 26),
    durationSeconds:
      durationOf(moov, find(moov, root, 'mvhd')) ||
      fragmentedDuration(moov, root) ||
      durationOf(moov, find(moov, track, 'mdia', 'mdhd')),
  };
}

function handlerOf(moov: Buffer, track: Box): string {
  const handler = find(moov, track, 'mdia', 'hdlr');
  return handler ? moov.toString('latin1', handler.start + 8, handler.start + 12) : '';
}

/** stsd: version, flags and a count precede the entries. */
function firstSampleEntry(moov: Buffer, track: Box): Box | null {
  const description = find(moov, track, 'mdia', 'minf', 'stbl', 'stsd');
  return description && headerOf(moov, description.start + 8, description.start + 8, description.end);
}

function fragmentedDuration(buffer: Buffer, root: Box): number {
  const mehd = find(buffer, root, 'mvex', 'mehd');
  const mvhd = find(buffer, root, 'mvhd');
  if (!mehd || !mvhd) return 0;
  const scale = buffer.readUInt32BE(mvhd.start + (buffer[mvhd.start] === 1 ? 20 : 12));
  const duration =
    buffer[mehd.start] === 1
      ? Number(buffer.readBigUInt64BE(mehd.start + 4))
      : buffer.readUInt32BE(mehd.start + 4);
  return scale > 0 ? duration / scale : 0;
}
