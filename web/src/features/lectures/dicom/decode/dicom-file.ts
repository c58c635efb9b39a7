import {
  LARGEST_FRAME_PIXELS,
  TRANSFER_SYNTAXES,
  transferSyntaxName,
} from '@vesalius/contract/lectures-dicom';
import { type DataSet, parseDicom, readPart10Header } from 'dicom-parser';
import { type Point3, type SliceFacts, SliceFailure, type Window } from './slice.ts';

export interface DicomFile {
  readonly dataSet: DataSet;
  readonly transferSyntax: string;
  readonly numberOfFrames: number;
}

/** Parses the file's tags, but not its pixels. */
export async function openDicom(bytes: Uint8Array): Promise<DicomFile> {
  const transferSyntax = syntaxOf(bytes);
  const known = TRANSFER_SYNTAXES[transferSyntax];
  if (!known) throw new SliceFailure('transfer_syntax', transferSyntaxName(transferSyntax));
  const dataSet = await parse(bytes, known.deflated === true);
  if (!dataSet.elements.x7fe00010) throw new SliceFailure('no_pixels');
  return { dataSet, transferSyntax, numberOfFrames: Math.max(1, number(dataSet, 'x00280008') ?? 1) };
}

function syntaxOf(bytes: Uint8Array): string {
  try {
    return readPart10Header(bytes).string('x00020010') ?? '1.2.840.10008.1.2';
  } catch (error) {
    throw new SliceFailure('not_dicom', '', error);
  }
}

async function parse(bytes: Uint8Array, deflated: boolean): Promise<DataSet> {
  const inflateRaw = deflated ? (await import('pako')).inflateRaw : null;
  // dicom-parser's types name only the result of the inflater, which is the complete file with its header.
  const inflater = (file: Uint8Array, position: number) => {
    const inflated = inflateRaw?.(file.subarray(position)) ?? new Uint8Array();
    const whole = new Uint8Array(position + inflated.length);
    whole.set(file.subarray(0, position));
    whole.set(inflated, position);
    return whole;
  };
  try {
    return parseDicom(bytes, { inflater } as unknown as Parameters<typeof parseDicom>[1]);
  } catch (error) {
    // For a truncated file, the parser throws an object with the elements that it has read.
    const partial = (error as { dataSet?: DataSet }).dataSet;
    throw new SliceFailure(partial?.elements.x00280010 ? 'truncated' : 'not_dicom', '', error);
  }
}

/** The properties of one frame, from the file's tags or from the functional groups of an enhanced file. */
export function factsOf({ dataSet, transferSyntax, numberOfFrames }: DicomFile, frame: number): SliceFacts {
  const find = finder(dataSet, frame);
  const columns = number(dataSet, 'x00280011') ?? 0;
  const rows = number(dataSet, 'x00280010') ?? 0;
  if (columns * rows === 0) throw new SliceFailure('no_pixels');
  if (columns * rows > LARGEST_FRAME_PIXELS) throw new SliceFailure('wrong_size');
  const bitsAllocated = number(dataSet, 'x00280100') ?? 16;
  const bitsStored = number(dataSet, 'x00280101') ?? bitsAllocated;
  return {
    columns,
    rows,
    numberOfFrames,
    modality: dataSet.string('x00080060') ?? '',
    transferSyntax,
    photometric: dataSet.string('x00280004') ?? 'MONOCHROME2',
    samples: number(dataSet, 'x00280002') ?? 1,
    bitsAllocated,
    bitsStored,
    highBit: number(dataSet, 'x00280102') ?? bitsStored - 1,
    signed: number(dataSet, 'x00280103') === 1,
    planar: number(dataSet, 'x00280006') === 1,
    slope: find('x00281053', 'x00289145')?.[0] || 1,
    intercept: find('x00281052', 'x00289145')?.[0] ?? 0,
    unit: unitOf(dataSet),
    window: windowOf(find),
    spacing: spacingOf(find),
    position: point(find('x00200032', 'x00209113')),
    orientation: orientationOf(find),
  };
}

type Find = (tag: string, group: string) => number[] | null;

/** Returns the numbers of a tag from the file, the frame's functional group, or the shared group. */
function finder(dataSet: DataSet, frame: number): Find {
  const perFrame = dataSet.elements.x52009230?.items?.[frame]?.dataSet;
  const shared = dataSet.elements.x52009229?.items?.[0]?.dataSet;
  return (tag, group) => {
    const inGroup = (set: DataSet | undefined) => set?.elements[group]?.items?.[0]?.dataSet;
    for (const set of [inGroup(perFrame), inGroup(shared), dataSet]) {
      const values = set && numbers(set, tag);
      if (values) return values;
    }
    return null;
  };
}

/** A tag's values, stored as text or as binary numbers; null if it is absent or not a number. */
function numbers(dataSet: DataSet, tag: string): number[] | null {
  const element = dataSet.elements[tag];
  if (!element || element.length === 0) return null;
  const vr = element.vr ?? BINARY[tag];
  if (vr === 'US' || vr === 'SS' || vr === 'UL' || vr === 'FD' || vr === 'FL') {
    const value = { US: 'uint16', SS: 'int16', UL: 'uint32', FD: 'double', FL: 'float' } as const;
    const one = dataSet[value[vr]](tag);
    return one === undefined ? null : [one];
  }
  const values = (dataSet.string(tag) ?? '').split('\\').map(Number);
  return values.every(Number.isFinite) ? values : null;
}
/** With implicit value representation, the file does not say which tags are binary. */
const BINARY: Readonly<Record<string, 'US'>> = {
  x00280002: 'US',
  x00280006: 'US',
  x00280010: 'US',
  x00280011: 'US',
  x00280100: 'US',
  x00280101: 'US',
  x00280102: 'US',
  x00280103: 'US',
};
const number = (dataSet: DataSet, tag: string): number | null => numbers(dataSet, tag)?.[0] ?? null;

const unitOf = (dataSet: DataSet): string => {
  const said = dataSet.string('x00281054') ?? '';
  if (said && said !== 'US') return said;
  return dataSet.string('x00080060') === 'CT' ? 'HU' : '';
};

function windowOf(find: Find): Window | null {
  const center = find('x00281050', 'x00289132')?.[0];
  const width = find('x00281051', 'x00289132')?.[0];
  return center === undefined || width === undefined || width < 1 ? null : { center, width };
}

function spacingOf(find: Find): SliceFacts['spacing'] {
  // For a radiograph without calibration, the spacing at the detector.
  const pair = find('x00280030', 'x00289110') ?? find('x00181164', 'x00289110');
  const [rows = 0, columns = rows] = pair ?? [];
  return rows > 0 && columns > 0 ? [rows, columns] : null;
}

const point = (values: number[] | null): Point3 | null =>
  values?.length === 3 ? (values as unknown as Point3) : null;

function orientationOf(find: Find): SliceFacts['orientation'] {
  const values = find('x00200037', 'x00209116');
  const along = point(values?.slice(0, 3) ?? null);
  const down = point(values?.slice(3, 6) ?? null);
  return along && down ? [along, down] : null;
}
