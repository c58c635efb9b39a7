/**
 * The process that recognizes text: `node recognition-child.js <memory limit in MB>`, controlled over IPC
 * (recognition-protocol.ts). The recognizer runs in a thread of its own, so that the main thread can watch the
 * memory.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sharp } from '../../../platform/pictures/sharp.ts';
import { chooseFrames, cornersOf } from './choose-frames.ts';
import { openFrames, type Shades, UnreadPixels } from './dicom-shades.ts';
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
/** Of a picture for a person to look at (pixels). */
const SHOWN_SIDE = 1200;

const tell = (answer: RecognitionAnswer) => process.send?.(answer);

interface Candidate {
  readonly file: string;
  readonly frame: number;
  readonly corners: Uint8Array;
}

async function look({ files, pictureFolder, readsLetters }: RecognitionQuestion): Promise<BurnedText> {
  const unread: { file: string; reason: string }[] = [];
  const candidates: Candidate[] = [];
  let frames = 0;
  let skipped = 0;
  for (const [index, file] of files.entries()) {
    tell({ tell: 'progress', done: index, total: files.length * 2 });
    try {
      const opened = openFrames(await readFile(file));
      frames += opened.frames;
      const step = Math.max(1, Math.ceil(opened.frames / MAX_COMPARED));
      skipped += opened.frames - Math.ceil(opened.frames / step);
      for (let frame = 0; frame < opened.frames; frame += step) {
        const [shades] = await opened.shadesOf(frame);
        if (shades) candidates.push({ file, frame, corners: cornersOf(shades) });
      }
    } catch (error) {
      if (!(error instanceof UnreadPixels)) throw error;
      unread.push({ file, reason: error.message });
    }
  }
  const { chosen, left: beyond } = chooseFrames(candidates.map(({ corners }) => corners));
  // Nobody knows how a frame looks that was not compared.
  const left = beyond + skipped;
  const words: FoundWord[] = [];
  const lookedAt = chosen.map((index) => candidates[index]!);
  const pictures = new Map<number, string>();
  const reader = readsLetters && lookedAt.length > 0 ? await openTextReader() : null;
  for (const [index, { file, frame }] of lookedAt.entries()) {
    const done = Math.round(files.length * (1 + index / lookedAt.length));
    tell({ tell: 'progress', done, total: files.length * 2 });
    const shades = await openFrames(await readFile(file)).shadesOf(frame);
    if (pictureFolder && shades.length > 0)
      pictures.set(index, await writePicture(pictureFolder, `${index + 1}.webp`, shades));
    if (!reader) continue;
    const readings = [];
    for (const each of shades) readings.push(await reader.read(each));
    words.push(...bestWords(readings).map((word) => ({ file, frame, ...word })));
  }
  await reader?.close();
  const needsDecision = !readsLetters || words.length > 0 || unread.length > 0 || left > 0;
  const shown = lookedAt.map(({ file, frame }, index) => {
    const picture = pictures.get(index);
    return { file, frame, ...(picture ? { picture } : {}) };
  });
  return { frames, lookedAt: shown, words, unread, left, needsDecision };
}

/** Over its whole range: in the window that the file suggests, letters may be as dark as what is around them. */
async function writePicture(folder: string, name: string, shades: readonly Shades[]): Promise<string> {
  const { width, height, bytes } = shades[0] as Shades;
  await sharp(bytes, { raw: { width, height, channels: 1 } })
    .resize(SHOWN_SIDE, SHOWN_SIDE, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 85 })
    .toFile(join(folder, name));
  return name;
}

setInterval(() => {
  if (process.memoryUsage.rss() > Number(memoryLimitMb) * BYTES_A_MEGABYTE) process.exit(OUT_OF_MEMORY_CODE);
}, WATCH_INTERVAL_MS);
sharp.concurrency(1);
process.on('disconnect', () => process.exit(0));
process.on('message', (question: RecognitionQuestion) => {
  look(question).then(
    (found) => tell({ tell: 'found', found }),
    (error: unknown) =>
      tell({ tell: 'failed', message: error instanceof Error ? error.message : String(error) }),
  );
});
