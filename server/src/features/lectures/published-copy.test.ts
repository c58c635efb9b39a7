import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unpackRle } from '@vesalius/contract/lectures-rle';
import dicomParser from 'dicom-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DicomAttributes, dicomFile } from '../../testing/dicom-file.ts';
import { readDicomSlice } from './dicom-check.ts';
import { packRle } from './pack-rle.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vesalius-copy-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const BIG_ENDIAN = '1.2.840.10008.1.2.2';
const RLE = '1.2.840.10008.1.2.5';

let count = 0;
async function read(file: Buffer, identity: 'refuse' | 'remove' = 'remove') {
  count += 1;
  const path = join(folder, `${count}.dcm`);
  await writeFile(path, file);
  const { content, slice } = await readDicomSlice(path, { identity });
  return { content, slice, data: dicomParser.parseDicom(content) };
}

const pixelsOf = ({ content, data }: Awaited<ReturnType<typeof read>>) => {
  const { dataOffset, length } = data.elements.x7fe00010!;
  return content.subarray(dataOffset, dataOffset + length);
};

const twelveBits: DicomAttributes = { '00280101': ['US', 12], '00280102': ['US', 11] };
const words = (value: number, isBigEndian = false) => {
  const bytes = Buffer.alloc(32);
  for (let at = 0; at < 32; at += 2)
    if (isBigEndian) bytes.writeUInt16BE(value, at);
    else bytes.writeUInt16LE(value, at);
  return bytes;
};

describe.each(['refuse', 'remove'] as const)('the copy for readers (%s)', (identity) => {
  it.each([
    ['little endian', '1.2.840.10008.1.2.1', false],
    ['implicit', '1.2.840.10008.1.2', false],
    ['big endian', BIG_ENDIAN, true],
  ])('has no bits beside the stored values, in %s', async (_kind, syntax, isBigEndian) => {
    const pixels: DicomAttributes = { '7fe00010': ['OW', words(0xf123, isBigEndian)] };
    const copy = await read(dicomFile({ syntax, attributes: { ...twelveBits, ...pixels } }), identity);
    expect(pixelsOf(copy).equals(words(0x0123, isBigEndian))).toBe(true);
  });

  it('has no bits below the stored values', async () => {
    const attributes: DicomAttributes = {
      ...{ '00280101': ['US', 12], '00280102': ['US', 15], '7fe00010': ['OW', words(0x123f)] },
    };
    expect(pixelsOf(await read(dicomFile({ attributes }), identity)).equals(words(0x1230))).toBe(true);
  });

  it('has nothing behind its pixels', async () => {
    const pixels = Buffer.concat([words(1), Buffer.from('DOE^JANE')]);
    const copy = await read(dicomFile({ attributes: { '7fe00010': ['OW', pixels] } }), identity);
    expect(pixelsOf(copy).equals(words(1))).toBe(true);
    expect(copy.content.toString('latin1')).not.toContain('JANE');
  });

  it('has no attribute that the viewer does not need, whoever defined it', async () => {
    const attributes: DicomAttributes = {
      '00080070': ['LO', 'Doe Devices'],
      '00281054': ['LO', 'Doe'],
      '00280034': ['IS', '1\\1'],
      // No table of the standard has these.
      '00180007': ['LO', 'Doe'],
      '00240002': ['OB', Buffer.from('Doe!')],
      '00220099': ['SQ', [{ '00220098': ['LO', 'Doe'] }]],
      '00280030': ['DS', '0.5\\0.5'],
      '52009230': ['SQ', [{ '00289132': ['SQ', [{ '00281050': ['DS', '40'], '00281055': ['LO', 'Doe'] }]] }]],
    };
    const { content, data } = await read(dicomFile({ attributes }), identity);
    expect(content.toString('latin1')).not.toContain('Doe');
    expect(Object.keys(data.elements).sort()).toEqual([
      ...['x00020000', 'x00020002', 'x00020003', 'x00020010', 'x00080016', 'x00080018', 'x00080060'],
      ...(identity === 'remove' ? ['x00120062', 'x00120063'] : []),
      ...['x0020000d', 'x0020000e', 'x00200013', 'x00200032', 'x00200037', 'x00280002', 'x00280010'],
      ...['x00280011', 'x00280030', 'x00280100', 'x52009230', 'x7fe00010'],
    ]);
    const group = data.elements.x52009230!.items![0]!.dataSet!.elements.x00289132!.items![0]!.dataSet!;
    expect(group.string('x00281050')).toBe('40');
  });

  it.each([
    ['text in the place of a number', { '00281050': ['DS', 'Doe'] }],
    ['text behind a number', { '00281050': ['DS', '40\0Doe'] }],
    ['more values than there can be', { '00200032': ['DS', '0\\0\\9\\8'] }],
    ['a word in the place of the modality', { '00080060': ['CS', 'DOE'] }],
    ['text in the place of a UID', { '00200052': ['UI', 'Doe'] }],
    ['a palette that is no palette', { '00281101': ['US', Buffer.from('Jane Doe')] }],
    ['a window of unknown kind with text', { '00281051': ['UN', Buffer.from('Doe ')] }],
    ['a number as a sequence', { '00281051': ['SQ', [{ '00281050': ['DS', '1'] }]] }],
  ] as [string, DicomAttributes][])('has not: %s', async (_what, attributes) => {
    const { data, slice } = await read(dicomFile({ attributes }), identity);
    expect(data.elements[`x${Object.keys(attributes)[0]}`]).toBeUndefined();
    expect(slice.modality).not.toBe('DOE');
  });

  it('has a palette only of colors, and as long as it says it is', async () => {
    const table = (length: number) => Buffer.from('Jane Doe, 1948. '.repeat(8)).fill(7, 0, length);
    const palette = (bits: number, length: number): DicomAttributes =>
      Object.fromEntries(
        ['1', '2', '3'].flatMap((color) => [
          [`0028110${color}`, ['US', Buffer.from([5, 0, 0, 0, bits, 0])]],
          [`0028120${color}`, ['OW', table(length)]],
        ]),
      );
    const colors: DicomAttributes = { '00280004': ['CS', 'PALETTE COLOR'] };
    const none = await read(dicomFile({ attributes: palette(16, 10) }), identity);
    expect(Object.keys(none.data.elements).filter((tag) => tag.startsWith('x00281'))).toEqual([]);
    for (const [bits, length] of [
      [16, 10],
      [8, 5],
    ] as const) {
      const { content, data } = await read(
        dicomFile({ attributes: { ...colors, ...palette(bits, length) } }),
        identity,
      );
      expect(content.toString('latin1')).not.toMatch(/Jane|Doe|1948/);
      for (const tag of ['x00281201', 'x00281202', 'x00281203']) {
        const { dataOffset, length: kept } = data.elements[tag]!;
        const expected = Buffer.concat([Buffer.alloc(length, 7), Buffer.alloc(length % 2)]);
        expect(content.subarray(dataOffset, dataOffset + kept)).toEqual(expected);
      }
    }
    const undescribed: DicomAttributes = { ...colors, '00281201': ['OW', table(0)] };
    expect(
      (await read(dicomFile({ attributes: undescribed }), identity)).data.elements.x00281201,
    ).toBeUndefined();
  });

  it('has a number that was stored as of unknown kind, as what it is', async () => {
    const { data } = await read(
      dicomFile({ attributes: { '00281050': ['UN', Buffer.from('40')] } }),
      identity,
    );
    expect([data.string('x00281050'), data.elements.x00281050!.vr]).toEqual(['40', 'DS']);
  });
});

describe('a frame of RLE', () => {
  const size = { rows: 4, columns: 4, samples: 1, bytesPerSample: 2 };
  const item = (bytes: Uint8Array) => {
    const head = Buffer.from('feff00e000000000', 'hex');
    head.writeUInt32LE(bytes.length, 4);
    return Buffer.concat([head, bytes]);
  };
  const encapsulated = (frame: Buffer, attributes: DicomAttributes = {}) => {
    const file = dicomFile({
      syntax: RLE,
      attributes: { ...attributes, '7fe00010': ['OB', Buffer.alloc(0)] },
    });
    file.writeUInt32LE(0xffffffff, file.length - 4);
    return Buffer.concat([file, item(Buffer.alloc(0)), item(frame), Buffer.from('feffdde000000000', 'hex')]);
  };

  it('is packed again, with its stored values and nothing else', async () => {
    const frame = Buffer.concat([packRle(words(0xf123), size), Buffer.from('DOE^JANE')]);
    frame.write('Jane', 40);
    const { content, data } = await read(encapsulated(frame, twelveBits));
    expect(content.toString('latin1')).not.toMatch(/Jane|JANE/);
    const { position, length } = data.elements.x7fe00010!.fragments![0]!;
    const unpacked = unpackRle(content.subarray(position, position + length), 16, 1, 2);
    expect(Buffer.from(unpacked).equals(words(0x0123))).toBe(true);
  });

  it('is unpacked as what was packed, of any runs', () => {
    let seed = 1;
    const random = () => (seed = (seed * 48_271) % 2_147_483_647);
    for (const [columns, rows] of [
      [1, 1],
      [300, 5],
      [129, 3],
      [128, 4],
    ] as const)
      for (const kinds of [1, 2, 3, 256]) {
        const samples = Uint8Array.from({ length: columns * rows * 3 }, () => random() % kinds);
        const packed = packRle(samples, { rows, columns, samples: 3, bytesPerSample: 1 });
        expect(Buffer.from(unpackRle(packed, columns * rows, 3, 1)).equals(Buffer.from(samples))).toBe(true);
      }
  });

  it.each([
    ['', {}],
    [' and no data of its own', { '60003000': ['OW', Buffer.alloc(0)] }],
    [' at the lowest bit', { '60000102': ['US', 0] }],
  ] as [string, DicomAttributes][])('with an overlay in its bits%s is refused', async (_what, more) => {
    const overlay: DicomAttributes = { '60000100': ['US', 16], '60000102': ['US', 12], ...more };
    await expect(read(encapsulated(packRle(words(1), size), overlay))).rejects.toThrow(
      'has an overlay in its compressed pixels',
    );
  });

  it('with an overlay that has data of its own is published without it', async () => {
    const overlay: DicomAttributes = {
      ...{ '60000100': ['US', 1], '60000102': ['US', 0], '60003000': ['OW', Buffer.from('Doe!')] },
    };
    const { content, data } = await read(encapsulated(packRle(words(1), size), overlay));
    expect(content.includes('Doe')).toBe(false);
    expect(Object.keys(data.elements).some((tag) => tag.startsWith('x60'))).toBe(false);
  });
});

describe('a file whose numbers are wrong', () => {
  it.each([
    ['BitsAllocated', { '00280100': ['US', 0] }, 'says 0 for BitsAllocated'],
    ['BitsAllocated', { '00280100': ['US', 12] }, 'says 12 for BitsAllocated'],
    ['BitsStored', { '00280101': ['US', 17] }, 'says 17 for BitsStored'],
    ['HighBit', { '00280101': ['US', 12], '00280102': ['US', 3] }, 'says 3 for HighBit'],
    ['SamplesPerPixel', { '00280002': ['US', 0] }, 'says 0 for SamplesPerPixel'],
    ['SamplesPerPixel', { '00280002': ['US', 65_535] }, 'says 65535 for SamplesPerPixel'],
    ['PixelRepresentation', { '00280103': ['US', 2] }, 'says 2 for PixelRepresentation'],
    ['PlanarConfiguration', { '00280006': ['US', 7] }, 'says 7 for PlanarConfiguration'],
    ['colors', { '00280004': ['CS', 'DOE JANE'] }, 'says its colors in a way'],
    ['Rows', { '00280010': ['US', 0] }, 'holds no image'],
    ['Rows', { '00280010': ['IS', '4 '] }, 'does not say Rows as one number of 16 bits'],
    ['Rows', { '00280010': ['US', Buffer.from('\x04\0Doe!')] }, 'does not say Rows as one number'],
    ['NumberOfFrames', { '00280008': ['IS', '0'] }, 'does not say how many images'],
    ['NumberOfFrames', { '00280008': ['IS', '-1'] }, 'does not say how many images'],
    ['NumberOfFrames', { '00280008': ['IS', 'many'] }, 'does not say how many images'],
    ['NumberOfFrames', { '00280008': ['IS', '1e3'] }, 'does not say how many images'],
    ['NumberOfFrames', { '00280008': ['IS', '999999999'] }, 'more than a browser can hold'],
    ['NumberOfFrames', { '00280008': ['IS', '2'] }, 'is cut off'],
    ['pixels', { '7fe00010': ['OW', Buffer.alloc(30)] }, 'is cut off'],
    [
      'pixels',
      { '7fe00010': ['OW', Buffer.alloc(64)] },
      'holds more images than it says (NumberOfFrames is 1)',
    ],
  ] as [string, DicomAttributes, string][])('(%s) is refused: %o', async (_what, attributes, text) => {
    await expect(read(dicomFile({ attributes }))).rejects.toThrow(text);
  });
});
