import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { VideoFacts } from '../checks/video-facts.ts';
import { encode, pictureArguments } from './encode.ts';
import type { Ffmpeg } from './find-ffmpeg.ts';
import { fileArgument } from './media-kinds.ts';
import { even, type Size } from './plan-conversion.ts';

/*
 * The adaptive stream of a lecture (HLS, RFC 8216): for each size one fragmented MP4, with a playlist whose segments
 * are byte ranges of it, and a playlist of all sizes. Each size has two files, however long the lecture is: thousands
 * of small files would have to be stored, published and deleted one by one.
 */
const SIDES = [1080, 720, 480, 360];
/** A smaller size is made only if it has at most this share of the original's. */
const WORTH_HAVING = 0.75;
const SEGMENT_SECONDS = 6;
/** A copied stream has its own key frames; with longer gaps than this it cannot be segmented. */
const MAX_SEGMENT_SECONDS = 12;
/** Players begin with the first size in the playlist, and then adapt to the bandwidth. */
const FIRST_SIDE = 720;

export interface Rendition extends Size {
  /** The shorter side in pixels, which names the files. */
  readonly side: number;
  readonly peakBitsPerSecond: number;
  readonly averageBitsPerSecond: number;
  /** As in `avc1.64001f`. */
  readonly codec: string;
}

/** The sizes of a stream, largest first; never larger than the video. */
export function ladderOf({ width, height }: Size): (Size & { side: number })[] {
  const top = Math.min(width, height);
  const sides = SIDES.filter((side) => side <= top * WORTH_HAVING);
  return [top, ...sides].map((side) =>
    side === top
      ? { side, width, height }
      : { side, width: even((width * side) / top), height: even((height * side) / top) },
  );
}

interface Work {
  readonly programs: Ffmpeg;
  /** The converted MP4, whose sound is already AAC. */
  readonly video: string;
  readonly facts: VideoFacts;
  readonly folder: string;
  readonly signal?: AbortSignal | undefined;
  /** Reports the finished seconds of each size. */
  readonly onSeconds: (rung: number, seconds: number) => void;
}

/** Makes the missing renditions and the playlist of all; returns the renditions. */
export async function makeStream(work: Work): Promise<Rendition[]> {
  await mkdir(work.folder, { recursive: true });
  const ladder = ladderOf(work.facts);
  const renditions: Rendition[] = [];
  for (const [rung, size] of ladder.entries()) {
    const done = await describe(work.folder, size).catch(() => null);
    renditions.push(done ?? (await makeRendition(work, rung, size)));
    work.onSeconds(rung, work.facts.durationSeconds);
  }
  const playlist = join(work.folder, 'master.m3u8');
  await writeFile(`${playlist}.part`, masterPlaylist(renditions));
  await rename(`${playlist}.part`, playlist);
  return renditions;
}

async function makeRendition(work: Work, rung: number, size: Size & { side: number }): Promise<Rendition> {
  const { programs, video, facts, folder, signal } = work;
  const part = join(folder, `${size.side}.part`);
  const segment = async (picture: readonly string[]) => {
    await rm(part, { recursive: true, force: true });
    await mkdir(part);
    const args = [
      ...['-protocol_whitelist', 'file', '-i', fileArgument(video)],
      ...['-map', '0:v:0', '-map', '0:a:0?', ...picture, '-c:a', 'copy'],
      ...['-f', 'hls', '-hls_time', String(SEGMENT_SECONDS), '-hls_playlist_type', 'vod'],
      ...['-hls_segment_type', 'fmp4', '-hls_flags', 'single_file+independent_segments'],
      ...['-hls_segment_filename', join(part, `${size.side}.mp4`), join(part, `${size.side}.m3u8`)],
    ];
    const onSeconds = (seconds: number) => work.onSeconds(rung, seconds);
    await encode(programs, args, { seconds: facts.durationSeconds, signal, onSeconds });
    return describe(part, size);
  };
  try {
    const encoded = [...pictureArguments(size.side), '-vf', `scale=${size.width}:${size.height},setsar=1`];
    const isWhole = rung === 0 && facts.codec === 'h264';
    const taken = isWhole ? await segment(['-c:v', 'copy']) : null;
    const rendition = taken && taken.longestSegment <= MAX_SEGMENT_SECONDS ? taken : await segment(encoded);
    // The playlist is renamed last: if it exists, the rendition is complete.
    for (const name of [`${size.side}.mp4`, `${size.side}.m3u8`])
      await rename(join(part, name), join(folder, name));
    return rendition;
  } finally {
    await rm(part, { recursive: true, force: true });
  }
}

/** Describes a rendition for the player, from its files. */
async function describe(
  folder: string,
  size: Size & { side: number },
): Promise<Rendition & { longestSegment: number }> {
  const playlist = await readFile(join(folder, `${size.side}.m3u8`), 'utf8');
  const segments = [...playlist.matchAll(/#EXTINF:([\d.]+),\s+#EXT-X-BYTERANGE:(\d+)@\d+/g)].map(
    ([, seconds, bytes]) => ({ seconds: Number(seconds), bytes: Number(bytes) }),
  );
  if (segments.length === 0 || !playlist.includes('#EXT-X-ENDLIST'))
    throw new Error('a playlist is not whole');
  const sum = (of: 'seconds' | 'bytes') => segments.reduce((total, segment) => total + segment[of], 0);
  const rates = segments.map(({ bytes, seconds }) => (bytes * 8) / Math.max(seconds, 0.1));
  return {
    ...size,
    codec: await codecOf(join(folder, `${size.side}.mp4`)),
    peakBitsPerSecond: Math.ceil(Math.max(...rates)),
    averageBitsPerSecond: Math.ceil((sum('bytes') * 8) / sum('seconds')),
    longestSegment: Math.max(...segments.map(({ seconds }) => seconds)),
  };
}

const HEAD_BYTES = 65_536;
/** RFC 6381: profile, constraints and level, in the order of the decoder configuration. */
async function codecOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    const { bytesRead } = await file.read(head, 0, HEAD_BYTES, 0);
    const at = head.subarray(0, bytesRead).indexOf('avcC', 0, 'latin1');
    if (at < 0) throw new Error('a rendition has no H.264 in it');
    const picture = `avc1.${head.toString('hex', at + 5, at + 8)}`;
    return head.subarray(0, bytesRead).includes('mp4a', 0, 'latin1') ? `${picture},mp4a.40.2` : picture;
  } finally {
    await file.close();
  }
}

function masterPlaylist(renditions: readonly Rendition[]): string {
  const first = renditions.find(({ side }) => side <= FIRST_SIDE) ?? renditions[0];
  const inOrder = first ? [first, ...renditions.filter((one) => one !== first)] : [];
  const lines = inOrder.flatMap(({ side, width, height, peakBitsPerSecond, averageBitsPerSecond, codec }) => [
    `#EXT-X-STREAM-INF:BANDWIDTH=${peakBitsPerSecond},AVERAGE-BANDWIDTH=${averageBitsPerSecond},RESOLUTION=${width}x${height},CODECS="${codec}"`,
    `${side}.m3u8`,
  ]);
  return ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS', ...lines, ''].join('\n');
}
