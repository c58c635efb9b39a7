import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { findFfmpeg } from '../features/publishing/media/find-ffmpeg.ts';

const search = await findFfmpeg({ FFMPEG_PATH: undefined });

/** Null where the machine has no ffmpeg: tests of conversions are skipped there. */
export const ffmpegHere = search.found;

export const PICTURES = ['-f', 'lavfi', '-i', 'testsrc2=s=320x240:r=10:d=2'];
export const SOUND = ['-f', 'lavfi', '-i', 'sine=d=2'];
export const QUICK_H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];

/** A small recording, made by ffmpeg as a camera or a phone would make it. */
export function record(folder: string, name: string, ...args: readonly string[]): string {
  const path = join(folder, name);
  execFileSync(ffmpegHere?.ffmpeg ?? 'ffmpeg', ['-y', '-v', 'error', '-threads', '1', ...args, path]);
  return path;
}

/** What a player would find in a file: `ask` as ffprobe's `-show_entries`. */
export const askOf = (path: string, ask: string, ...args: readonly string[]): string =>
  execFileSync(
    ffmpegHere?.ffprobe ?? 'ffprobe',
    ['-v', 'error', ...args, '-show_entries', ask, '-of', 'csv=p=0', path],
    { encoding: 'utf8' },
  ).trim();
