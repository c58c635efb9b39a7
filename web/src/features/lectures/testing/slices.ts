import type { Slice } from '../dicom/decode/slice.ts';

/** A slice of a head CT of 4 x 4 pixels with given values, or values that count up from 0. */
export function sliceOf(fields: Partial<Slice> & { grey?: number[] } = {}): Slice {
  const { grey = Array.from({ length: 16 }, (_value, at) => at), ...rest } = fields;
  return {
    columns: 4,
    rows: 4,
    numberOfFrames: 1,
    modality: 'CT',
    transferSyntax: '1.2.840.10008.1.2.1',
    photometric: 'MONOCHROME2',
    samples: 1,
    bitsAllocated: 16,
    bitsStored: 16,
    highBit: 15,
    signed: true,
    planar: false,
    slope: 1,
    intercept: 0,
    unit: 'HU',
    window: { center: 40, width: 80 },
    spacing: [0.5, 0.5],
    position: [0, 0, 0],
    orientation: [
      [1, 0, 0],
      [0, 1, 0],
    ],
    pixels: { grey: Int16Array.from(grey) },
    smallest: Math.min(...grey),
    largest: Math.max(...grey),
    ...rest,
  };
}
