import { TRANSFER_SYNTAXES } from '@vesalius/contract/lectures-dicom';
import type { DataSet } from 'dicom-parser';
import { type DecodedFrame, decodeFrame } from './codecs.ts';
import { halfWidthColours } from './colour.ts';
import { type DicomFile, factsOf } from './dicom-file.ts';
import { frameBytes } from './frame-bytes.ts';
import { type Palette, toPixels } from './pixels.ts';
import { decodeRle } from './rle.ts';
import type { Slice, SliceFacts } from './slice.ts';

/** Decodes one frame of a file. */
export async function decodeSlice(file: DicomFile, frame: number): Promise<Slice> {
  const facts = factsOf(file, frame);
  const bytes = frameBytes(file, facts, frame);
  const isNative = TRANSFER_SYNTAXES[file.transferSyntax]?.coding === 'native';
  if (isNative && facts.photometric.endsWith('_422')) {
    const rgba = halfWidthColours(bytes, facts.columns * facts.rows);
    return { ...facts, pixels: { rgba }, smallest: 0, largest: 255 };
  }
  const decoded = await decodedFrame(file, facts, bytes, frame);
  // Codecs return interleaved samples, whatever the file says about planes.
  const isPlanar = isNative && facts.planar;
  const pixels = toPixels(decoded, { ...facts, planar: isPlanar }, paletteOf(file.dataSet, facts));
  return { ...facts, pixels, ...rangeOf(pixels, facts) };
}

async function decodedFrame(
  { transferSyntax }: DicomFile,
  facts: SliceFacts,
  bytes: Uint8Array,
  frame: number,
): Promise<DecodedFrame> {
  const { coding, bigEndian } = TRANSFER_SYNTAXES[transferSyntax]!;
  const { samples, bitsAllocated, columns, rows } = facts;
  const asStored = { bitsAllocated, components: samples, isRgb: false };
  if (coding === 'native') {
    if (bitsAllocated === 1) return { ...asStored, bitsAllocated: 8, bytes: spreadBits(bytes, facts, frame) };
    if (bigEndian) swapBytes(bytes, bitsAllocated / 8);
    return { ...asStored, bytes };
  }
  if (coding === 'rle')
    return { ...asStored, bytes: decodeRle(bytes, columns * rows, samples, bitsAllocated / 8) };
  return decodeFrame(coding, bytes, facts);
}

function swapBytes(bytes: Uint8Array, size: number): void {
  if (size > 1)
    for (let at = 0; at + size <= bytes.length; at += size) bytes.subarray(at, at + size).reverse();
}

/** Unpacks one bit per pixel, lowest bit first. A frame may start within a byte. */
function spreadBits(bytes: Uint8Array, { columns, rows }: SliceFacts, frame: number): Uint8Array {
  const count = columns * rows;
  const skip = (frame * count) % 8;
  const values = new Uint8Array(count);
  for (let at = 0; at < count; at += 1) values[at] = (bytes[(at + skip) >> 3]! >> ((at + skip) & 7)) & 1;
  return values;
}

function paletteOf(dataSet: DataSet, { photometric }: SliceFacts): Palette | null {
  if (photometric !== 'PALETTE COLOR') return null;
  const [count = 0, first = 0, bits = 16] = [0, 1, 2].map((at) => dataSet.uint16('x00281101', at));
  const table = (tag: string) =>
    Array.from({ length: count || 65_536 }, (_value, at) =>
      bits > 8
        ? (dataSet.uint16(tag, at) ?? 0)
        : (dataSet.byteArray[(dataSet.elements[tag]?.dataOffset ?? 0) + at] ?? 0),
    );
  return {
    first,
    red: table('x00281201'),
    green: table('x00281202'),
    blue: table('x00281203'),
    shift: bits > 8 ? 8 : 0,
  };
}

function rangeOf(pixels: Slice['pixels'], { slope, intercept }: SliceFacts) {
  if ('rgba' in pixels) return { smallest: 0, largest: 255 };
  const { grey } = pixels;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < grey.length; at += 1) {
    const value = grey[at]!;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  const ends = [low * slope + intercept, high * slope + intercept];
  return { smallest: Math.min(...ends), largest: Math.max(...ends) };
}
