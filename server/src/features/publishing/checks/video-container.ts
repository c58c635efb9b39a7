import { type FileHandle, open } from 'node:fs/promises';
import { readMp4 } from './mp4.ts';
import { demandPlayable } from './video-codecs.ts';
import { BadVideo, type Reader, type VideoFacts } from './video-facts.ts';
import { readWebm } from './webm.ts';

/** A ten-hour lecture in two-second fragments takes about fifty thousand reads. */
const MAX_READS = 100_000;

export async function readVideo(path: string): Promise<VideoFacts> {
  const file = await open(path, 'r');
  try {
    const reader = await readerOf(file);
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

async function readerOf(file: FileHandle): Promise<Reader> {
  const { size } = await file.stat();
  let readCount = 0;
  return {
    size,
    async read(position, length) {
      readCount += 1;
      if (readCount > MAX_READS) throw new BadVideo('is made of too many parts; export it again');
      const wanted = Math.max(0, Math.min(length, size - position));
      const buffer = Buffer.alloc(wanted);
      const { bytesRead } = await file.read(buffer, 0, wanted, position);
      return buffer.subarray(0, bytesRead);
    },
  };
}
