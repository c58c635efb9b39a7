import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import dicomParser from 'dicom-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DicomAttributes, dicomFile } from '../../testing/dicom-file.ts';
import { compareSlices, readDicomSlice, seriesMistakes, seriesReport } from './dicom-check.ts';

const DEFLATED = '1.2.840.10008.1.2.1.99';
const BIG_ENDIAN = '1.2.840.10008.1.2.2';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vesalius-dicom-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(content: Uint8Array, identity: 'refuse' | 'remove' = 'refuse', name = 'one') {
  const path = join(folder, `${name}.dcm`);
  await writeFile(path, content);
  return readDicomSlice(path, { identity });
}
/** The offset of the data set after the header. */
function bodyOf(file: Buffer): number {
  const { elements } = dicomParser.readPart10Header(file);
  return Math.max(...Object.values(elements).map(({ dataOffset, length }) => dataOffset + length));
}
const deflated = (body: (plain: Buffer) => Buffer) => {
  const file = dicomFile({ syntax: DEFLATED });
  const start = bodyOf(file);
  return Buffer.concat([file.subarray(0, start), deflateRawSync(body(file.subarray(start)))]);
};

describe('a DICOM file', () => {
  it('returns what the viewer and the series need', async () => {
    const { slice, content } = await read(dicomFile({ index: 3 }));
    expect(slice).toMatchObject({
      rows: 4,
      columns: 4,
      frames: 1,
      modality: 'CT',
      position: 7,
      identifying: [],
    });
    expect(content.equals(dicomFile({ index: 3 }))).toBe(true);
  });

  it('is stored inflated if it is deflated, pixel for pixel', async () => {
    const { slice, content } = await read(deflated((plain) => plain));
    expect(slice.transferSyntax).toBe('1.2.840.10008.1.2.1');
    const stored = dicomParser.parseDicom(content);
    expect(stored.string('x00020010')).toBe('1.2.840.10008.1.2.1');
    const { dataOffset, length } = stored.elements.x7fe00010!;
    expect(content.subarray(dataOffset, dataOffset + length).equals(Buffer.alloc(32, 1))).toBe(true);
  });

  it('is refused if it nests sequences too deeply, with every treatment of identity', async () => {
    const nested = (depth: number): DicomAttributes =>
      depth === 0 ? {} : { '00081140': ['SQ', [nested(depth - 1)]] };
    await expect(read(dicomFile({ attributes: nested(10) }), 'remove')).resolves.toBeTruthy();
    for (const identity of ['refuse', 'remove'] as const)
      await expect(read(dicomFile({ attributes: nested(200) }), identity)).rejects.toThrow(/too deep/);
  });

  it.each([
    ['whose deflated part is damaged', () => dicomFile({ syntax: DEFLATED }), /deflated and damaged/],
    ['that is a film', () => dicomFile({ syntax: '1.2.840.10008.1.2.4.102' }), /stored as MPEG-4 AVC/],
    ['of an unknown kind', () => dicomFile({ syntax: '1.2.3.4' }), /stored as transfer syntax 1.2.3.4/],
    ['that ends in its pixels', () => dicomFile().subarray(0, -8), /cut off/],
    ['that ends in its tags', () => dicomFile().subarray(0, 300), /cut off|no image/],
    [
      'of a size that no browser can hold',
      () => dicomFile({ attributes: { '00280010': ['US', 65_535], '00280011': ['US', 65_535] } }),
      /more than a browser can hold/,
    ],
    ['without an image', () => dicomFile({ rows: 0 }), /holds no image/],
    ['that is none', () => Buffer.from('PK\u0003\u0004 a zip'), /is no DICOM file/],
  ])('%s is refused', async (_kind, file, message) => {
    await expect(read(file())).rejects.toThrow(message);
  });

  it('is refused before decompression if a compressed frame claims another size', async () => {
    const jpeg = Buffer.from([
      0xff, 0xd8, 0xff, 0xc3, 0, 11, 16, 0xff, 0xff, 0xff, 0xff, 1, 1, 0x11, 0, 0xff, 0xd9, 0,
    ]);
    const encapsulated = Buffer.concat([
      Buffer.from('feff00e000000000', 'hex'),
      Buffer.from('feff00e0', 'hex'),
      Buffer.from([jpeg.length, 0, 0, 0]),
      jpeg,
      Buffer.from('feffdde000000000', 'hex'),
    ]);
    const file = dicomFile({ syntax: '1.2.840.10008.1.2.4.70' });
    const { dataOffset } = dicomParser.parseDicom(dicomFile()).elements.x7fe00010!;
    const shift = bodyOf(file) - bodyOf(dicomFile());
    const head = Buffer.from(file.subarray(0, dataOffset + shift));
    head.writeUInt32LE(0xffffffff, head.length - 4);
    await expect(read(Buffer.concat([head, encapsulated]))).rejects.toThrow(
      'says it is 4 x 4 pixels, but the image in it is 65535 x 65535',
    );
  });

  it('in big endian is accepted', async () => {
    const { slice, content } = await read(dicomFile({ syntax: BIG_ENDIAN }));
    expect(slice).toMatchObject({ rows: 4, columns: 4, transferSyntax: BIG_ENDIAN });
    expect(content.equals(dicomFile({ syntax: BIG_ENDIAN }))).toBe(true);
  });
});

describe('a series', () => {
  const slices = async (...files: Buffer[]) =>
    Promise.all(
      files.map(async (content, at) => ({
        file: `${at + 1}.dcm`,
        slice: (await read(content, 'remove', `${at}`)).slice,
      })),
    );

  it('is sorted by anatomical position, whatever the names of its files', async () => {
    const one = [];
    for (const index of [3, 1, 2]) one.push((await read(dicomFile({ index }))).slice);
    expect(one.sort(compareSlices).map(({ position }) => position)).toEqual([7, 8, 9]);
  });

  it('includes a report of what was removed', async () => {
    const named = (await read(dicomFile({ attributes: { '00100010': ['PN', 'Doe^Jane'] } }), 'remove')).slice;
    const other = (
      await read(dicomFile({ index: 2, attributes: { '00080080': ['LO', 'St. Elsewhere'] } }), 'remove')
    ).slice;
    expect(seriesReport([named, other])).toEqual({
      files: 2,
      transfer_syntaxes: ['Explicit VR Little Endian'],
      removed: ['InstitutionName', 'PatientName'],
    });
  });

  it.each([0, 50, 99])('names the one of a hundred files that belongs to another series (%d)', async (at) => {
    const found = await Promise.all(
      Array.from({ length: 100 }, async (_value, index) => {
        const series = index === at ? '9.9' : '1.2.3.4';
        return {
          file: `${index}.dcm`,
          slice: (await read(dicomFile({ index, series }), 'refuse', `${index}`)).slice,
        };
      }),
    );
    const others = at === 0 ? '1.dcm' : '0.dcm';
    expect(seriesMistakes(found)).toEqual([
      { file: `${at}.dcm`, text: expect.stringContaining(`another series than ${others}`) },
    ]);
  });

  it('names the one file of another size, also if it is the first', async () => {
    const found = await slices(
      dicomFile({ index: 1, rows: 8 }),
      dicomFile({ index: 2 }),
      dicomFile({ index: 3 }),
    );
    expect(seriesMistakes(found)).toEqual([
      { file: '1.dcm', text: expect.stringContaining('is 4 x 8 pixels, 2.dcm is 4 x 4') },
    ]);
  });
});
