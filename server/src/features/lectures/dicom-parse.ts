import { inflateRawSync } from 'node:zlib';
import { TRANSFER_SYNTAXES, transferSyntaxName } from '@vesalius/contract/lectures-dicom';
import dicomParser, { type DataSet } from 'dicom-parser';
import { structureMistake } from './dicom-structure.ts';

/** The message completes "dicom/ct/001.dcm ...". */
export class BadDicom extends Error {}

const EXPLICIT_LITTLE_ENDIAN = '1.2.840.10008.1.2.1';
/** The maximum size of an inflated file (bytes): a small file that fills the memory is not an image. */
const LARGEST_INFLATED = 1_000_000_000;

const EXTENDED_OFFSETS = Buffer.from('\xe0\x7f\x01\x00OV', 'latin1');

/** Scanners nest about five levels. When identity is removed, content is copied once per enclosing sequence. */
const MAX_SEQUENCE_DEPTH = 50;

/** An image of 2,000 frames, each described in items of its own, has about a third of it. */
const MAX_ELEMENTS = 250_000;

export interface ParsedDicom {
  /** The content to store: inflated if the file was deflated, otherwise unchanged. */
  readonly content: Buffer;
  readonly data: DataSet;
  readonly transferSyntax: string;
}

export function parseDicomFile(original: Buffer): ParsedDicom {
  if (original.toString('latin1', 128, 132) !== 'DICM') {
    throw new BadDicom('is no DICOM file; give files that a scanner or archive exported (part 10)');
  }
  const syntax = syntaxOf(original);
  const known = TRANSFER_SYNTAXES[syntax];
  if (!known) {
    throw new BadDicom(
      `is stored as ${transferSyntaxName(syntax)}, which browsers cannot show; store it uncompressed or as JPEG Lossless`,
    );
  }
  const content = known.deflated ? inflate(original) : original;
  return { content, data: parse(content), transferSyntax: known.deflated ? EXPLICIT_LITTLE_ENDIAN : syntax };
}

function syntaxOf(content: Buffer): string {
  try {
    const syntax = dicomParser.readPart10Header(content).string('x00020010');
    if (syntax) return syntax;
  } catch {
    // The same error as for a missing value.
  }
  throw new BadDicom('does not say how it is stored (TransferSyntaxUID); export it again');
}

function parse(content: Buffer): DataSet {
  let data: DataSet;
  let bodyStart: number;
  try {
    data = dicomParser.parseDicom(withKnownTypes(content));
    bodyStart = bodyOf(content);
  } catch {
    throw new BadDicom('is damaged or cut off; export it again');
  }
  if (isDeeperThan(MAX_SEQUENCE_DEPTH, data)) throw new BadDicom('nests sequences too deep; export it again');
  if (countElements(data, MAX_ELEMENTS) > MAX_ELEMENTS)
    throw new BadDicom('has more than 250,000 attributes, which no image has; export it again');
  const mistake = structureMistake(data, bodyStart);
  if (mistake) throw new BadDicom(mistake);
  return data;
}

/** Offset tables of 64 bits (PS3.3, C.7.6.3.1.8), whose type the parser does not know, and would take for damage. */
function withKnownTypes(content: Buffer): Buffer {
  if (!content.includes(EXTENDED_OFFSETS)) return content;
  const { x7fe00001: table } = dicomParser.parseDicom(content, { untilTag: 'x7fe00001' }).elements;
  if (table?.vr !== 'OV') return content;
  const changed = Buffer.from(content);
  let at = table.dataOffset - 8;
  while (at + 12 <= changed.length && /^[OU]V$/.test(changed.toString('latin1', at + 4, at + 6))) {
    changed.write('OB', at + 4, 'latin1');
    at += 12 + changed.readUInt32LE(at + 8);
  }
  return changed;
}

/** The parser says where the header ends; its types do not. */
const bodyOf = (content: Buffer): number =>
  (dicomParser.readPart10Header(content) as DataSet & { position: number }).position;

function isDeeperThan(max: number, data: DataSet): boolean {
  if (max < 0) return true;
  return Object.values(data.elements).some(({ items }) =>
    items?.some(({ dataSet }) => dataSet && isDeeperThan(max - 1, dataSet)),
  );
}

/** At any depth, with items; counts no further than just above `max`. */
function countElements(data: DataSet, max: number): number {
  let count = 0;
  for (const { items = [] } of Object.values(data.elements)) {
    count += 1 + items.length;
    for (const { dataSet } of items) {
      if (count > max) return count;
      if (dataSet) count += countElements(dataSet, max - count);
    }
  }
  return count;
}

/** The same data set as explicit VR little endian, which every part of the product can read. */
function inflate(content: Buffer): Buffer {
  const header = dicomParser.readPart10Header(content);
  const syntax = header.elements.x00020010;
  const length = header.elements.x00020000;
  const end = Math.max(
    ...Object.values(header.elements).map(({ dataOffset, length: bytes }) => dataOffset + bytes),
  );
  if (!syntax || !length) throw new BadDicom('is damaged; export it again');
  const name = Buffer.from(`${EXPLICIT_LITTLE_ENDIAN}\0`, 'latin1');
  const element = Buffer.from(content.subarray(syntax.dataOffset - 8, syntax.dataOffset));
  element.writeUInt16LE(name.length, 6);
  const groupLength = Buffer.alloc(4);
  groupLength.writeUInt32LE(header.uint32('x00020000')! + name.length - syntax.length);
  let body: Buffer;
  try {
    body = inflateRawSync(content.subarray(end), { maxOutputLength: LARGEST_INFLATED });
  } catch {
    throw new BadDicom('is deflated and damaged, or grows beyond all measure; store it uncompressed');
  }
  return Buffer.concat([
    content.subarray(0, length.dataOffset),
    groupLength,
    content.subarray(length.dataOffset + 4, syntax.dataOffset - 8),
    element,
    name,
    content.subarray(syntax.dataOffset + syntax.length, end),
    body,
  ]);
}
