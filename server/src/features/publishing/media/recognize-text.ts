import { dirname, join } from 'node:path';
import english from '@tesseract.js-data/eng';
import { createWorker, OEM, PSM, type Worker } from 'tesseract.js';
import { sharp } from '../../../platform/pictures/sharp.ts';
import type { Shades } from './dicom-shades.ts';

export interface Word {
  readonly text: string;
  /** 0 to 100, from the recognizer. */
  readonly confidence: number;
  /** Fractions of the picture, 0 to 1, from its upper left corner. */
  readonly box: {
    readonly left: number;
    readonly top: number;
    readonly width: number;
    readonly height: number;
  };
}

/** The minimum confidence: below it, anatomy looks like text. Words of two letters need more. */
const LEAST_CONFIDENCE = { word: 60, pair: 85 };
const LETTERS = /[\p{L}\p{N}]/gu;
function isLikely(text: string, confidence: number): boolean {
  const letters = text.match(LETTERS)?.length ?? 0;
  return letters > 1 && confidence >= (letters > 2 ? LEAST_CONFIDENCE.word : LEAST_CONFIDENCE.pair);
}
/** A scanner's letters are about ten pixels high; the recognizer was trained on thirty. */
const ENLARGED = { below: 1100, factor: 2 };
const LARGEST_SIDE = 2000;
/** `surroundings` is in pixels, `noise` in gray levels of 255. */
const STROKES = { surroundings: 15, noise: 24, gain: 2.5 };
/** Two readings of the same word overlap by more than this share of their area. */
const SAME_PLACE = 0.4;

export interface TextReader {
  read(picture: Shades): Promise<Word[]>;
  close(): Promise<void>;
}

/** Opens the recognizer with the data of its package: nothing is downloaded or cached. */
export async function openTextReader(): Promise<TextReader> {
  // The package's path leads to the data of both engines; this is the data of the newer one, a quarter of the size.
  const langPath = join(dirname(english.langPath), '4.0.0_best_int');
  const worker = await createWorker('eng', OEM.LSTM_ONLY, {
    langPath,
    gzip: true,
    cacheMethod: 'none',
    errorHandler: () => {},
  });
  await worker.setParameters({
    // Finds single words anywhere, instead of columns of a page.
    tessedit_pageseg_mode: PSM.SPARSE_TEXT,
    user_defined_dpi: '150',
  });
  return {
    read: (picture) => readWords(worker, picture),
    close: async () => {
      await worker.terminate();
    },
  };
}

async function readWords(worker: Worker, picture: Shades): Promise<Word[]> {
  const shown = await withinSize(picture);
  const side = Math.max(shown.width, shown.height);
  const factor = side < ENLARGED.below ? ENLARGED.factor : 1;
  const [wide, high] = [shown.width * factor, shown.height * factor];
  const image = await sharp(await strokesOf(shown), { raw: rawOf(shown) })
    .resize(wide, high, { fit: 'fill', kernel: 'cubic' })
    // Black on white, as in print.
    .negate()
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

const rawOf = ({ width, height }: Shades) => ({ width, height, channels: 1 as const });

async function withinSize(picture: Shades): Promise<Shades> {
  if (Math.max(picture.width, picture.height) <= LARGEST_SIDE) return picture;
  const { data, info } = await sharp(picture.bytes, { raw: rawOf(picture) })
    .resize(LARGEST_SIDE, LARGEST_SIDE, { fit: 'inside' })
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, bytes: data };
}

/**
 * Keeps thin structures that are brighter or darker than their surroundings: text, over a body as well as beside it.
 * Bodies are removed, and so is noise, which would cost the recognizer minutes.
 */
async function strokesOf(picture: Shades): Promise<Uint8ClampedArray> {
  const surroundings = await sharp(picture.bytes, { raw: rawOf(picture) })
    .median(STROKES.surroundings)
    .extractChannel(0)
    .raw()
    .toBuffer();
  const strokes = new Uint8ClampedArray(picture.bytes.length);
  for (let at = 0; at < strokes.length; at += 1) {
    const step = Math.abs(picture.bytes[at]! - surroundings[at]!) - STROKES.noise;
    strokes[at] = step * STROKES.gain;
  }
  return strokes;
}

/** Combines several readings of one frame: each word once, in its best reading. */
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
