import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import dicomParser from 'dicom-parser';

/** The values of one slice of a series, read from the file without our code, as a reference for the screen. */
export interface SliceValues {
  readonly columns: number;
  readonly rows: number;
  /** Hounsfield units. */
  at(column: number, row: number): number;
}

/** The slices of a folder of uncompressed 16-bit files, or the named ones, ordered by their z position. */
export function readSeries(folder: string, names = readdirSync(folder)): SliceValues[] {
  return names
    .filter((name) => name.endsWith('.dcm'))
    .map((name) => readSlice(join(folder, name)))
    .sort((a, b) => a.z - b.z);
}

function readSlice(path: string): SliceValues & { z: number } {
  const bytes = readFileSync(path);
  const data = dicomParser.parseDicom(bytes);
  const columns = data.uint16('x00280011') ?? 0;
  const rows = data.uint16('x00280010') ?? 0;
  const slope = Number(data.string('x00281053') ?? 1);
  const intercept = Number(data.string('x00281052') ?? 0);
  const isSigned = data.uint16('x00280103') === 1;
  const { dataOffset } = data.elements.x7fe00010!;
  return {
    columns,
    rows,
    z: Number((data.string('x00200032') ?? '0\\0\\0').split('\\')[2]),
    at(column, row) {
      const offset = dataOffset + 2 * (row * columns + column);
      return (isSigned ? bytes.readInt16LE(offset) : bytes.readUInt16LE(offset)) * slope + intercept;
    },
  };
}

/** The gray value by DICOM PS3.3, C.11.2.1.2. */
export const expectedShade = (value: number, center: number, width: number): number =>
  Math.min(255, Math.max(0, Math.round(((value - (center - 0.5)) / (width - 1) + 0.5) * 255)));
