import {
  LARGEST_FRAME_PIXELS,
  TRANSFER_SYNTAXES,
  transferSyntaxName,
} from '@vesalius/contract/lectures-dicom';
import { BadRle, unpackRle } from '@vesalius/contract/lectures-rle';
import dicomParser, { type DataSet } from 'dicom-parser';
import { sharp } from '../../../platform/pictures/sharp.ts';
import { type ImageNumbers, imageNumbers } from '../../lectures/dicom-image.ts';
import { BadDicom, parseDicomFile } from '../../lectures/dicom-parse.ts';

/** A frame prepared for text recognition: one byte per pixel, white text on black or the reverse. */
export interface Shades {
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array | Uint8ClampedArray;
}

/** The server cannot decode the pixels; the text says why. */
export class UnreadPixels extends Error {}

export interface DicomFrames {
  readonly frames: number;
  /** The frame in one or two versions: over its full range, and in the window in which readers first see it. */
  shadesOf(frame: number): Promise<Shades[]>;
}

interface Layout {
  readonly width: number;
  readonly height: number;
  readonly samples: number;
  readonly bits: number;
  readonly isPlanar: boolean;
}

/** If the window covers less than this share of the range, text may be outside of it, and faint text inside. */
const NARROW_WINDOW = 0.8;

/**
 * Opens uncompressed, RLE and JPEG Baseline files. Throws UnreadPixels for codings without a decoder here (JPEG
 * Lossless, JPEG-LS, JPEG 2000): a person checks these.
 */
export function openFrames(content: Buffer): DicomFrames {
  const { data, transferSyntax } = parse(content);
  const coding = TRANSFER_SYNTAXES[transferSyntax];
  const image = numbersOf(data);
  const layout: Layout = {
    width: image.columns,
    height: image.rows,
    samples: image.samples,
    bits: image.bitsAllocated,
    isPlanar: image.isPlanar,
  };
  if (layout.width * layout.height > LARGEST_FRAME_PIXELS) throw new UnreadPixels(NO_IMAGE);
  const { frames } = image;
  const photometric = image.photometric || 'MONOCHROME2';
  const coded = (frame: number) => encapsulatedFrame(data, frame, frames);
  if (coding?.coding === 'jpeg')
    return { frames, shadesOf: async (frame) => jpegShades(coded(frame), layout) };
  const isPlain = [1, 3].includes(layout.samples) && [8, 16].includes(layout.bits);
  if (isPlain && coding?.coding === 'rle') {
    const unpacked = { ...layout, isPlanar: false };
    const shadesOf = async (frame: number) =>
      storedShades(data, unpacked, rleFrame(coded(frame), layout), false);
    return { frames, shadesOf };
  }
  if (coding?.coding !== 'native' || !isPlain || photometric.endsWith('_422')) {
    const stored = transferSyntaxName(transferSyntax);
    throw new UnreadPixels(`is stored as ${stored}, which is not read on the server`);
  }
  const isBigEndian = coding.bigEndian === true;
  const shadesOf = async (frame: number) =>
    storedShades(data, layout, nativeFrame(data, layout, frame), isBigEndian);
  return { frames, shadesOf };
}

const NO_IMAGE = 'holds no image that can be looked at';

/** What the check of the file refuses cannot be looked at either. */
function unlessRefused<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw error instanceof BadDicom ? new UnreadPixels(error.message) : error;
  }
}

const parse = (content: Buffer) => unlessRefused(() => parseDicomFile(content));

function numbersOf(data: DataSet): ImageNumbers {
  const image = unlessRefused(() => imageNumbers(data));
  if (!image) throw new UnreadPixels(NO_IMAGE);
  return image;
}

async function jpegShades(frameBytes: Uint8Array, { width, height }: Layout): Promise<Shades[]> {
  const grey = await sharp(frameBytes, { limitInputPixels: LARGEST_FRAME_PIXELS })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => null);
  if (!grey || grey.info.width !== width || grey.info.height !== height)
    throw new UnreadPixels('holds a damaged image');
  const { channels } = grey.info;
  const bytes = new Uint8Array(width * height);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = grey.data[at * channels]!;
  return [{ width, height, bytes }];
}

function encapsulatedFrame(data: DataSet, frame: number, frames: number): Uint8Array {
  const element = data.elements.x7fe00010!;
  const fragments = element.fragments?.length ?? 0;
  if (fragments === 0 || (frames > 1 && fragments !== frames))
    throw new UnreadPixels('has frames in several pieces');
  const [from, count] = frames === 1 ? [0, fragments] : [frame, 1];
  return Uint8Array.from(dicomParser.readEncapsulatedPixelDataFromFragments(data, element, from, count));
}

/** Interleaves the byte planes, in little endian. */
function rleFrame(packed: Uint8Array, { width, height, samples, bits }: Layout): Uint8Array {
  try {
    return unpackRle(packed, width * height, samples, bits / 8);
  } catch (error) {
    throw error instanceof BadRle ? new UnreadPixels('holds a damaged image') : error;
  }
}

function nativeFrame(data: DataSet, { width, height, samples, bits }: Layout, frame: number): Uint8Array {
  const length = (width * height * samples * bits) / 8;
  const element = data.elements.x7fe00010!;
  const start = element.dataOffset + frame * length;
  if (start + length > Math.min(data.byteArray.length, element.dataOffset + element.length))
    throw new UnreadPixels('is cut off');
  return data.byteArray.subarray(start, start + length);
}

function storedShades(data: DataSet, layout: Layout, bytes: Uint8Array, isBigEndian: boolean): Shades[] {
  const { width, height, samples } = layout;
  const values = samplesOf(data, layout, bytes, isBigEndian);
  const palette = data.string('x00280004') === 'PALETTE COLOR' ? paletteOf(data, isBigEndian) : null;
  const grey = samples === 3 ? luminances(data, layout, values) : palette ? values.map(palette) : values;
  const [low, high] = rangeOf(grey);
  if (high <= low) return [];
  const shade = (from: number, to: number): Shades => {
    const bytes = new Uint8ClampedArray(grey.length);
    const scale = 255 / (to - from);
    for (let at = 0; at < grey.length; at += 1) bytes[at] = (grey[at]! - from) * scale;
    return { width, height, bytes };
  };
  const window = samples === 1 && !palette ? windowOf(data) : null;
  const isNarrow = window !== null && window.to - window.from < (high - low) * NARROW_WINDOW;
  return [shade(low, high), ...(isNarrow ? [shade(window.from, window.to)] : [])];
}

/** The stored values of one frame: sign-extended, and without unused bits. */
function samplesOf(data: DataSet, layout: Layout, bytes: Uint8Array, isBigEndian: boolean): Float32Array {
  const { width, height, samples, bits } = layout;
  const count = width * height * samples;
  const stored = Math.min(bits, data.uint16('x00280101') || bits);
  const shift = Math.max(0, (data.uint16('x00280102') ?? stored - 1) + 1 - stored);
  const isSigned = data.uint16('x00280103') === 1;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const up = 32 - stored;
  const values = new Float32Array(count);
  for (let at = 0; at < count; at += 1) {
    const raw = (bits === 8 ? view.getUint8(at) : view.getUint16(at * 2, !isBigEndian)) >> shift;
    values[at] = isSigned ? (raw << up) >> up : (raw << up) >>> up;
  }
  return values;
}

/** The luminance of colors; YBR contains it as its first channel. */
function luminances(data: DataSet, { width, height, isPlanar }: Layout, values: Float32Array): Float32Array {
  const pixels = width * height;
  const [step, plane] = isPlanar ? [1, pixels] : [3, 1];
  const isYbr = (data.string('x00280004') ?? '').startsWith('YBR');
  const grey = new Float32Array(pixels);
  for (let at = 0, first = 0; at < pixels; at += 1, first += step)
    grey[at] = isYbr
      ? values[first]!
      : 0.299 * values[first]! + 0.587 * values[first + plane]! + 0.114 * values[first + 2 * plane]!;
  return grey;
}

/** DICOM PS3.3, C.7.6.3.1.5: number of entries, value of the first entry, and bits of each. */
function paletteOf(data: DataSet, isBigEndian: boolean): (value: number) => number {
  const [count, first, bits] = [0, 1, 2].map((at) => data.uint16('x00281101', at) ?? 0);
  const tables = ['x00281201', 'x00281202', 'x00281203'].map((tag) => data.elements[tag]);
  const length = count || 65_536;
  if (tables.some((table) => !table || table.length < (length * (bits === 8 ? 8 : 16)) / 8))
    throw new UnreadPixels('has a palette that cannot be read');
  const view = new DataView(data.byteArray.buffer, data.byteArray.byteOffset, data.byteArray.length);
  return (value) => {
    const entry = Math.max(0, Math.min(length - 1, value - (first ?? 0)));
    const [red = 0, green = 0, blue = 0] = tables.map((table) =>
      bits === 8
        ? view.getUint8(table!.dataOffset + entry)
        : view.getUint16(table!.dataOffset + entry * 2, !isBigEndian),
    );
    return 0.299 * red + 0.587 * green + 0.114 * blue;
  };
}

/** The window in stored values; null if the file suggests none. */
function windowOf(data: DataSet): { from: number; to: number } | null {
  const [center, width] = [data.floatString('x00281050'), data.floatString('x00281051')];
  const [slope, intercept] = [data.floatString('x00281053') || 1, data.floatString('x00281052') || 0];
  if (center === undefined || !width || !(width >= 1) || !Number.isFinite(center)) return null;
  const ends = [center - width / 2, center + width / 2].map((value) => (value - intercept) / slope);
  return { from: Math.min(...ends), to: Math.max(...ends) };
}

function rangeOf(values: Float32Array): [low: number, high: number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}
