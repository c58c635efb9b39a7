/** A DICOM part 10 file of 4 x 4 pixels, explicit VR little endian; `attributes` are added or replace ours. */
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
  attributes?: Record<string, [vr: string, value: string]>;
} = {}): Buffer {
  const instance = `1.2.3.4.5.${index}`;
  const meta = Buffer.concat([
    element(0x00020002, 'UI', '1.2.840.10008.5.1.4.1.1.2'),
    element(0x00020003, 'UI', instance),
    element(0x00020010, 'UI', syntax),
  ]);
  const data: Record<string, [string, string | Buffer]> = {
    '00080016': ['UI', '1.2.840.10008.5.1.4.1.1.2'],
    '00080018': ['UI', instance],
    '00080060': ['CS', 'CT'],
    '0020000d': ['UI', '1.2.3'],
    '0020000e': ['UI', series],
    '00200013': ['IS', String(index)],
    '00200032': ['DS', `0\\0\\${10 - index}`],
    '00200037': ['DS', '1\\0\\0\\0\\1\\0'],
    '00280002': ['US', number(1)],
    '00280010': ['US', number(rows)],
    '00280011': ['US', number(columns)],
    '00280100': ['US', number(16)],
    ...attributes,
    '7fe00010': ['OW', Buffer.alloc(rows * columns * 2, index)],
  };
  const body = Object.keys(data)
    .sort()
    .map((tag) => element(Number.parseInt(tag, 16), ...data[tag]!));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(meta.length);
  return Buffer.concat([
    Buffer.alloc(128),
    Buffer.from('DICM'),
    element(0x00020000, 'UL', length),
    meta,
    ...body,
  ]);
}

function number(value: number): Buffer {
  const buffer = Buffer.alloc(2);
  buffer.writeUInt16LE(value);
  return buffer;
}

function element(tag: number, vr: string, value: string | Buffer): Buffer {
  let body = typeof value === 'string' ? Buffer.from(value, 'latin1') : value;
  if (body.length % 2 === 1) body = Buffer.concat([body, Buffer.from(vr === 'UI' ? '\0' : ' ')]);
  const isLong = vr === 'OW' || vr === 'SQ';
  const head = Buffer.alloc(isLong ? 12 : 8);
  head.writeUInt16LE(tag >>> 16, 0);
  head.writeUInt16LE(tag & 0xffff, 2);
  head.write(vr, 4, 'latin1');
  if (isLong) head.writeUInt32LE(body.length, 8);
  else head.writeUInt16LE(body.length, 6);
  return Buffer.concat([head, body]);
}
