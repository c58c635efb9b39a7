import { constants } from 'node:fs';
import { copyFile, open } from 'node:fs/promises';
import { readVideo } from '../checks/video-container.ts';
import { BadVideo, type VideoFacts } from '../checks/video-facts.ts';
import { clearMp4 } from './clear-mp4.ts';
import { clearWebm } from './clear-webm.ts';

/**
 * Increment it when readers' copies of videos lose something that earlier ones have: what was published before is then
 * written again.
 */
export const VIDEO_CLEANING_VERSION = 2;

/**
 * Writes a copy of a video that is published without conversion: it has what players need, at the same places, and not
 * what a device or program wrote about its user. Throws BadVideo.
 */
export async function copyWithoutMetadata(path: string, output: string): Promise<VideoFacts> {
  const { container } = await readVideo(path);
  await copyFile(path, output, constants.COPYFILE_FICLONE);
  const file = await open(output, 'r+');
  try {
    await (container === 'mp4' ? clearMp4(file) : clearWebm(file));
  } catch (error) {
    // A box declares more bytes than it holds.
    throw error instanceof RangeError ? new BadVideo('has a damaged index; export it again') : error;
  } finally {
    await file.close();
  }
  return readVideo(output);
}
