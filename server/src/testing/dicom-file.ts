/** Text, a 16-bit number, bytes, or the items of a sequence. */
type DicomValue = string | number | Buffer | readonly DicomAttributes[];
/** By tag in hexadecimal digits: ['PN', 'Doe^Jane']. */
export type DicomAttributes = Readonly<Record<string, readonly [vr: string, value: DicomValue]>>;

const IMPLICIT = '1.2.840.10008.1.2';
const BIG_ENDIAN = '1.2.840.10008.1.2.2';

interface Coding {
  readonly isExplicit: boolean;
  readonly isBigEndian: boolean;
}

/**
 * A DICOM part 10 file of 4 x 4 pixels, encoded with `syntax`; `attributes` are added to the default ones or replace
 * them.
 */
export function dicomFile({
  index = 1,
  rows = 4,
  columns = 4,
  series = '1.2.3.4',
  syntax = '1.2.840.10008.1.2.1',
  attributes = {},
}: {
  index?: number;
  rows?: number;
  columns?: number;
  series?: string;
  syntax?: string;
  attributes?: DicomAttributes;
} = {}): Buffer {
  const instance = `1.2.3.4.5.${index}`;
  const plain = { isExplicit: true, isBigEndian: false };
  const meta = dataSet(plain, {
    '00020002': ['UI', '1.2.840.10008.5.1.4.1.1.2'],
    '00020003': ['UI', instance],
    '00020010': ['UI', syntax],
  });
  const length = Buffer.alloc(4);
  length.writeUInt32LE(meta.length);
  const body = dataSet(
    { isExplicit: syntax !== IMPLICIT, isBigEndian: syntax === BIG_ENDIAN },
    {
      '00080016': ['UI', '1.2.840.10008.5.1.4.1.1.2'],
      '00080018': ['UI', instance],
      '00080060': ['CS', 'CT'],
      '0020000d': ['UI', '1.2.3'],
      '0020000e': ['UI', series],
      '00200013': ['IS', String(index)],
      '00200032': ['DS', `0\\0\\${10 - index}`],
      '00200037': ['DS', '1\\0\\0\\0\\1\\0'],
      '00280002': ['US', 1],
      '00280010': ['US', rows],
      '00280011': ['US', columns],
      '00280100': ['US', 16],
      '7fe00010': ['OW', Buffer.alloc(rows * columns * 2, index)],
      ...attributes,
    },
  );
  const header = Buffer.concat([Buffer.alloc(128), Buffer.from('DICM')]);
  return Buffer.concat([header, dataSet(plain, { '00020000': ['UL', length] }), meta, body]);
}

function dataSet(coding: Coding, attributes: DicomAttributes): Buffer {
  const tags = Object.keys(attributes).sort();
  return Buffer.concat(tags.map((tag) => element(coding, Number.parseInt(tag, 16), ...attributes[tag]!)));
}

/** One attribute as it stands in an explicit little endian file, to put where no file should have it. */
export const dicomElement = (tag: string, vr: string, value: DicomValue): Buffer =>
  element({ isExplicit: true, isBigEndian: false }, Number.parseInt(tag, 16), vr, value);

function element(coding: Coding, tag: number, vr: string, value: DicomValue): Buffer {
  let body = bytesOf(coding, value);
  if (body.length % 2 === 1) body = Buffer.concat([body, Buffer.from(vr === 'UI' ? '\0' : ' ')]);
  return Buffer.concat([head(coding, tag, vr, body.length), body]);
}

function bytesOf(coding: Coding, value: DicomValue): Buffer {
  if (typeof value === 'string') return Buffer.from(value, 'latin1');
  if (typeof value === 'number') {
    const buffer = Buffer.alloc(2);
    if (coding.isBigEndian) buffer.writeUInt16BE(value);
    else buffer.writeUInt16LE(value);
    return buffer;
  }
  if (Buffer.isBuffer(value)) return value;
  const items = (value as readonly DicomAttributes[]).map((item) => dataSet(coding, item));
  const mark = (length: number) => head({ ...coding, isExplicit: false }, 0xfffee000, '', length);
  return Buffer.concat(items.flatMap((item) => [mark(item.length), item]));
}

function head({ isExplicit, isBigEndian }: Coding, tag: number, vr: string, length: number): Buffer {
  const isLong = isExplicit && ['OB', 'OW', 'SQ', 'UN', 'UT'].includes(vr);
  const buffer = Buffer.alloc(isLong ? 12 : 8);
  const two = (value: number, at: number) =>
    isBigEndian ? buffer.writeUInt16BE(value, at) : buffer.writeUInt16LE(value, at);
  two(tag >>> 16, 0);
  two(tag & 0xffff, 2);
  if (isExplicit) buffer.write(vr, 4, 'latin1');
  if (isExplicit && !isLong) two(length, 6);
  else if (isBigEndian) buffer.writeUInt32BE(length, isLong ? 8 : 4);
  else buffer.writeUInt32LE(length, isLong ? 8 : 4);
  return buffer;
}

/** A file of 4 x 4 pixels with very many empty private attributes. */
export function dicomFileOfMany(count: number): Buffer {
  const many = Buffer.alloc(8 * count);
  for (let index = 0; index < count; index += 1) {
    // After the pixels: groups 7fe1 and above, 65,536 elements each.
    many.writeUInt16LE(0x7fe1 + 2 * Math.floor(index / 65_536), index * 8);
    many.writeUInt16LE(index % 65_536, index * 8 + 2);
    many.write('LO', index * 8 + 4, 'latin1');
  }
  return Buffer.concat([dicomFile(), many]);
}
