import { accessSync, constants } from 'node:fs';
import { delimiter, dirname, extname, isAbsolute, join, resolve } from 'node:path';
import type { Config } from '../../../config/config.ts';
import { readVideo } from '../checks/video-container.ts';
import { BadVideo, type VideoFacts } from '../checks/video-facts.ts';
import { runProgram } from './run-program.ts';

/** The programs that convert videos, as found at the server's start. */
export interface Ffmpeg {
  readonly ffmpeg: string;
  readonly ffprobe: string;
  /** As in `5.1.9-0+deb12u1`. */
  readonly version: string;
  /** Whether high dynamic range can be mapped to standard range; without it, such pictures look pale. */
  readonly mapsTones: boolean;
}

export type FfmpegSearch = { readonly found: Ffmpeg } | { readonly found: null; readonly problem: string };

const searches = new Map<string | undefined, Promise<FfmpegSearch>>();
/** The first result of `findFfmpeg` in this process. */
export function videoConverter(config: Pick<Config, 'FFMPEG_PATH'>): Promise<FfmpegSearch> {
  const search = searches.get(config.FFMPEG_PATH) ?? findFfmpeg(config);
  searches.set(config.FFMPEG_PATH, search);
  return search;
}

const LIMITS = { timeMs: 20_000, memoryBytes: 2 ** 31, fileBytes: 0 };
const WANTED_ENCODERS = ['libx264', 'aac'];

/**
 * Finds ffmpeg at FFMPEG_PATH or on the PATH; an operator turns it off with `off`. The problem completes "Videos are
 * not converted: ...".
 */
export async function findFfmpeg({ FFMPEG_PATH }: Pick<Config, 'FFMPEG_PATH'>): Promise<FfmpegSearch> {
  if (FFMPEG_PATH === 'off') return { found: null, problem: 'FFMPEG_PATH is off' };
  const ffmpeg = FFMPEG_PATH ? programAt(resolve(FFMPEG_PATH)) : onPath('ffmpeg');
  if (!ffmpeg) {
    const problem = FFMPEG_PATH
      ? `FFMPEG_PATH names ${FFMPEG_PATH}, which is no program`
      : 'ffmpeg is not installed';
    return { found: null, problem };
  }
  const ffprobe = programAt(join(dirname(ffmpeg), `ffprobe${extname(ffmpeg)}`)) ?? onPath('ffprobe');
  if (!ffprobe) return { found: null, problem: `ffprobe is not installed beside ${ffmpeg}` };
  try {
    const ask = (flag: string) => runProgram(ffmpeg, ['-hide_banner', flag], { limits: LIMITS });
    const [about, encoders, filters] = [await ask('-version'), await ask('-encoders'), await ask('-filters')];
    const version = /^ffmpeg version (\S+)/.exec(about)?.[1];
    if (!version) return { found: null, problem: `${ffmpeg} is not ffmpeg` };
    const missing = WANTED_ENCODERS.filter((name) => !hasName(encoders, name));
    if (missing.length > 0)
      return { found: null, problem: `${ffmpeg} was built without ${missing.join(' and ')}` };
    const mapsTones = ['zscale', 'tonemap'].every((name) => hasName(filters, name));
    return { found: { ffmpeg, ffprobe, version, mapsTones } };
  } catch (error) {
    return { found: null, problem: `${ffmpeg} does not start (${(error as Error).message})` };
  }
}

/** A line of ffmpeg's lists has flags, a name and a description. */
const hasName = (list: string, name: string) => new RegExp(`^ *[A-Z.]+ +${name} `, 'm').test(list);

function programAt(path: string): string | null {
  try {
    accessSync(path, constants.X_OK);
    return path;
  } catch {
    return null;
  }
}

function onPath(name: string): string | null {
  const file = process.platform === 'win32' ? `${name}.exe` : name;
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const found = isAbsolute(folder) ? programAt(join(folder, file)) : null;
    if (found) return found;
  }
  return null;
}

/** Appended to the description of a file's error. */
export const NOT_CONVERTED =
  'This server does not convert videos, so the file must be an MP4 with H.264 video (8 bits, 4:2:0) and AAC sound, or a WebM with VP9 and Opus';

/** Without conversion a video must already play in browsers: the refusal says what it must be. */
export async function takeAsItIs(path: string): Promise<VideoFacts> {
  try {
    return await readVideo(path);
  } catch (error) {
    if (!(error instanceof BadVideo)) throw error;
    throw new BadVideo(`${error.message}. ${NOT_CONVERTED}`);
  }
}
