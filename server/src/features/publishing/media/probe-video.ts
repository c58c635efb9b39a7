import { stat } from 'node:fs/promises';
import { z } from 'zod';
import { MINUTE_MS } from '../../../platform/durations.ts';
import { BadVideo } from '../checks/video-facts.ts';
import type { Ffmpeg } from './find-ffmpeg.ts';
import { fileArgument, STRANGERS_INPUT } from './media-kinds.ts';
import { ProgramFailed, runProgram } from './run-program.ts';

export interface Picture {
  readonly index: number;
  readonly codec: string;
  readonly profile: string;
  readonly pixelFormat: string;
  /** Coded size: before rotation, in the stream's own pixel shape. */
  readonly width: number;
  readonly height: number;
  /** The ratio of a pixel's width to its height. */
  readonly pixelAspect: number;
  /** Clockwise quarter turns, as written by a phone that was held upright. */
  readonly quarterTurns: number;
  readonly isInterlaced: boolean;
  /** The color transfer characteristics, as in `smpte2084`. */
  readonly transfer: string;
  readonly framesPerSecond: number;
  readonly hasSteadyRate: boolean;
  readonly bitsPerSecond: number | null;
}

export interface Sound {
  readonly index: number;
  readonly codec: string;
  readonly profile: string;
  readonly channels: number;
  readonly samplesPerSecond: number;
  readonly isDefault: boolean;
}

export interface Probe {
  readonly format: string;
  readonly bytes: number;
  readonly seconds: number;
  readonly pictures: readonly Picture[];
  readonly sounds: readonly Sound[];
}

const text = z.string().catch('');
const number = z.coerce.number().finite().catch(0);
const Stream = z.object({
  index: z.number(),
  codec_type: text,
  codec_name: text,
  profile: text,
  pix_fmt: text,
  width: number,
  height: number,
  sample_aspect_ratio: text,
  field_order: text,
  color_transfer: text,
  avg_frame_rate: text,
  r_frame_rate: text,
  bit_rate: number,
  channels: number,
  sample_rate: number,
  disposition: z.object({ default: number, attached_pic: number }).partial().catch({}),
  tags: z.object({ rotate: number }).partial().catch({}),
  side_data_list: z.array(z.object({ rotation: number }).partial()).catch([]),
});
const Answer = z.object({
  format: z.object({ format_name: text, duration: number }).catch({ format_name: '', duration: 0 }),
  streams: z.array(Stream).catch([]),
});

const ENTRIES = [
  'format=format_name,duration',
  'stream=index,codec_type,codec_name,profile,pix_fmt,width,height,sample_aspect_ratio,field_order,color_transfer,avg_frame_rate,r_frame_rate,bit_rate,channels,sample_rate',
  'stream_disposition=default,attached_pic',
  'stream_tags=rotate',
  'stream_side_data=rotation',
].join(':');
const LIMITS = { timeMs: 120_000, memoryBytes: 3 * 2 ** 30, fileBytes: 0 };
const MEASURE_TIME_LIMIT_MS = 15 * MINUTE_MS;

/** Reads the streams of an uploaded file; throws BadVideo if it has neither video nor sound. */
export async function probeVideo(programs: Ffmpeg, path: string, signal?: AbortSignal): Promise<Probe> {
  const { size } = await stat(path);
  if (size === 0) throw new BadVideo('is empty; copy or export it again');
  const args = ['-v', 'error', ...STRANGERS_INPUT, '-of', 'json', '-show_entries', ENTRIES];
  const output = await runProgram(programs.ffprobe, [...args, fileArgument(path)], {
    limits: LIMITS,
    signal,
  }).catch((error: unknown) => {
    throw blameOf(error);
  });
  const { format, streams } = Answer.parse(JSON.parse(output));
  const probe = {
    format: format.format_name,
    bytes: size,
    seconds: format.duration,
    // An embedded cover is not part of the lecture.
    pictures: streams.filter(isMoving).map(pictureOf),
    sounds: streams
      .filter((stream) => stream.codec_type === 'audio' && stream.codec_name !== '')
      .map(soundOf),
  };
  if (probe.pictures.length === 0 && probe.sounds.length === 0)
    throw new BadVideo('holds neither video nor sound; give the recording of a lecture');
  return probe.seconds > 0 ? probe : { ...probe, seconds: await measure(programs, path, signal) };
}

type AnyStream = z.output<typeof Stream>;
const isMoving = ({ codec_type, codec_name, width, height, disposition }: AnyStream): boolean =>
  codec_type === 'video' && codec_name !== '' && width > 0 && height > 0 && !disposition.attached_pic;

function pictureOf(stream: AnyStream): Picture {
  const [average, base] = [ratioOf(stream.avg_frame_rate, '/'), ratioOf(stream.r_frame_rate, '/')];
  const turned = stream.side_data_list.find(({ rotation }) => rotation)?.rotation;
  const degrees = turned === undefined ? (stream.tags.rotate ?? 0) : -turned;
  return {
    index: stream.index,
    codec: stream.codec_name,
    profile: stream.profile,
    pixelFormat: stream.pix_fmt,
    width: stream.width,
    height: stream.height,
    pixelAspect: ratioOf(stream.sample_aspect_ratio, ':') || 1,
    quarterTurns: (((Math.round(degrees / 90) % 4) + 4) % 4) as number,
    isInterlaced: ['tt', 'bb', 'tb', 'bt'].includes(stream.field_order),
    transfer: stream.color_transfer,
    framesPerSecond: average || base || 25,
    hasSteadyRate: average > 0 && Math.abs(average - base) <= average * 0.01,
    bitsPerSecond: stream.bit_rate || null,
  };
}

const soundOf = (stream: AnyStream): Sound => ({
  index: stream.index,
  codec: stream.codec_name,
  profile: stream.profile,
  channels: stream.channels,
  samplesPerSecond: stream.sample_rate,
  isDefault: stream.disposition.default === 1,
});

function ratioOf(written: string, sign: string): number {
  const [above, below] = written.split(sign).map(Number);
  return above && below && Number.isFinite(above / below) ? above / below : 0;
}

/** Recordings of browsers and meetings often state no duration; it is computed from the packets. */
async function measure(programs: Ffmpeg, path: string, signal: AbortSignal | undefined): Promise<number> {
  let microseconds = 0;
  const args = [
    '-v',
    'error',
    '-nostdin',
    '-progress',
    'pipe:1',
    ...STRANGERS_INPUT,
    '-i',
    fileArgument(path),
  ];
  await runProgram(
    programs.ffmpeg,
    [...args, '-map', '0:v?', '-map', '0:a?', '-c', 'copy', '-f', 'null', '-'],
    {
      limits: { ...LIMITS, timeMs: MEASURE_TIME_LIMIT_MS },
      signal,
      onLine: (line) => {
        if (line.startsWith('out_time_us=')) microseconds = Number(line.slice(12)) || microseconds;
      },
    },
  ).catch((error: unknown) => {
    throw blameOf(error);
  });
  if (!(microseconds > 0)) throw new BadVideo('has no duration; export it again');
  return microseconds / 1e6;
}

/** The recording is at fault where the program failed, and not where the program was stopped from outside. */
export const blameOf = (error: unknown): unknown =>
  error instanceof ProgramFailed && error.reason !== 'stopped' ? new BadVideo(explain(error)) : error;

/** Explains ffmpeg's error message for people who export videos. */
function explain({ reason, complaint }: ProgramFailed): string {
  if (reason === 'time' || reason === 'silence')
    return 'takes too long to be read; export it again as MP4 with H.264 and AAC';
  if (/Cannot allocate memory|bad_alloc/i.test(complaint))
    return 'takes more memory than a video is given; export it again in at most 3840 x 2160 pixels';
  if (/moov atom not found|End of file|truncated/i.test(complaint))
    return 'is cut off: its index or its end is missing; copy or export it again';
  if (/Invalid data found|not on whitelist|Format .* detected only|Unknown/i.test(complaint))
    return 'is no video or sound recording that can be read; give an MP4, MOV, MKV, WebM, AVI or MPEG file';
  return 'is damaged; copy or export it again';
}
