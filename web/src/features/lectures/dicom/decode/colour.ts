import type { DecodedFrame } from './codecs.ts';
import type { GreyPixels, SliceFacts } from './slice.ts';

/** Converts color samples of any order and color model to opaque RGBA. */
export function colourPixels(
  samples: GreyPixels,
  { components, isRgb }: Pick<DecodedFrame, 'components' | 'isRgb'>,
  { columns, rows, planar, photometric, bitsStored }: SliceFacts,
): Uint8ClampedArray<ArrayBuffer> {
  const count = columns * rows;
  const rgba = new Uint8ClampedArray(count * 4);
  const step = planar ? 1 : components;
  const plane = planar ? count : 1;
  // Scales 16-bit samples to 8 bits.
  const scale = bitsStored > 8 ? 255 / (2 ** bitsStored - 1) : 1;
  const mustConvert = !isRgb && photometric.startsWith('YBR');
  for (let at = 0, from = 0; at < count; at += 1, from += step) {
    const a = samples[from]! * scale;
    const b = samples[from + plane]! * scale;
    const c = samples[from + 2 * plane]! * scale;
    const to = 4 * at;
    if (mustConvert) writeYbr(rgba, to, a, b, c);
    else {
      rgba[to] = a;
      rgba[to + 1] = b;
      rgba[to + 2] = c;
    }
    rgba[to + 3] = 255;
  }
  return rgba;
}

/** Expands uncompressed YBR 4:2:2, in which two luminances share one pair of chrominances (Y1 Y2 Cb Cr). */
export function halfWidthColours(bytes: Uint8Array, pixels: number): Uint8ClampedArray<ArrayBuffer> {
  const rgba = new Uint8ClampedArray(pixels * 4);
  for (let at = 0; at < pixels; at += 1) {
    const group = (at >> 1) * 4;
    writeYbr(rgba, 4 * at, bytes[group + (at & 1)]!, bytes[group + 2]!, bytes[group + 3]!);
    rgba[4 * at + 3] = 255;
  }
  return rgba;
}

/** DICOM PS3.3, C.7.6.3.1.2; the array clamps. */
function writeYbr(rgba: Uint8ClampedArray, to: number, y: number, cb: number, cr: number): void {
  rgba[to] = y + 1.402 * (cr - 128);
  rgba[to + 1] = y - 0.344136 * (cb - 128) - 0.714136 * (cr - 128);
  rgba[to + 2] = y + 1.772 * (cb - 128);
}
