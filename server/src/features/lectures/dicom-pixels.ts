import { TRANSFER_SYNTAXES } from '@vesalius/contract/lectures-dicom';
import { BadRle, unpackRle } from '@vesalius/contract/lectures-rle';
import dicomParser, { type DataSet, type Element } from 'dicom-parser';
import { type ImageNumbers, nativeLength } from './dicom-image.ts';
import { BadDicom } from './dicom-parse.ts';
import { BadFrame, withoutFrameMetadata } from './frame-metadata.ts';
import { packRle } from './pack-rle.ts';
import { clearUnusedBits } from './unused-bits.ts';

const ITEM = 0xfffee000;
const SEQUENCE_END = 0xfffee0dd;

/** Writes the tag and the length of an item. */
type Mark = (tag: number, length: number) => Buffer;

/**
 * The pieces of encapsulated pixels as readers get them: one for each frame, without comments and the like, and with a
 * new offset table where there was one. Throws BadDicom.
 */
export function encapsulatedPixels(
  data: DataSet,
  element: Element,
  { image, mark }: { image: ImageNumbers; mark: Mark },
): Buffer {
  const pieces = encapsulatedFrames(data, element, image);
  const offsets = Buffer.alloc(element.basicOffsetTable?.length ? 4 * pieces.length : 0);
  let offset = 0;
  for (const [index, { length }] of pieces.entries()) {
    if (offsets.length > 0) offsets.writeUInt32LE(offset, index * 4);
    offset += 8 + length;
  }
  return Buffer.concat([
    ...[offsets, ...pieces].flatMap((bytes) => [mark(ITEM, bytes.length), bytes]),
    mark(SEQUENCE_END, 0),
  ]);
}

/** Throws BadDicom where the frames cannot be told apart, or are damaged. */
export function encapsulatedFrames(data: DataSet, element: Element, image: ImageNumbers): Uint8Array[] {
  const { coding } = TRANSFER_SYNTAXES[data.string('x00020010') ?? ''] ?? { coding: 'native' };
  try {
    return storedFrames(data, element, image.frames).map((frame) => {
      const bytes = coding === 'rle' ? packedAgain(frame, image) : withoutFrameMetadata(coding, frame);
      return bytes.length % 2 === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(1)]);
    });
  } catch (error) {
    throw error instanceof BadFrame || error instanceof BadRle
      ? new BadDicom('holds a damaged image; export it again')
      : error;
  }
}

/** Between and after the byte planes of a frame there may be anything, and so in its unused bits. */
function packedAgain(frame: Uint8Array, image: ImageNumbers): Uint8Array {
  const { rows, columns, samples, bitsAllocated } = image;
  const bytesPerSample = bitsAllocated / 8;
  const unpacked = Buffer.from(unpackRle(frame, rows * columns, samples, bytesPerSample).buffer);
  clearUnusedBits(unpacked, image, false);
  return packRle(unpacked, { rows, columns, samples, bytesPerSample });
}

/** Uncompressed pixels as readers get them: as many as the file says, and of each only the stored value. */
export function nativePixels(
  data: DataSet,
  { dataOffset }: Element,
  image: ImageNumbers,
  isBigEndian: boolean,
): Buffer {
  const length = nativeLength(image, image.frames);
  const bytes = Buffer.alloc(length + (length % 2));
  // The last byte of an odd number of them comes after the padding in a word of a big endian file.
  bytes.set(data.byteArray.subarray(dataOffset, dataOffset + (isBigEndian ? bytes.length : length)));
  if (image.bitsAllocated > 1) clearUnusedBits(bytes, image, isBigEndian);
  else clearLastBits(bytes, length - 1, image);
  return bytes;
}

/** The last byte of pixels of one bit may have room for more. */
function clearLastBits(bytes: Buffer, last: number, { rows, columns, samples, frames }: ImageNumbers): void {
  const used = (rows * columns * samples * frames) % 8;
  if (used > 0) bytes[last]! &= 2 ** used - 1;
}

/** PS3.5, A.4: a frame may be in several pieces; the offset table, or how they begin, says which belong together. */
export function storedFrames(data: DataSet, element: Element, count: number): Uint8Array[] {
  const fragments = element.fragments ?? [];
  const pieceOf = (from: number, number: number) =>
    Uint8Array.from(dicomParser.readEncapsulatedPixelDataFromFragments(data, element, from, number));
  const starts = startsOf(data, element, count);
  if (starts.length !== count || starts[0] !== 0)
    throw new BadDicom('does not say which pieces of its pixels belong to which image; export it again');
  return starts.map((from, index) => pieceOf(from, (starts[index + 1] ?? fragments.length) - from));
}

/** The index of the first piece of each frame. */
function startsOf(
  data: DataSet,
  { fragments = [], basicOffsetTable = [] }: Element,
  count: number,
): number[] {
  if (count === 1) return [0];
  if (fragments.length === count) return fragments.map((_fragment, index) => index);
  if (basicOffsetTable.length > 0) {
    const starts = basicOffsetTable.map((start) => fragments.findIndex(({ offset }) => offset === start));
    return starts.every((start, index) => index === 0 || start > starts[index - 1]!) ? starts : [];
  }
  return fragments.flatMap(({ position }, index) =>
    isStart(data.byteArray[position], data.byteArray[position + 1]) ? [index] : [],
  );
}

/** SOI of the JPEG family, or SOC of a JPEG 2000 codestream. */
const isStart = (first?: number, second?: number) => first === 0xff && (second === 0xd8 || second === 0x4f);
