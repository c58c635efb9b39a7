/*
 * What ffmpeg may read of an uploaded file. Demuxers that open other files or addresses (playlists, `concat`, DASH, SDP,
 * image sequences, subtitles, devices) are not on the list, and neither are decoders that no camera, phone or meeting
 * records with.
 */
const FORMATS = [
  ...['mov', 'mp4', 'm4a', '3gp', '3g2', 'mj2', 'matroska', 'webm', 'avi', 'mpegts', 'mpeg', 'mpegvideo'],
  ...['flv', 'live_flv', 'asf', 'mxf', 'dv', 'ogg', 'h264', 'hevc', 'm4v', 'nut', 'rm', 'gxf', 'ivf'],
  ...['mp3', 'wav', 'w64', 'aac', 'flac', 'ac3', 'eac3', 'amr', 'aiff', 'caf', 'au'],
];

const PICTURE_DECODERS = [
  ...['h264', 'hevc', 'vp8', 'vp9', 'libvpx', 'libvpx-vp9', 'av1', 'libdav1d', 'libaom-av1'],
  ...[
    'mpeg4',
    'msmpeg4v1',
    'msmpeg4v2',
    'msmpeg4',
    'h263',
    'h263p',
    'h261',
    'flv',
    'mpeg1video',
    'mpeg2video',
  ],
  ...['vc1', 'wmv1', 'wmv2', 'wmv3', 'theora', 'mjpeg', 'mjpegb', 'prores', 'dnxhd', 'dvvideo', 'cfhd'],
  ...[
    'rawvideo',
    'v210',
    'huffyuv',
    'ffvhuff',
    'ffv1',
    'utvideo',
    'qtrle',
    'rpza',
    'svq1',
    'svq3',
    'cinepak',
  ],
  ...['rv10', 'rv20', 'rv30', 'rv40', 'msvideo1', 'msrle', 'cscd', 'tscc', 'png'],
];

const SOUND_DECODERS = [
  ...['aac', 'aac_fixed', 'aac_latm', 'mp1', 'mp1float', 'mp2', 'mp2float', 'mp3', 'mp3float', 'mp3adufloat'],
  ...['ac3', 'ac3_fixed', 'eac3', 'dca', 'truehd', 'mlp', 'alac', 'flac', 'opus', 'libopus', 'vorbis'],
  ...[
    'libvorbis',
    'wmav1',
    'wmav2',
    'wmapro',
    'wmavoice',
    'wmalossless',
    'amrnb',
    'amrwb',
    'speex',
    'libspeex',
  ],
  ...['cook', 'sipr', 'ra_144', 'ra_288', 'nellymoser', 'qdm2', 'qdmc', 'gsm', 'gsm_ms', 'adpcm_ima_qt'],
  ...['adpcm_ima_wav', 'adpcm_ms', 'adpcm_swf', 'adpcm_g726', 'mace3', 'mace6'],
  ...['s8', 'u8', 's16le', 's16be', 'u16le', 's24le', 's24be', 's32le', 's32be', 'f32le', 'f32be', 'f64le'],
  ...['f64be', 'mulaw', 'alaw', 'bluray', 'dvd'],
].map((name, index, all) => (index >= all.indexOf('s8') ? `pcm_${name}` : name));

/** Options before the input that a stranger sent. Only files: nothing in it reaches an address. */
export const STRANGERS_INPUT: readonly string[] = [
  ...['-protocol_whitelist', 'file'],
  ...['-format_whitelist', FORMATS.join(',')],
  ...['-codec_whitelist', [...PICTURE_DECODERS, ...SOUND_DECODERS].join(',')],
  ...['-analyzeduration', '20M', '-probesize', '50M'],
];

/** The name of a file can hold anything; ffmpeg would take what stands before a colon for a protocol. */
export const fileArgument = (path: string): string => `file:${path}`;
