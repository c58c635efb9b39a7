import { BadVideo, type RawVideoFacts } from './video-facts.ts';

/* The codecs that all browsers of recent years play, and the usual names of the other ones. */

type Container = 'mp4' | 'webm';

const PLAYED_PICTURES: Readonly<Record<string, string>> = {
  avc1: 'h264',
  avc3: 'h264',
  vp08: 'vp8',
  vp09: 'vp9',
  av01: 'av1',
  V_VP8: 'vp8',
  V_VP9: 'vp9',
  V_AV1: 'av1',
};

const PICTURE_NAMES: Readonly<Record<string, string>> = {
  ...named('H.265 (HEVC)', 'hvc1', 'hev1', 'V_MPEGH/ISO/HEVC'),
  ...named('H.264 in a Matroska file', 'V_MPEG4/ISO/AVC'),
  ...named('Dolby Vision', 'dvh1', 'dvhe', 'dvav', 'dva1'),
  ...named('ProRes', 'apch', 'apcn', 'apcs', 'apco', 'ap4h', 'ap4x'),
  ...named('DNxHD', 'AVdn', 'AVdh'),
  ...named('MPEG-4 part 2', 'mp4v', 'V_MPEG4/ISO/SP', 'V_MPEG4/ISO/ASP', 'V_MPEG4/ISO/AP'),
  ...named('MPEG-2', 'm2v1', 'mp2v', 'V_MPEG2'),
  ...named('MPEG-1', 'm1v1', 'mp1v', 'V_MPEG1'),
  ...named('Motion JPEG', 'jpeg', 'mjpa', 'mjpb', 'mjpg', 'V_MJPEG'),
  ...named('H.263', 's263', 'h263', 'H263'),
  ...named('VC-1', 'vc-1'),
  ...named('Theora', 'V_THEORA'),
  ...named('DV', 'dvc ', 'dvcp', 'dv5p', 'dv5n', 'dvh5', 'dvh6'),
};

const PLAYED_SOUND: Readonly<Record<Container, ReadonlySet<string>>> = {
  mp4: new Set(['aac', 'mp3', '.mp3', 'Opus', 'fLaC']),
  webm: new Set(['A_OPUS', 'A_VORBIS']),
};

const SOUND_NAMES: Readonly<Record<string, string>> = {
  ...named('AAC', 'aac', 'A_AAC'),
  ...named('MP3', 'mp3', '.mp3', 'A_MPEG/L3'),
  ...named('Dolby Digital (AC-3)', 'ac-3', 'A_AC3'),
  ...named('Dolby Digital Plus (E-AC-3)', 'ec-3', 'A_EAC3'),
  ...named('Dolby AC-4', 'ac-4'),
  ...named('Dolby TrueHD', 'mlpa', 'A_TRUEHD'),
  ...named('DTS', 'dts', 'dtsc', 'dtsh', 'dtsl', 'dtse', 'dtsx', 'A_DTS'),
  ...named('Apple Lossless (ALAC)', 'alac', 'A_ALAC'),
  ...named('FLAC', 'fLaC', 'A_FLAC'),
  ...named(
    'uncompressed sound (PCM)',
    ...['lpcm', 'ipcm', 'fpcm', 'twos', 'sowt', 'in24', 'in32', 'fl32', 'fl64', 'raw ', 'NONE'],
    ...['A_PCM/INT/LIT', 'A_PCM/INT/BIG', 'A_PCM/FLOAT/IEEE'],
  ),
  ...named('telephone sound (G.711)', 'ulaw', 'alaw'),
  ...named('AMR', 'samr', 'sawb'),
  ...named('MPEG layer 2', 'mp2', 'A_MPEG/L2'),
};

/** H.264 profiles (ITU-T H.264, annex A) that the decoders of phones and of most computers do not support. */
const UNPLAYED_H264: Readonly<Record<number, string>> = {
  110: '10 bits a color',
  122: 'colors in 4:2:2',
  244: 'colors in 4:4:4',
  44: 'colors in 4:4:4',
};

function named(name: string, ...codecs: string[]): Record<string, string> {
  return Object.fromEntries(codecs.map((codec) => [codec, name]));
}

/** Returns the name under which the video codec is stored; throws BadVideo if video or sound would not play. */
export function demandPlayable(raw: RawVideoFacts, container: Container): string {
  const codec = PLAYED_PICTURES[raw.codec];
  if (!codec) {
    const name = PICTURE_NAMES[raw.codec] ?? `the kind "${raw.codec}"`;
    const remedy =
      raw.codec === 'V_MPEG4/ISO/AVC' ? 'put it into an MP4 file' : 'encode it as H.264, VP9 or AV1';
    throw new BadVideo(`holds video of ${name}, which browsers do not play; ${remedy}`);
  }
  const fault = codec === 'h264' && raw.h264Profile !== null ? UNPLAYED_H264[raw.h264Profile] : undefined;
  if (fault) {
    throw new BadVideo(
      `is H.264 with ${fault}, which many browsers do not play; encode it in 4:2:0 with 8 bits (-pix_fmt yuv420p)`,
    );
  }
  const silent = raw.soundCodecs.find((sound) => !PLAYED_SOUND[container].has(sound));
  if (silent !== undefined) {
    const name = SOUND_NAMES[silent] ?? `the kind "${silent}"`;
    const remedy = container === 'mp4' ? 'AAC, MP3, Opus or FLAC' : 'Opus or Vorbis';
    throw new BadVideo(
      `has sound of ${name}, which browsers do not play here; encode the sound as ${remedy}`,
    );
  }
  return codec;
}
