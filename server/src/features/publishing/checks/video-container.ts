import { type FileHandle, open } from 'node:fs/promises';
import { readMp4 } from './mp4.ts';
import { BadVideo, type Reader, type VideoFacts } from './video-facts.ts';
import { readWebm } from './webm.ts';

/** Codecs that every browser of the last years plays. */
const PLAYABLE: Readonly<Record<string, string>> = {
  avc1: 'h264',
  avc3: 'h264',
  vp08: 'vp8',
  vp09: 'vp9',
  av01: 'av1',
  V_VP8: 'vp8',
  V_VP9: 'vp9',
  V_AV1: 'av1',
};

export async function readVideo(path: string): Promise<VideoFacts> {
  const file = await open(path, 'r');
  try {
    const reader = await readerOf(file);
    const start = await reader.read(0, 12);
    const isMp4 = start.toString('latin1', 4, 8) === 'ftyp';
    const isWebm = start.length >= 4 && start.readUInt32BE(0) === 0x1a45dfa3;
    if (!isMp4 && !isWebm) throw new BadVideo('is no video; give an MP4 or WebM file');
    const raw = isMp4 ? await readMp4(reader) : await readWebm(reader);
    const codec = PLAYABLE[raw.codec];
    if (!codec) {
      throw new BadVideo(`holds video of the kind "${raw.codec}"; encode it as H.264, VP9 or AV1`);
    }
    if (!(raw.durationSeconds > 0)) throw new BadVideo('has no duration; export it again');
    return { ...raw, container: isMp4 ? 'mp4' : 'webm', codec };
  } finally {
    await file.close();
  }
}

async function readerOf(file: FileHandle): Promise<Reader> {
  const { size } = await file.stat();
  return {
    size,
    async read(position, length) {
      const wanted = Math.max(0, Math.min(length, size - position));
      const buffer = Buffer.alloc(wanted);
      const { bytesRead } = await file.read(buffer, 0, wanted, position);
      return buffer.subarray(0, bytesRead);
    },
  };
}
