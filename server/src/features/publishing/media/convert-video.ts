import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Deps } from '../../../platform/deps.ts';
import { MAX_PUBLISHED_PIXELS } from '../../../platform/pictures/picture-protocol.ts';
import { readVideo } from '../checks/video-container.ts';
import { BadVideo, type VideoFacts } from '../checks/video-facts.ts';
import { encode } from './encode.ts';
import type { Ffmpeg } from './find-ffmpeg.ts';
import { makePlayable } from './make-playable.ts';
import { ladderOf, makeStream, type Rendition } from './make-stream.ts';
import { fileArgument } from './media-kinds.ts';
import { planConversion } from './plan-conversion.ts';
import { probeVideo } from './probe-video.ts';

export interface ConversionProgress {
  readonly step: 'reading' | 'video' | 'stream' | 'poster';
  /** Seconds of media finished, of all that will be made: the lecture's length, once for each size. */
  readonly seconds: number;
  readonly totalSeconds: number;
}

export interface ConversionOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ConversionProgress) => void;
}

/** `pictures` encodes the poster. */
interface Converter extends Pick<Deps, 'pictures'> {
  readonly programs: Ffmpeg;
}

export interface ConvertedVideo {
  readonly facts: VideoFacts;
  /** Relative to the output folder. */
  readonly video: string;
  /** The playlist of all sizes; null for an audio recording, which needs no sizes. */
  readonly stream: string | null;
  readonly poster: string | null;
  readonly renditions: readonly Rendition[];
  /** All files to store. */
  readonly files: readonly string[];
  /** Notes for the publisher that complete "lectures/one.mp4 ...". */
  readonly notes: readonly string[];
}

/** Increment it when the conversion changes: files of an older recipe in the folder are then made again. */
const RECIPE = 1;
const RECIPE_FILE = 'recipe.json';
const [VIDEO, POSTER, STREAM] = ['video.mp4', 'poster.webp', 'stream'];
const POSTER_WIDTH = 1280;
/** Skips the title and the start of the talk: a tenth of the lecture, at most half a minute. */
const POSTER_AT = { ratio: 0.1, mostSeconds: 30 };
/** The poster is the most typical of this many frames, so it is neither black nor part of a transition. */
const POSTER_OF_FRAMES = 50;

/**
 * Converts any recording to what browsers play: an MP4, an adaptive stream and a poster. Throws BadVideo for a
 * recording that must be refused. If the work is aborted or the process killed, finished files stay in the folder and
 * the next call resumes after them; no file under its final name is ever incomplete.
 */
export async function convertVideo(
  { programs, pictures }: Converter,
  input: string,
  outputFolder: string,
  { signal, onProgress }: ConversionOptions = {},
): Promise<ConvertedVideo> {
  onProgress?.({ step: 'reading', seconds: 0, totalSeconds: 0 });
  const probe = await probeVideo(programs, input, signal);
  const plan = planConversion(probe, programs.mapsTones);
  await mkdir(outputFolder, { recursive: true });
  await keepOnlyOwn(outputFolder, JSON.stringify({ RECIPE, bytes: probe.bytes, plan }));

  const size = plan.picture;
  const rungs = size ? ladderOf(size).length : 0;
  const totalSeconds = plan.seconds * (1 + rungs);
  const report = (step: ConversionProgress['step'], before: number) => (seconds: number) =>
    onProgress?.({ step, seconds: Math.min(totalSeconds, before * plan.seconds + seconds), totalSeconds });

  const video = join(outputFolder, VIDEO);
  const isMade = await isFile(video);
  const facts = isMade
    ? await readVideo(video)
    : await makePlayable({
        ...{ programs, input, inputBytes: probe.bytes, plan, output: video, signal },
        onSeconds: report('video', 0),
      }).catch(async (error: unknown) => {
        // A refused recording leaves nothing; aborted work resumes later.
        if (error instanceof BadVideo) await rm(outputFolder, { recursive: true, force: true });
        throw error;
      });
  report('video', 0)(plan.seconds);

  const renditions = size
    ? await makeStream({
        ...{ programs, video, facts, folder: join(outputFolder, STREAM), signal },
        onSeconds: (rung, seconds) => report('stream', 1 + rung)(Math.min(seconds, plan.seconds)),
      })
    : [];
  report('poster', 1 + rungs)(0);
  if (size && !(await isFile(join(outputFolder, POSTER)))) {
    await makePoster(
      { programs, pictures },
      video,
      facts.durationSeconds,
      join(outputFolder, POSTER),
      signal,
    );
  }
  const streamFiles = renditions.flatMap(({ side }) => [`${STREAM}/${side}.mp4`, `${STREAM}/${side}.m3u8`]);
  const stream = size ? `${STREAM}/master.m3u8` : null;
  const poster = size ? POSTER : null;
  return {
    ...{ facts, video: VIDEO, stream, poster, renditions, notes: plan.notes },
    files: [VIDEO, ...streamFiles, ...(stream ? [stream] : []), ...(poster ? [poster] : [])],
  };
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );

/** Deletes files of another recording or recipe, and unfinished files of a killed process. */
async function keepOnlyOwn(folder: string, recipe: string): Promise<void> {
  const path = join(folder, RECIPE_FILE);
  const isOwn = (await readFile(path, 'utf8').catch(() => '')) === recipe;
  for (const name of await readdir(folder))
    if (!isOwn || name.endsWith('.part')) await rm(join(folder, name), { recursive: true, force: true });
  if (isOwn) return;
  await writeFile(`${path}.part`, recipe);
  await rename(`${path}.part`, path);
}

async function makePoster(
  { programs, pictures }: Converter,
  video: string,
  seconds: number,
  output: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const at = Math.min(seconds * POSTER_AT.ratio, POSTER_AT.mostSeconds);
  const [picture, part] = [`${output}.png.part`, `${output}.part`];
  const filters = `thumbnail=${POSTER_OF_FRAMES},scale='min(${POSTER_WIDTH},iw)':-2`;
  try {
    const args = [
      ...['-protocol_whitelist', 'file', '-ss', at.toFixed(3), '-i', fileArgument(video)],
      ...[
        '-frames:v',
        '1',
        '-vf',
        filters,
        '-f',
        'image2',
        '-update',
        '1',
        '-c:v',
        'png',
        fileArgument(picture),
      ],
    ];
    await encode(programs, args, { seconds, signal });
    const { files } = await pictures.encode({
      source: picture,
      maxPixels: MAX_PUBLISHED_PIXELS,
      outputs: [{ format: { type: 'webp', quality: 82 } }],
    });
    await writeFile(part, files[0]!.content);
    await rename(part, output);
  } finally {
    await rm(picture, { force: true });
    await rm(part, { force: true });
  }
}
