import { MINUTE_MS } from '../../../platform/durations.ts';
import type { Ffmpeg } from './find-ffmpeg.ts';
import { blameOf } from './probe-video.ts';
import { runProgram } from './run-program.ts';

/** The time limit of an encoding, per second of the recording. */
const SECONDS_A_SECOND = 20;
const LEAST_SECONDS = 600;
const SILENCE_MS = 5 * MINUTE_MS;
const MEMORY_BYTES = 3 * 2 ** 30;
/** The size limit of an output file, per second: three times what the encoder is told to produce. */
const BYTES_A_SECOND = 2_000_000;
const LEAST_BYTES = 16_000_000;

export interface EncodeOptions {
  readonly seconds: number;
  /** The size of the input whose streams are copied. */
  readonly inputBytes?: number;
  readonly signal?: AbortSignal | undefined;
  /** Reports the finished seconds of the recording. */
  readonly onSeconds?: (seconds: number) => void;
  readonly memoryBytes?: number;
}

/** Runs ffmpeg on one file; throws BadVideo if the recording is at fault. */
export async function encode(
  { ffmpeg }: Ffmpeg,
  args: readonly string[],
  { seconds, inputBytes = 0, signal, onSeconds, memoryBytes = MEMORY_BYTES }: EncodeOptions,
): Promise<void> {
  const head = ['-y', '-nostdin', '-v', 'error', '-progress', 'pipe:1', '-stats_period', '1'];
  try {
    await runProgram(ffmpeg, [...head, ...args], {
      limits: {
        timeMs: (LEAST_SECONDS + seconds * SECONDS_A_SECOND) * 1000,
        silenceMs: SILENCE_MS,
        memoryBytes,
        fileBytes: LEAST_BYTES + Math.max(seconds * BYTES_A_SECOND, inputBytes * 1.2),
      },
      signal,
      onLine: (line) => {
        const microseconds = line.startsWith('out_time_us=') ? Number(line.slice(12)) : Number.NaN;
        if (microseconds >= 0) onSeconds?.(Math.min(seconds, microseconds / 1e6));
      },
    });
  } catch (error) {
    throw blameOf(error);
  }
}

/** The maximum bit rate of H.264 by the shorter side of the picture. */
const MOST_BITS: readonly (readonly [side: number, bits: number])[] = [
  [360, 700_000],
  [480, 1_200_000],
  [720, 2_500_000],
  [1080, 4_500_000],
];
/** Segments begin at key frames: the same seconds in every rendition. */
const SECONDS_A_KEY_FRAME = 3;

export function pictureArguments(shortSide: number): string[] {
  const [, bits] = MOST_BITS.find(([side]) => shortSide <= side) ?? MOST_BITS[MOST_BITS.length - 1]!;
  return [
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'high', '-pix_fmt', 'yuv420p', '-crf', '22'],
    ...['-maxrate', String(bits), '-bufsize', String(bits * 2)],
    ...['-force_key_frames', `expr:gte(t,n_forced*${SECONDS_A_KEY_FRAME})`],
  ];
}

export const SOUND_ARGUMENTS: readonly string[] = [
  ...['-c:a', 'aac', '-b:a', '128k', '-ac', '2', '-ar', '48000', '-af', 'aresample=async=1:first_pts=0'],
];

/** Removes metadata such as a phone's location and what a program wrote about its user. */
export const WITHOUT_METADATA: readonly string[] = [
  ...['-map_metadata', '-1', '-map_chapters', '-1', '-fflags', '+bitexact', '-sn', '-dn'],
];
