/*
 * What ffmpeg may read from an uploaded file. The list has no demuxers that open other files or addresses (playlists,
 * `concat`, DASH, SDP, image sequences, subtitles, devices), and no decoders that cameras, phones and meetings do not
 * use.
 */
const FORMATS = names(
  'mov mp4 m4a 3gp 3g2 mj2 matroska webm avi mpegts mpeg mpegvideo flv live_flv asf mxf dv ogg h264 hevc m4v nut rm gxf ivf',
  'mp3 wav w64 aac flac ac3 eac3 amr aiff caf au',
);

const PICTURE_DECODERS = names(
  'h264 hevc vp8 vp9 libvpx libvpx-vp9 av1 libdav1d libaom-av1 mpeg1video mpeg2video mpeg4 msmpeg4v1 msmpeg4v2 msmpeg4',
  'h261 h263 h263p flv vc1 wmv1 wmv2 wmv3 theora mjpeg mjpegb prores dnxhd dvvideo cfhd rawvideo v210 huffyuv ffvhuff',
  'ffv1 utvideo qtrle rpza svq1 svq3 cinepak rv10 rv20 rv30 rv40 msvideo1 msrle cscd tscc png',
);

const SOUND_DECODERS = names(
  'aac aac_fixed aac_latm mp1 mp1float mp2 mp2float mp3 mp3float mp3adufloat ac3 ac3_fixed eac3 dca truehd mlp alac flac',
  'opus libopus vorbis libvorbis speex libspeex wmav1 wmav2 wmapro wmavoice wmalossless amrnb amrwb cook sipr ra_144 ra_288',
  'nellymoser qdm2 qdmc gsm gsm_ms mace3 mace6 adpcm_ima_qt adpcm_ima_wav adpcm_ms adpcm_swf adpcm_g726',
  'pcm_s8 pcm_u8 pcm_s16le pcm_s16be pcm_u16le pcm_s24le pcm_s24be pcm_s32le pcm_s32be pcm_f32le pcm_f32be pcm_f64le',
  'pcm_f64be pcm_mulaw pcm_alaw pcm_bluray pcm_dvd',
);

function names(...lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => line.split(' '));
}

/** Options before an untrusted input. Only the file protocol is allowed: no content can reach the network. */
export const STRANGERS_INPUT: readonly string[] = [
  ...['-protocol_whitelist', 'file'],
  ...['-format_whitelist', FORMATS.join(',')],
  ...['-codec_whitelist', [...PICTURE_DECODERS, ...SOUND_DECODERS].join(',')],
  ...['-analyzeduration', '20M', '-probesize', '50M'],
];

/** A file name can hold anything; ffmpeg would read text before a colon as a protocol. */
export const fileArgument = (path: string): string => `file:${path}`;
