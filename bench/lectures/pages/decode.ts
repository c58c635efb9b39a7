import { decodeSlice } from '../../../web/src/features/lectures/dicom/decode/decode-slice.ts';
import { openDicom } from '../../../web/src/features/lectures/dicom/decode/dicom-file.ts';
import type { Slice } from '../../../web/src/features/lectures/dicom/decode/slice.ts';

/**
 * Decodes a file with the product's decoder in this browser, and compares it with the same file uncompressed by
 * another program.
 */
async function slicesOf(url: string): Promise<Slice[]> {
  const answer = await fetch(url);
  const file = await openDicom(new Uint8Array(await answer.arrayBuffer()));
  const frames = Array.from({ length: file.numberOfFrames }, (_value, frame) => frame);
  return Promise.all(frames.map((frame) => decodeSlice(file, frame)));
}
const valuesOf = ({ pixels }: Slice) => ('rgba' in pixels ? pixels.rgba : pixels.grey);

async function decode(url: string, reference: string | null) {
  try {
    const slices = await slicesOf(url);
    const [first] = slices;
    const shown = { frames: slices.length, columns: first?.columns, rows: first?.rows };
    if (!reference) return { ...shown, largest: null };
    const others = await slicesOf(reference);
    let largest = slices.length === others.length ? 0 : Number.POSITIVE_INFINITY;
    for (const [at, slice] of slices.entries()) {
      const [values, right] = [valuesOf(slice), valuesOf(others[at] as Slice)];
      if (values.length !== right.length) largest = Number.POSITIVE_INFINITY;
      for (let pixel = 0; pixel < values.length; pixel += 1)
        largest = Math.max(largest, Math.abs((values[pixel] ?? 0) - (right[pixel] ?? 0)));
    }
    return { ...shown, largest };
  } catch (error) {
    const { code = 'error', message } = error as { code?: string; message: string };
    return { failure: `${code} ${message}`.trim() };
  }
}
Object.assign(window, { decode });
