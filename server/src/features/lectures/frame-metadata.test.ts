import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import dicomParser from 'dicom-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharp } from '../../platform/pictures/sharp.ts';
import { type DicomAttributes, dicomElement, dicomFile } from '../../testing/dicom-file.ts';
import { readDicomSlice } from './dicom-check.ts';
import { BadFrame, withoutFrameMetadata } from './frame-metadata.ts';

const BASELINE = '1.2.840.10008.1.2.4.50';
const SECRET = 'DOE^JANE';

let folder: string;
let plain: Buffer;
let photo: Buffer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vesalius-frames-'));
  const grey = sharp(Buffer.alloc(16, 90), { raw: { width: 4, height: 4, channels: 1 } }).toColorspace('b-w');
  plain = await grey.clone().jpeg().toBuffer();
  photo = await grey
    .clone()
    .jpeg()
    .withExif({ IFD0: { Artist: SECRET, ImageDescription: `${SECRET} 4711` } })
    .toBuffer();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(content: Uint8Array, identity: 'refuse' | 'remove') {
  const path = join(folder, 'one.dcm');
  await writeFile(path, content);
  return readDicomSlice(path, { identity });
}

const item = (bytes: Buffer) => {
  const head = Buffer.from('feff00e000000000', 'hex');
  head.writeUInt32LE(bytes.length, 4);
  return Buffer.concat([head, bytes]);
};
const even = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(bytes.length % 2)]);
const EIGHT_BITS: DicomAttributes = {
  '00280100': ['US', 8],
  '00280101': ['US', 8],
  '00280102': ['US', 7],
};

function encapsulated(
  pieces: readonly Buffer[],
  { frames = 1, table = [], more = {} }: { frames?: number; table?: number[]; more?: DicomAttributes } = {},
): Buffer {
  const offsets = Buffer.alloc(table.length * 4);
  for (const [index, offset] of table.entries()) offsets.writeUInt32LE(offset, index * 4);
  const pixels = Buffer.concat([
    item(offsets),
    ...pieces.map((piece) => item(even(piece))),
    Buffer.from('feffdde000000000', 'hex'),
  ]);
  const content = dicomFile({
    syntax: BASELINE,
    attributes: {
      ...EIGHT_BITS,
      '00280008': ['IS', String(frames)],
      '7fe00010': ['OB', pixels],
      ...more,
    },
  });
  content.writeUInt32LE(0xffffffff, content.indexOf(pixels) - 4);
  return content;
}

/** The frames as a viewer takes them from the file. */
function framesIn(content: Buffer): { frames: Buffer[]; table: number[] } {
  const data = dicomParser.parseDicom(content);
  const { fragments = [], basicOffsetTable = [] } = data.elements.x7fe00010!;
  const frames = fragments.map(({ position, length }) => content.subarray(position, position + length));
  return { frames, table: basicOffsetTable };
}
const segment = (marker: number, text: string) => {
  const head = Buffer.from([0xff, marker, 0, text.length + 2]);
  return Buffer.concat([head, Buffer.from(text, 'latin1')]);
};
const withSegments = (frame: Buffer, ...segments: Buffer[]) =>
  Buffer.concat([frame.subarray(0, 2), ...segments, frame.subarray(2)]);

describe.each(['remove', 'refuse'] as const)('a compressed frame (%s)', (identity) => {
  it('has no EXIF, and its image is the same, byte for byte', async () => {
    expect(photo.includes(SECRET)).toBe(true);
    const { content } = await read(encapsulated([photo]), identity);
    expect(content.includes(SECRET)).toBe(false);
    expect(framesIn(content).frames).toEqual([even(plain)]);
    const shown = await sharp(framesIn(content).frames[0]!).raw().toBuffer();
    expect(shown.equals(await sharp(photo).raw().toBuffer())).toBe(true);
  });

  it('keeps its place: offset tables and pieces are those of the shorter frames', async () => {
    const [half, rest] = [photo.subarray(0, 100), photo.subarray(100)];
    const length = even(photo).length;
    const cleaned = even(plain);
    const expected = { frames: [cleaned, cleaned], table: [0, 8 + cleaned.length] };
    // A piece of even length, so that joining adds nothing.
    expect(half.length % 2).toBe(0);
    const one = await read(encapsulated([photo, photo], { frames: 2, table: [0, 8 + length] }), identity);
    expect(framesIn(one.content)).toEqual(expected);
    const table = [0, 16 + length];
    const split = await read(encapsulated([half, rest, photo], { frames: 2, table }), identity);
    expect(framesIn(split.content)).toEqual(expected);
    const untold = await read(encapsulated([half, rest, photo], { frames: 2 }), identity);
    expect(framesIn(untold.content)).toEqual({ ...expected, table: [] });
    const wrong = encapsulated([half, rest, photo], { frames: 2, table: [0, 4] });
    await expect(read(wrong, identity)).rejects.toThrow('does not say which pieces of its pixels');
  });

  it('has no offset table of 64 bits, which would be wrong', async () => {
    const file = encapsulated([photo]);
    const pixels = Buffer.from([0xe0, 0x7f, 0x10, 0, 0x4f, 0x42]);
    const at = file.indexOf(pixels);
    const tables = ['7fe00001', '7fe00002'].map((tag) => {
      const table = dicomElement(tag, 'OB', Buffer.alloc(8));
      table.write('OV', 4, 'latin1');
      return table;
    });
    const { content } = await read(
      Buffer.concat([file.subarray(0, at), ...tables, file.subarray(at)]),
      identity,
    );
    expect(framesIn(content).frames).toEqual([even(plain)]);
    expect(content.includes('OV')).toBe(false);
  });
});

describe('of a frame', () => {
  it.each(['jpeg', 'jpeg-lossless', 'jpeg-ls'] as const)('all that programs add goes (%s)', (coding) => {
    const others = [0xe1, 0xe2, 0xe8, 0xed, 0xef, 0xfe, 0xf0, 0xc8].map((marker) => segment(marker, SECRET));
    const thumbnail = segment(0xe0, `JFXX\0${SECRET}`);
    const later = Buffer.concat([withSegments(plain, ...others, thumbnail), Buffer.from(SECRET)]);
    expect(withoutFrameMetadata(coding, later)).toEqual(plain);
  });

  it('what says how colours are stored stays', () => {
    const adobe = segment(0xee, 'Adobe\0d\0\0\0\0\0\x01'.slice(0, 12));
    expect(withoutFrameMetadata('jpeg', withSegments(plain, adobe))).toEqual(withSegments(plain, adobe));
    const transform = segment(0xe8, 'mrfx\x01');
    const ls = withSegments(plain, transform);
    expect(withoutFrameMetadata('jpeg-ls', ls)).toEqual(ls);
    expect(withoutFrameMetadata('jpeg', ls)).toEqual(plain);
    const thumbnail = Buffer.from(plain);
    // The thumbnail of JFIF: 1 x 1 pixels.
    const at = thumbnail.indexOf('JFIF');
    if (at > 0) {
      thumbnail.writeUInt16BE(19, at - 2);
      thumbnail.writeUInt16BE(0x0101, at + 12);
      const bytes = Buffer.concat([
        thumbnail.subarray(0, at + 14),
        Buffer.from('DOE'),
        thumbnail.subarray(at + 14),
      ]);
      expect(withoutFrameMetadata('jpeg', bytes)).toEqual(plain);
    }
  });

  it.each([0xc4, 0xcc, 0xdb, 0xdc, 0xdd, 0xde, 0xdf, 0xda, 0xc3])(
    'a segment with more than decoders read is refused (%i)',
    (marker) => {
      for (const coding of ['jpeg', 'jpeg-lossless', 'jpeg-ls'] as const)
        expect(() =>
          withoutFrameMetadata(coding, withSegments(plain, segment(marker, `${SECRET}.`))),
        ).toThrow(BadFrame);
    },
  );

  it.each([
    ['jpeg', 'ffdc00040010'],
    ['jpeg', 'ffdf000311'],
    ['jpeg', 'ffde000b080004000401011100'],
    ['jpeg', 'ffcc000600100110'],
    ['jpeg-lossless', 'ffdd00040010'],
    ['jpeg-ls', 'ffdd000500000a'],
    ['jpeg-ls', 'fff8000d0100ff0003000700150040'],
    ['jpeg-ls', 'fff7000b080004000401011100'],
    ['jpeg-ls', 'fff8000604010404'],
  ] as const)('a segment of its length stays (%s, %s)', (coding, hex) => {
    const frame = withSegments(plain, Buffer.from(hex, 'hex'));
    expect(withoutFrameMetadata(coding, frame)).toEqual(frame);
  });

  it('mapping tables of JPEG-LS go', () => {
    const table = segment(0xf8, `\x02\x01\x01${SECRET}`);
    expect(withoutFrameMetadata('jpeg-ls', withSegments(plain, table))).toEqual(plain);
    expect(() =>
      withoutFrameMetadata('jpeg-ls', withSegments(plain, segment(0xf8, `\x01${SECRET}`))),
    ).toThrow(BadFrame);
  });

  it('comments between scans go, and data that look like them stay', () => {
    const scan = Buffer.from('ffda00080101000000000011ff0022ffd033', 'hex');
    const end = Buffer.from([0xff, 0xd9]);
    const head = Buffer.from([0xff, 0xd8]);
    const frame = Buffer.concat([head, scan, segment(0xfe, SECRET), scan, end]);
    expect(withoutFrameMetadata('jpeg', frame)).toEqual(Buffer.concat([head, scan, scan, end]));
    // JPEG-LS stuffs a bit: a byte below 0x80 may follow.
    const ls = Buffer.concat([head, Buffer.from('ffda000801010000000000ff7e22', 'hex'), end]);
    expect(withoutFrameMetadata('jpeg-ls', ls)).toEqual(ls);
  });

  describe('of JPEG 2000', () => {
    const hex = (digits: string) => Buffer.from(digits.replaceAll(' ', ''), 'hex');
    const sizes = Buffer.concat([hex('ff51 0029'), Buffer.alloc(34), hex('0001 0b0101')]);
    const coding = hex('ff52 000c 00 00000100 05 04 04 00 01');
    const quantizers = hex('ff5c 0005 40 4848');
    const comment = (text: string) => segment(0x64, `\0\x01${text}`);
    const tile = (header: Buffer, data = hex('112233'), isOpen = false) => {
      const rest = Buffer.concat([header, hex('ff93'), data]);
      const head = hex('ff90 000a 0000 00000000 0001');
      if (!isOpen) head.writeUInt32BE(head.length + rest.length, 6);
      return Buffer.concat([head, rest]);
    };
    const [start, end] = [hex('ff4f'), hex('ffd9')];
    const box = Buffer.from(`\0\0\0\x10uuid${SECRET}`);
    const main = Buffer.concat([start, sizes, coding, quantizers]);
    const none = Buffer.alloc(0);

    it.each(['jpeg-2000', 'htj2k'] as const)(
      'comments go, those of tiles without moving anything (%s)',
      (kind) => {
        const given = Buffer.concat([
          ...[box, start, sizes, comment(SECRET), coding, quantizers],
          ...[tile(comment(SECRET)), tile(comment(SECRET)), end, box],
        ]);
        const blank = tile(comment('\0'.repeat(SECRET.length)));
        expect(withoutFrameMetadata(kind, given)).toEqual(Buffer.concat([main, blank, blank, end]));
      },
    );

    it('segments that no decoder needs go', () => {
      // CRG, PLM, TLM, PRF, and two that nobody knows.
      for (const marker of [0x63, 0x57, 0x55, 0x56, 0x30, 0x6f]) {
        const other = segment(marker, SECRET);
        const blank = segment(0x64, '\0'.repeat(SECRET.length));
        expect(
          withoutFrameMetadata('jpeg-2000', Buffer.concat([main, other, tile(other), tile(quantizers), end])),
        ).toEqual(Buffer.concat([main, tile(blank), tile(quantizers), end]));
      }
    });

    it('what follows the end goes', () => {
      for (const isOpen of [true, false]) {
        const plain = Buffer.concat([main, tile(none), tile(none, hex('112233'), isOpen), end]);
        expect(withoutFrameMetadata('jpeg-2000', plain)).toEqual(plain);
        const given = Buffer.concat([plain, Buffer.from(SECRET), end, Buffer.alloc(1)]);
        expect(withoutFrameMetadata('jpeg-2000', given)).toEqual(plain);
      }
    });

    it('an end inside of a tile, and a segment with more than decoders read, are refused', () => {
      const hidden = tile(none, Buffer.concat([hex('112233ffd9'), Buffer.from(SECRET)]));
      const longer = Buffer.concat([hex('ff52 0014'), coding.subarray(4), Buffer.from(SECRET)]);
      for (const given of [
        [main, hidden, end],
        [start, sizes, longer, quantizers, tile(none), end],
        [main, tile(longer), end],
      ])
        expect(() => withoutFrameMetadata('jpeg-2000', Buffer.concat(given))).toThrow(BadFrame);
    });
  });

  it.each(['jpeg', 'jpeg-ls', 'jpeg-2000'] as const)('damage is told (%s)', (coding) => {
    for (const bytes of ['', 'ffd8ffe1', 'ffd8ffe1ffff00', 'ffd8001122', 'ff4fff51ffff', 'ff4fff510000'])
      expect(() => withoutFrameMetadata(coding, Buffer.from(bytes, 'hex'))).toThrow();
  });
});
