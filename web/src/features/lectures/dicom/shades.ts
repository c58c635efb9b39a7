import type { GreyPixels, Slice, Window } from './decode/slice.ts';

/** The gray value (0 to 255) of a displayed value: DICOM PS3.3, C.11.2.1.2.1. */
export function shadeOf(value: number, { center, width }: Window): number {
  if (width <= 1) return value <= center - 0.5 ? 0 : 255;
  return Math.min(255, Math.max(0, ((value - (center - 0.5)) / (width - 1) + 0.5) * 255));
}

/** The initial window: the file's, or from the smallest to the largest value. */
export function defaultWindow(slice: Slice): Window {
  if (slice.window) return slice.window;
  const width = Math.max(1, slice.largest - slice.smallest);
  return { center: slice.smallest + width / 2, width };
}

/** In MONOCHROME1, the smallest value is white. */
const startsInverted = (slice: Slice): boolean => slice.photometric === 'MONOCHROME1';

/** Renders the slice pixel by pixel. `into` is reused if it has the right size. */
export function paintSlice(
  slice: Slice,
  window: Window,
  inverted: boolean,
  into: ImageData | null,
): ImageData {
  const { columns, rows, pixels } = slice;
  const image = into?.width === columns && into.height === rows ? into : new ImageData(columns, rows);
  if ('rgba' in pixels) {
    image.data.set(pixels.rgba);
    if (inverted) invertColours(image.data);
    return image;
  }
  const shades = new Uint32Array(image.data.buffer);
  const invert = inverted !== startsInverted(slice);
  if (pixels.grey.BYTES_PER_ELEMENT <= 2) paintByTable(pixels.grey, shades, slice, window, invert);
  else paintDirectly(pixels.grey, shades, slice, window, invert);
  return image;
}

const OPAQUE = 0xff000000;
const grey = (shade: number) => (OPAQUE | (shade * 0x010101)) >>> 0;

/** From a few thousand pixels on, a lookup table of every value is faster than computing each pixel. */
function paintByTable(
  values: GreyPixels,
  shades: Uint32Array,
  { slope, intercept }: Slice,
  window: Window,
  invert: boolean,
): void {
  const bits = values.BYTES_PER_ELEMENT * 8;
  const first = values instanceof Int16Array || values instanceof Int8Array ? -(2 ** (bits - 1)) : 0;
  const table = new Uint32Array(2 ** bits);
  for (let at = 0; at < table.length; at += 1) {
    const shade = Math.round(shadeOf((at + first) * slope + intercept, window));
    table[at] = grey(invert ? 255 - shade : shade);
  }
  for (let at = 0; at < shades.length; at += 1) shades[at] = table[values[at]! - first]!;
}

function paintDirectly(
  values: GreyPixels,
  shades: Uint32Array,
  { slope, intercept }: Slice,
  window: Window,
  invert: boolean,
): void {
  for (let at = 0; at < shades.length; at += 1) {
    const shade = Math.round(shadeOf(values[at]! * slope + intercept, window));
    shades[at] = grey(invert ? 255 - shade : shade);
  }
}

function invertColours(data: Uint8ClampedArray): void {
  for (let at = 0; at < data.length; at += 1) if (at % 4 !== 3) data[at] = 255 - data[at]!;
}

/** The displayed value of a pixel; null outside of the slice and for color. */
export function valueAt(slice: Slice, column: number, row: number): number | null {
  const { columns, rows, pixels, slope, intercept } = slice;
  if (column < 0 || row < 0 || column >= columns || row >= rows || 'rgba' in pixels) return null;
  return pixels.grey[row * columns + column]! * slope + intercept;
}
