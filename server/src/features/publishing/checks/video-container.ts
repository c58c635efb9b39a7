import { open } from 'node:fs/promises';
import { BlockReader } from './block-reader.ts';
import { readMp4 } from './mp4.ts';
import { demandPlayable } from './video-codecs.ts';
import { BadVideo, type VideoFacts } from './video-facts.ts';
import { readWebm } from './webm.ts';

/** A ten-hour lecture in fragments of a second has a hundred and fifty thousand. */
const MAX_PARTS = 1_000_000;

export async function readVideo(path: string): Promise<VideoFacts> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const reader = new BlockReader(file, { size, maxParts: MAX_PARTS });
    const start = await reader.read(0, 12);
    const isMp4 = start.toString('latin1', 4, 8) === 'ftyp';
    const isWebm = start.length >= 4 && start.readUInt32BE(0) === 0x1a45dfa3;
    if (!isMp4 && !isWebm) throw new BadVideo('is no video; give an MP4 or WebM file');
    const raw = isMp4 ? await readMp4(reader) : await readWebm(reader);
    const container = isMp4 ? 'mp4' : 'webm';
    const codec = demandPlayable(raw, container);
    if (!(raw.durationSeconds > 0)) throw new BadVideo('has no duration; export it again');
    const { durationSeconds, width, height } = raw;
    return { container, codec, durationSeconds, width, height };
  } catch (error) {
    // A box declares more bytes than it holds.
    throw error instanceof RangeError ? new BadVideo('has a damaged index; export it again') : error;
  } finally {
    await file.close();
  }
}
