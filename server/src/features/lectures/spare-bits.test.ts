import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import dicomParser from 'dicom-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharp } from '../../platform/pictures/sharp.ts';
import { FRAME_ENCODERS } from '../../testing/compressed-frames.ts';
import { type DicomAttributes, dicomFile } from '../../testing/dicom-file.ts';
import { BadDicom } from './dicom-check.ts';
import { lookAtDicom, writeDicom } from './read-dicom-apart.ts';

/* In the child process, as of uploaded files. */

const SIDE = 64;
const SYNTAX = {
  'jpeg-lossless': '1.2.840.10008.1.2.4.70',
  'jpeg-ls': '1.2.840.10008.1.2.4.80',
  'jpeg-2000': '1.2.840.10008.1.2.4.90',
  htj2k: '1.2.840.10008.1.2.4.201',
} as const;
const CODINGS = ['jpeg-lossless', 'jpeg-ls', 'jpeg-2000', 'htj2k'] as const;
type Coding = (typeof CODINGS)[number];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vesalius-bits-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const item = (bytes: Buffer) => {
  const head = Buffer.from('feff00e000000000', 'hex');
  head.writeUInt32LE(bytes.length + (bytes.length % 2), 4);
  return Buffer.concat([head, bytes, Buffer.alloc(bytes.length % 2)]);
};

async function fileOf(syntax: string, frames: readonly Buffer[], attributes: DicomAttributes) {
  const pixels = Buffer.concat([
    item(Buffer.alloc(0)),
    ...frames.map(item),
    Buffer.from('feffdde000000000', 'hex'),
  ]);
  const content = dicomFile({
    ...{ syntax, rows: SIDE, columns: SIDE },
    attributes: { '00280008': ['IS', String(frames.length)], ...attributes, '7fe00010': ['OB', pixels] },
  });
  content.writeUInt32LE(0xffffffff, content.indexOf(pixels) - 4);
  const path = join(folder, 'one.dcm');
  await writeFile(path, content);
  return path;
}

interface ImageOf {
  readonly bits?: number;
  readonly stored?: number;
  readonly high?: number;
  readonly isSigned?: boolean;
  /** Whether the samples of the coding are signed. */
  readonly isCodedSigned?: boolean;
}

const bitsOf = ({ stored = 12, high = stored - 1, isSigned = false }: ImageOf): DicomAttributes => ({
  '00280101': ['US', stored],
  '00280102': ['US', high],
  '00280103': ['US', isSigned ? 1 : 0],
});

/** What readers get, or why they get nothing; looking at the file says the same. */
async function published(path: string): Promise<Buffer | string> {
  const output = join(folder, 'copy.dcm');
  const reasonOf = (error: unknown) => {
    if (error instanceof BadDicom) return error.message;
    throw error;
  };
  const looked = await lookAtDicom(path, 'remove').then(() => null, reasonOf);
  const request = {
    path,
    identity: 'remove',
    output: { path: output, uidKey: Buffer.alloc(16), kept: [] },
  } as const;
  const written = await writeDicom(request).then(() => null, reasonOf);
  expect(looked).toBe(written);
  return written ?? readFile(output);
}

async function publishedOf(coding: Coding, values: readonly Uint16Array[], image: ImageOf = {}) {
  const { bits = 16, isCodedSigned = false } = image;
  const frames = [];
  for (const each of values)
    frames.push(await FRAME_ENCODERS[coding](each, { side: SIDE, bits, isSigned: isCodedSigned }));
  return published(await fileOf(SYNTAX[coding], frames, bitsOf(image)));
}

const values = (of: (index: number) => number) =>
  Uint16Array.from({ length: SIDE * SIDE }, (_, at) => of(at));
const ordinary = values((at) => at % 4096);
/** Two's complement of 12 bits, -2048 to 2047, in words of `bits`. */
const signed = (bits: number) => values((at) => ((at % 4096) - 2048) & (2 ** bits - 1));

describe.each(CODINGS)('compressed pixels (%s)', (coding) => {
  it.each([
    ['12 bits in words of 16', ordinary, {}],
    ['12 bits of 12', ordinary, { bits: 12 }],
    ['signed with sign extension', signed(16), { isSigned: true }],
    ['signed without sign extension', signed(12), { isSigned: true }],
    ['16 bits of 16', values((at) => at * 16), { stored: 16 }],
    ['values in the upper bits', values((at) => (at % 4096) << 4), { high: 15 }],
  ] as [string, Uint16Array, ImageOf][])('pass: %s', async (_what, pixels, image) => {
    expect(await publishedOf(coding, [pixels, pixels], image)).toBeInstanceOf(Buffer);
  });

  const hidden = (bit: number, of = ordinary) =>
    of.map((value, at) => (at === 2000 ? value ^ (1 << bit) : value));
  it.each([
    ['a bit above the stored ones', hidden(15), {}],
    ['a bit above, in words of 14 bits', hidden(13), { bits: 14 }],
    [
      'a bit below the stored ones',
      hidden(
        0,
        ordinary.map((value) => value << 4),
      ),
      { high: 15 },
    ],
    ['a bit above that is not the sign', hidden(14, signed(16)), { isSigned: true }],
    [
      'a picture in what is extended',
      signed(16).map((value, at) => (at % 3 === 0 ? value & 0xfff : value)),
      { isSigned: true },
    ],
  ] as [string, Uint16Array, ImageOf][])(
    'are refused with %s, in any frame',
    async (_what, pixels, image) => {
      const clean = image.isSigned ? signed(16) : image.high ? ordinary.map((value) => value << 4) : ordinary;
      expect(await publishedOf(coding, [clean, pixels], image)).toMatch(
        /^has something in the bits beside its 12 stored ones \(BitsStored\).*export it uncompressed$/,
      );
    },
  );
});

it.each(['jpeg-2000', 'htj2k'] as const)('signed samples of a coding pass (%s)', async (coding) => {
  const image = { isSigned: true, isCodedSigned: true };
  expect(await publishedOf(coding, [signed(16)], image)).toBeInstanceOf(Buffer);
  expect(await publishedOf(coding, [signed(16)], { ...image, bits: 12 })).toBeInstanceOf(Buffer);
  expect(await publishedOf(coding, [values((at) => 4096 + at)], image)).toMatch('has something in the bits');
});

it('eight bits of JPEG pass, and seven only if the eighth is empty', async () => {
  const jpegOf = (value: number) =>
    sharp(Buffer.alloc(SIDE * SIDE, value), { raw: { width: SIDE, height: SIDE, channels: 1 } })
      .toColorspace('b-w')
      .jpeg()
      .toBuffer();
  const publishedJpeg = async (value: number, stored: number) =>
    published(
      await fileOf('1.2.840.10008.1.2.4.50', [await jpegOf(value)], {
        ...bitsOf({ stored }),
        '00280100': ['US', 8],
      }),
    );
  expect(await publishedJpeg(200, 8)).toBeInstanceOf(Buffer);
  expect(await publishedJpeg(100, 7)).toBeInstanceOf(Buffer);
  expect(await publishedJpeg(200, 7)).toMatch('has something in the bits beside its 7 stored ones');
});

it('a frame that cannot be decoded is refused where its bits may hold something, and only there', async () => {
  const whole = await FRAME_ENCODERS['jpeg-ls'](ordinary, { side: SIDE, bits: 16 });
  const cut = Buffer.concat([whole.subarray(0, 60), Buffer.from([0xff, 0xd9])]);
  const publishedCut = async (image: ImageOf) =>
    published(await fileOf(SYNTAX['jpeg-ls'], [cut], bitsOf(image)));
  expect(await publishedCut({})).toMatch(/16 bits per sample.*12 are stored.*cannot be found out/);
  expect(await publishedCut({ stored: 16 })).toBeInstanceOf(Buffer);
});

/** Trial material beside the repository; REAL_DATA names another folder. */
const MATERIAL = process.env.REAL_DATA ?? resolve(import.meta.dirname, '../../../../../shared/data');
const CT = join(MATERIAL, 'cranium-ct');
const slices = existsSync(CT) ? readdirSync(CT).filter((name) => name.endsWith('.dcm')) : [];

describe.skipIf(slices.length === 0)('a real series of signed CT', () => {
  it.each(CODINGS)('passes compressed as %s', async (coding) => {
    for (const name of [slices[0]!, slices[slices.length >> 1]!]) {
      const content = await readFile(join(CT, name));
      const data = dicomParser.parseDicom(content);
      const { dataOffset, length } = data.elements.x7fe00010!;
      const side = data.uint16('x00280010')!;
      expect(side).toBe(data.uint16('x00280011'));
      const pixels = new Uint16Array(
        Uint8Array.from(content.subarray(dataOffset, dataOffset + length)).buffer,
      );
      for (const stored of [13, 16]) {
        const frame = await FRAME_ENCODERS[coding](pixels, { side, bits: 16 });
        const path = await fileOf(SYNTAX[coding], [frame], {
          ...bitsOf({ stored, isSigned: true }),
          '00280010': ['US', side],
          '00280011': ['US', side],
        });
        expect(await published(path)).toBeInstanceOf(Buffer);
      }
    }
  });
});
