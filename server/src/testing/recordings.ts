import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { findFfmpeg } from '../features/publishing/media/find-ffmpeg.ts';

const search = await findFfmpeg({ FFMPEG_PATH: undefined });

/** Null if the machine has no ffmpeg: then tests of conversions are skipped. */
export const ffmpegHere = search.found;

export const PICTURES = ['-f', 'lavfi', '-i', 'testsrc2=s=320x240:r=10:d=2'];
export const SOUND = ['-f', 'lavfi', '-i', 'sine=d=2'];
export const QUICK_H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];

/** Makes a short recording with ffmpeg, like one of a camera or a phone. */
export function record(folder: string, name: string, ...args: readonly string[]): string {
  const path = join(folder, name);
  execFileSync(ffmpegHere?.ffmpeg ?? 'ffmpeg', ['-y', '-v', 'error', '-threads', '1', ...args, path]);
  return path;
}

/** Reads properties of a file with ffprobe; `entries` is its `-show_entries`. */
export const askOf = (path: string, entries: string, ...args: readonly string[]): string =>
  execFileSync(
    ffmpegHere?.ffprobe ?? 'ffprobe',
    ['-v', 'error', ...args, '-show_entries', entries, '-of', 'csv=p=0', path],
    { encoding: 'utf8' },
  ).trim();
