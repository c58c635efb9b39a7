import type { DataSet } from 'dicom-parser';
import { BadDicom } from './dicom-parse.ts';

/** How the pixels of a file are stored, in numbers that agree with each other. */
export interface ImageNumbers {
  readonly rows: number;
  readonly columns: number;
  readonly frames: number;
  readonly samples: 1 | 3;
  readonly bitsAllocated: 1 | 8 | 16 | 32;
  readonly bitsStored: number;
  readonly highBit: number;
  /** '' if the file does not say. */
  readonly photometric: string;
  readonly isPlanar: boolean;
  /** Values are signed: of two's complement in their stored bits. */
  readonly isSigned: boolean;
}

/** PS3.3, C.7.6.3.1.2, without color models of four channels. */
export const PHOTOMETRIC =
  /^(MONOCHROME[12]|PALETTE COLOR|RGB|YBR_(FULL|FULL_422|PARTIAL_422|PARTIAL_420|ICT|RCT))$/;

/** Null: the file holds no image. Throws BadDicom where a number is missing, impossible or written as something else. */
export function imageNumbers(data: DataSet): ImageNumbers | null {
  const rows = numberOf(data, 'x00280010', 'Rows') ?? 0;
  const columns = numberOf(data, 'x00280011', 'Columns') ?? 0;
  if (!data.elements.x7fe00010 || rows === 0 || columns === 0) return null;
  const samples = numberOf(data, 'x00280002', 'SamplesPerPixel') ?? 1;
  const bitsAllocated = numberOf(data, 'x00280100', 'BitsAllocated') ?? 16;
  if (samples !== 1 && samples !== 3) throw impossible('SamplesPerPixel', samples);
  if (bitsAllocated !== 1 && bitsAllocated !== 8 && bitsAllocated !== 16 && bitsAllocated !== 32)
    throw impossible('BitsAllocated', bitsAllocated);
  const bitsStored = numberOf(data, 'x00280101', 'BitsStored') ?? bitsAllocated;
  // No viewer looks for spare bits in the longest numbers.
  const isStored = bitsStored >= 1 && bitsStored <= bitsAllocated;
  if (!isStored || (bitsAllocated === 32 && bitsStored < 32)) throw impossible('BitsStored', bitsStored);
  const highBit = numberOf(data, 'x00280102', 'HighBit') ?? bitsStored - 1;
  if (highBit < bitsStored - 1 || highBit >= bitsAllocated) throw impossible('HighBit', highBit);
  const sign = numberOf(data, 'x00280103', 'PixelRepresentation') ?? 0;
  if (sign > 1) throw impossible('PixelRepresentation', sign);
  const planar = numberOf(data, 'x00280006', 'PlanarConfiguration') ?? 0;
  if (planar > 1) throw impossible('PlanarConfiguration', planar);
  const photometric = data.string('x00280004') ?? '';
  const isHalfWidth = photometric.endsWith('_422') && (samples !== 3 || bitsAllocated !== 8);
  if ((photometric !== '' && !PHOTOMETRIC.test(photometric)) || isHalfWidth)
    throw new BadDicom(
      'says its colors in a way that no viewer shows (PhotometricInterpretation); export it again',
    );
  return {
    ...{ rows, columns, samples, bitsAllocated, bitsStored, highBit, photometric },
    frames: framesOf(data),
    isPlanar: planar === 1,
    isSigned: sign === 1,
  };
}

const impossible = (name: string, value: number) =>
  new BadDicom(`says ${value} for ${name}, which no image has; export it again`);

/** A number of 16 bits, once: a browser reads another kind as something else, and more bytes are none of the image. */
function numberOf(data: DataSet, tag: string, name: string): number | undefined {
  const element = data.elements[tag];
  if (!element || element.length === 0) return undefined;
  const { vr, length } = element;
  if (length !== 2 || (vr !== undefined && vr !== 'US' && vr !== 'UN'))
    throw new BadDicom(`does not say ${name} as one number of 16 bits; export it again`);
  return data.uint16(tag);
}

function framesOf(data: DataSet): number {
  const text = data.string('x00280008')?.trim() ?? '';
  if (text === '') return 1;
  const frames = /^\+?\d{1,9}$/.test(text) ? Number(text) : 0;
  if (frames < 1)
    throw new BadDicom(
      'does not say how many images it holds (NumberOfFrames is no number from 1); export it again',
    );
  return frames;
}

/** The length of uncompressed pixels (bytes), without padding. YBR 4:2:2 has two samples per pixel instead of three. */
export function nativeLength(
  { rows, columns, samples, bitsAllocated, photometric }: ImageNumbers,
  frames: number,
): number {
  const stored = photometric.endsWith('_422') ? 2 : samples;
  return Math.ceil((rows * columns * stored * bitsAllocated * frames) / 8);
}
