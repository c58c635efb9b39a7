/* Minimal video files, valid for a parser of their containers: an index and a few bytes of media data. */

const box = (type: string, ...parts: Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
};
const zeros = (length: number) => Buffer.alloc(length);
const uint32 = (...values: number[]) => {
  const buffer = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) buffer.writeUInt32BE(value, index * 4);
  return buffer;
};

interface VideoOf {
  readonly seconds?: number;
  /** The value in the header, if it is wrong. */
  readonly said?: number;
  readonly codec?: string;
  readonly width?: number;
  readonly height?: number;
}

interface Mp4Of extends VideoOf {
  readonly handler?: string;
  /** profile_idc of the decoder configuration; 100 is High. */
  readonly profile?: number;
  /** Sample entries of sound tracks, as `mp4Sound` makes them. */
  readonly sounds?: readonly Buffer[];
  /** A compact table of sizes (stz2) of this width, which says that it has as many entries as it can say. */
  readonly sizesOfBits?: number;
  /** The number of samples, of one second each, that a fragment declares without an entry for each. */
  readonly fragmentSamples?: number;
}

/** The sample entry of a sound track; `objectType` is the object type of `mp4a` (0x40 is AAC). */
export const mp4Sound = (codec: string, objectType?: number): Buffer =>
  objectType === undefined
    ? box(codec, zeros(28))
    : box(
        codec,
        zeros(28),
        box('esds', zeros(4), Buffer.from([3, 18, 0, 1, 0, 4, 13, objectType]), zeros(12)),
      );

export function mp4File({
  seconds = 10,
  said = seconds,
  codec = 'avc1',
  handler = 'vide',
  width = 640,
  height = 360,
  profile = 100,
  sounds = [],
  sizesOfBits,
  fragmentSamples,
}: Mp4Of = {}): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16BE(width, 0);
  size.writeUInt16BE(height, 2);
  const sample = box(codec, zeros(24), size, zeros(50), box('avcC', Buffer.from([1, profile, 0, 40])));
  const tracks = [
    mp4Track(handler, sample, seconds, sizesOfBits),
    ...sounds.map((each) => mp4Track('soun', each, seconds)),
  ];
  const moov = box('moov', box('mvhd', uint32(0, 0, 0, 1000, said * 1000), zeros(80)), ...tracks);
  const fragment = fragmentSamples === undefined ? zeros(0) : mp4Fragment(fragmentSamples);
  return Buffer.concat([
    box('ftyp', Buffer.from('isom'), uint32(512)),
    moov,
    fragment,
    box('mdat', zeros(64)),
  ]);
}

const USUAL_DURATION = 0x08;

function mp4Fragment(samples: number): Buffer {
  const header = box('tfhd', uint32(USUAL_DURATION, 0, 1000));
  return box('moof', box('traf', header, box('trun', uint32(0, samples))));
}

function mp4Track(handler: string, sample: Buffer, seconds: number, sizesOfBits?: number): Buffer {
  const all = 0xffff_ffff;
  const sizes = [box('stsc', uint32(0, 1, 1, all, 1)), box('stz2', uint32(0, sizesOfBits ?? 0, all))];
  return box(
    'trak',
    box(
      'mdia',
      box('mdhd', uint32(0, 0, 0, 1000, seconds * 1000), zeros(4)),
      box('hdlr', zeros(8), Buffer.from(handler), zeros(13)),
      // One sample per second, in a chunk at the beginning of the file.
      box(
        'minf',
        box(
          'stbl',
          box('stsd', uint32(0, 1), sample),
          box('stts', uint32(0, 1, seconds, 1000)),
          ...(sizesOfBits === undefined ? [] : sizes),
          box('stco', uint32(0, 1, 40)),
        ),
      ),
    ),
  );
}

const ebml = (id: string, ...parts: Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(content.length) | (1n << 56n));
  return Buffer.concat([Buffer.from(id, 'hex'), size, content]);
};

export function webmFile({
  seconds = 10,
  said = seconds,
  codec = 'V_VP9',
  width = 640,
  height = 360,
  sound,
  soundTracks = 1,
}: VideoOf & { sound?: string; soundTracks?: number } = {}): Buffer {
  const duration = Buffer.alloc(8);
  duration.writeDoubleBE(said * 1000);
  const size = (value: number) => Buffer.from([value >> 8, value & 0xff]);
  const track = ebml(
    'ae',
    ebml('83', Buffer.from([1])),
    ebml('86', Buffer.from(codec)),
    ebml('e0', ebml('b0', size(width)), ebml('ba', size(height))),
  );
  const soundTrack = ebml('ae', ebml('83', Buffer.from([2])), ebml('86', Buffer.from(sound ?? '')));
  const segment = ebml(
    '18538067',
    ebml('1549a966', ebml('2ad7b1', uint32(1_000_000)), ebml('4489', duration)),
    ebml('1654ae6b', track, ...(sound ? new Array<Buffer>(soundTracks).fill(soundTrack) : [])),
    ebml('1f43b675', ebml('e7', uint32(seconds * 1000 - 40)), ebml('a3', Buffer.from([0x81, 0, 0, 0, 1]))),
  );
  return Buffer.concat([ebml('1a45dfa3', ebml('4282', Buffer.from('webm'))), segment]);
}
