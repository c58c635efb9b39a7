import { TRANSFER_SYNTAXES } from '@vesalius/contract/lectures-dicom';
import {
  createJPEGBasicOffsetTable,
  readEncapsulatedImageFrame,
  readEncapsulatedPixelDataFromFragments,
} from 'dicom-parser';
import type { DicomFile } from './dicom-file.ts';
import { type SliceFacts, SliceFailure } from './slice.ts';

/** The bytes of one frame as stored: compressed, or samples in the file's byte order. */
export function frameBytes(file: DicomFile, facts: SliceFacts, frame: number): Uint8Array {
  try {
    return TRANSFER_SYNTAXES[file.transferSyntax]?.coding === 'native'
      ? nativeFrame(file, facts, frame)
      : encapsulatedFrame(file, frame);
  } catch (error) {
    throw error instanceof SliceFailure ? error : new SliceFailure('truncated', '', error);
  }
}

/** Stored bits per pixel. YBR 4:2:2 has two samples per pixel instead of three. */
function bitsPerPixel({ photometric, samples, bitsAllocated }: SliceFacts): number {
  return photometric === 'YBR_FULL_422' || photometric === 'YBR_PARTIAL_422'
    ? 2 * bitsAllocated
    : samples * bitsAllocated;
}

function nativeFrame({ dataSet }: DicomFile, facts: SliceFacts, frame: number): Uint8Array {
  const element = dataSet.elements.x7fe00010!;
  const bits = facts.columns * facts.rows * bitsPerPixel(facts);
  const start = element.dataOffset + Math.floor((frame * bits) / 8);
  const end = element.dataOffset + Math.ceil(((frame + 1) * bits) / 8);
  if (end > Math.min(dataSet.byteArray.length, element.dataOffset + element.length))
    throw new SliceFailure('truncated');
  // A copy: typed arrays need an aligned offset, and the file's memory can be freed.
  return dataSet.byteArray.slice(start, end) as Uint8Array;
}

function encapsulatedFrame({ dataSet, numberOfFrames }: DicomFile, frame: number): Uint8Array {
  const element = dataSet.elements.x7fe00010!;
  const fragments = element.fragments ?? [];
  if (fragments.length === 0) throw new SliceFailure('truncated');
  const all = fragments.length;
  if (numberOfFrames === 1) return asBytes(readEncapsulatedPixelDataFromFragments(dataSet, element, 0, all));
  if (all === numberOfFrames)
    return asBytes(readEncapsulatedPixelDataFromFragments(dataSet, element, frame, 1));
  if (element.basicOffsetTable?.length) return asBytes(readEncapsulatedImageFrame(dataSet, element, frame));
  const table = createJPEGBasicOffsetTable(dataSet, element);
  return asBytes(readEncapsulatedImageFrame(dataSet, element, frame, table));
}

const asBytes = (bytes: ArrayLike<number>): Uint8Array =>
  bytes instanceof Uint8Array ? bytes : Uint8Array.from(bytes);
