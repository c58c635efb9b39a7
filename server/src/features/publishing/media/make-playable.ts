import { rename, rm } from 'node:fs/promises';
import { readVideo } from '../checks/video-container.ts';
import { BadVideo, demandLength, type VideoFacts } from '../checks/video-facts.ts';
import { encode, pictureArguments, SOUND_ARGUMENTS, WITHOUT_METADATA } from './encode.ts';
import type { Ffmpeg } from './find-ffmpeg.ts';
import { fileArgument, STRANGERS_INPUT } from './media-kinds.ts';
import { type ConversionPlan, MAX_PIXELS } from './plan-conversion.ts';

/** The still picture of an audio lecture. */
const STILL = { width: 1280, height: 720, framesPerSecond: 5, color: '0x14202e' };

interface Work {
  readonly programs: Ffmpeg;
  readonly input: string;
  readonly inputBytes: number;
  readonly plan: ConversionPlan;
  /** The path of the video; while it is made, with `.part` appended. */
  readonly output: string;
  readonly signal?: AbortSignal | undefined;
  readonly onSeconds: (seconds: number) => void;
}

/**
 * Makes an MP4 that browsers play, with its index first; the file is complete or does not exist. Suitable streams are
 * copied; if the result differs from what the headers promised, they are encoded after all.
 */
export async function makePlayable(work: Work): Promise<VideoFacts> {
  const { plan, output } = work;
  const part = `${output}.part`;
  const attempt = async (attempted: ConversionPlan) => {
    await encode(work.programs, argumentsOf({ ...work, plan: attempted }, part), {
      seconds: plan.seconds,
      inputBytes: work.inputBytes,
      signal: work.signal,
      onSeconds: work.onSeconds,
    });
    const facts = await readVideo(part);
    demandLength(plan.seconds, facts.durationSeconds);
    return facts;
  };
  try {
    const facts = await attempt(plan).catch((error: unknown) => {
      if (!(error instanceof BadVideo) || !plan.picture?.copies) throw error;
      return attempt(encodedPlan(plan));
    });
    await rename(part, output);
    return facts;
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** The same plan with everything encoded. */
const encodedPlan = (plan: ConversionPlan): ConversionPlan => ({
  ...plan,
  picture: plan.picture && { ...plan.picture, copies: false, filters: ['format=yuv420p', 'setsar=1'] },
  sound: plan.sound && { ...plan.sound, copies: false },
});

function argumentsOf({ input, plan }: Work, part: string): string[] {
  const { picture, sound, seconds } = plan;
  const still = `color=c=${STILL.color}:s=${STILL.width}x${STILL.height}:r=${STILL.framesPerSecond}`;
  const side = picture ? Math.min(picture.width, picture.height) : STILL.height;
  return [
    ...STRANGERS_INPUT,
    ...['-max_pixels', String(MAX_PIXELS), '-threads', '2', '-i', fileArgument(input)],
    // Generated here, with nothing from the file in it.
    ...(picture ? [] : ['-f', 'lavfi', '-i', still]),
    ...['-map', picture ? `0:${picture.index}` : '1:v'],
    ...(sound ? ['-map', `0:${sound.index}`] : []),
    ...(picture?.copies ? ['-c:v', 'copy'] : pictureArguments(side)),
    ...(picture && !picture.copies ? ['-vf', picture.filters.join(',')] : []),
    ...(sound?.copies ? ['-c:a', 'copy'] : SOUND_ARGUMENTS),
    ...WITHOUT_METADATA,
    // A still picture has no end, and headers can be wrong.
    ...[
      '-t',
      String(picture ? seconds + 1 : seconds),
      '-movflags',
      '+faststart',
      '-max_muxing_queue_size',
      '4096',
    ],
    ...['-f', 'mp4', fileArgument(part)],
  ];
}
