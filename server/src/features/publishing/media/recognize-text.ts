import { dirname, join } from 'node:path';
import english from '@tesseract.js-data/eng';
import { createWorker, OEM, PSM, type Worker } from 'tesseract.js';
import { sharp } from '../../../platform/pictures.ts';
import type { Shades } from './dicom-shades.ts';

export interface Word {
  readonly text: string;
  /** 0 to 100, as the recognizer sees it. */
  readonly confidence: number;
  /** Parts of the picture, 0 to 1, from its upper left corner. */
  readonly box: {
    readonly left: number;
    readonly top: number;
    readonly width: number;
    readonly height: number;
  };
}

/** Below this, anatomy is full of letters; of two letters, still more. */
const LEAST_CONFIDENCE = { word: 60, pair: 85 };
const LIKELY_WORD = /[\p{L}\p{N}]{2}/u;
const isLikely = (text: string, confidence: number): boolean =>
  LIKELY_WORD.test(text) && confidence >= (text.length > 2 ? LEAST_CONFIDENCE.word : LEAST_CONFIDENCE.pair);
/** A scanner's letters are ten pixels high; the recognizer was taught on thirty. */
const ENLARGED = { below: 1100, factor: 2 };
const LARGEST_SIDE = 3000;
/** Two readings of the same letters share more than this of their area. */
const SAME_PLACE = 0.4;

export interface TextReader {
  read(picture: Shades): Promise<Word[]>;
  close(): Promise<void>;
}

/** The recognizer with its data from the package: nothing is fetched, and nothing is kept. */
export async function openTextReader(): Promise<TextReader> {
  // The package's own path leads to the data of both engines; this is that of the newer one, a quarter of it.
  const langPath = join(dirname(english.langPath), '4.0.0_best_int');
  const worker = await createWorker('eng', OEM.LSTM_ONLY, {
    langPath,
    gzip: true,
    cacheMethod: 'none',
    errorHandler: () => {},
  });
  await worker.setParameters({
    // Single words anywhere, instead of columns of a page.
    tessedit_pageseg_mode: PSM.SPARSE_TEXT,
    user_defined_dpi: '150',
    // What is black and what is white is decided by neighborhood: letters over a body are brighter than the body alone.
    thresholding_method: '1',
  });
  return {
    read: (picture) => readWords(worker, picture),
    close: async () => {
      await worker.terminate();
    },
  };
}

async function readWords(worker: Worker, picture: Shades): Promise<Word[]> {
  const { width, height, bytes } = picture;
  const side = Math.max(width, height);
  const factor = side < ENLARGED.below ? ENLARGED.factor : Math.min(1, LARGEST_SIDE / side);
  const [wide, high] = [Math.round(width * factor), Math.round(height * factor)];
  let sum = 0;
  for (const byte of bytes) sum += byte;
  const isDark = sum < bytes.length * 128;
  const image = await sharp(bytes, { raw: { width, height, channels: 1 } })
    .resize(wide, high, { fit: 'fill', kernel: 'cubic' })
    // Black on white, as print is.
    .negate(isDark)
    .png({ compressionLevel: 1 })
    .toBuffer();
  const { data } = await worker.recognize(image, {}, { blocks: true, text: false });
  return (data.blocks ?? [])
    .flatMap(({ paragraphs }) => paragraphs)
    .flatMap(({ lines }) => lines)
    .flatMap(({ words }) => words)
    .filter(({ text, confidence }) => isLikely(text, confidence))
    .map(({ text, confidence, bbox: { x0, y0, x1, y1 } }) => ({
      text,
      confidence: Math.round(confidence),
      box: { left: x0 / wide, top: y0 / high, width: (x1 - x0) / wide, height: (y1 - y0) / high },
    }));
}

/** Of several readings of one frame, each word once, as it was read best. */
export function bestWords(readings: readonly (readonly Word[])[]): Word[] {
  const best: Word[] = [];
  for (const word of readings.flat().toSorted((a, b) => b.confidence - a.confidence))
    if (!best.some((other) => isSamePlace(other.box, word.box))) best.push(word);
  return best.sort((a, b) => a.box.top - b.box.top || a.box.left - b.box.left);
}

function isSamePlace(a: Word['box'], b: Word['box']): boolean {
  const across = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const down = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  if (across <= 0 || down <= 0) return false;
  return across * down > SAME_PLACE * Math.min(a.width * a.height, b.width * b.height);
}
