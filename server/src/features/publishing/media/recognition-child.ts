/**
 * The process that recognizes text: `node recognition-child.js <memory limit in MB>`, controlled over IPC
 * (recognition-protocol.ts). The recognizer runs in a thread of its own, so that the main thread can watch the
 * memory.
 */
import { readFile } from 'node:fs/promises';
import { sharp } from '../../../platform/pictures/sharp.ts';
import { chooseFrames, cornersOf } from './choose-frames.ts';
import { openFrames, UnreadPixels } from './dicom-shades.ts';
import {
  type BurnedText,
  type FoundWord,
  OUT_OF_MEMORY_CODE,
  type RecognitionAnswer,
  type RecognitionQuestion,
} from './recognition-protocol.ts';
import { bestWords, openTextReader } from './recognize-text.ts';

const [memoryLimitMb = '1024'] = process.argv.slice(2);
const BYTES_A_MEGABYTE = 1_048_576;
const WATCH_INTERVAL_MS = 100;
/** At most this many frames of one file are compared, evenly spread. */
const MAX_COMPARED = 400;

const tell = (answer: RecognitionAnswer) => process.send?.(answer);

interface Candidate {
  readonly file: string;
  readonly frame: number;
  readonly corners: Uint8Array;
}

async function look(files: readonly string[]): Promise<BurnedText> {
  const unread: { file: string; reason: string }[] = [];
  const candidates: Candidate[] = [];
  let frames = 0;
  for (const [index, file] of files.entries()) {
    tell({ tell: 'progress', done: index, total: files.length * 2 });
    try {
      const opened = openFrames(await readFile(file));
      frames += opened.frames;
      const step = Math.max(1, Math.ceil(opened.frames / MAX_COMPARED));
      for (let frame = 0; frame < opened.frames; frame += step) {
        const [shades] = await opened.shadesOf(frame);
        if (shades) candidates.push({ file, frame, corners: cornersOf(shades) });
      }
    } catch (error) {
      if (!(error instanceof UnreadPixels)) throw error;
      unread.push({ file, reason: error.message });
    }
  }
  const { chosen, left } = chooseFrames(candidates.map(({ corners }) => corners));
  const words: FoundWord[] = [];
  const lookedAt = chosen.map((index) => candidates[index]!);
  if (lookedAt.length > 0) {
    const reader = await openTextReader();
    for (const [index, { file, frame }] of lookedAt.entries()) {
      const done = Math.round(files.length * (1 + index / lookedAt.length));
      tell({ tell: 'progress', done, total: files.length * 2 });
      const readings = [];
      for (const shades of await openFrames(await readFile(file)).shadesOf(frame))
        readings.push(await reader.read(shades));
      words.push(...bestWords(readings).map((word) => ({ file, frame, ...word })));
    }
    await reader.close();
  }
  const needsDecision = words.length > 0 || unread.length > 0 || left > 0;
  const frameOf = ({ file, frame }: Candidate) => ({ file, frame });
  return { frames, lookedAt: lookedAt.map(frameOf), words, unread, left, needsDecision };
}

setInterval(() => {
  if (process.memoryUsage.rss() > Number(memoryLimitMb) * BYTES_A_MEGABYTE) process.exit(OUT_OF_MEMORY_CODE);
}, WATCH_INTERVAL_MS);
sharp.concurrency(1);
process.on('disconnect', () => process.exit(0));
process.on('message', ({ files }: RecognitionQuestion) => {
  look(files).then(
    (found) => tell({ tell: 'found', found }),
    (error: unknown) =>
      tell({ tell: 'failed', message: error instanceof Error ? error.message : String(error) }),
  );
});
