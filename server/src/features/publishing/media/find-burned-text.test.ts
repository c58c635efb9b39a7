import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharp } from '../../../platform/pictures/sharp.ts';
import { bundleForNode } from '../../../testing/bundle.ts';
import { type DicomAttributes, dicomFile } from '../../../testing/dicom-file.ts';
import { chooseFrames, cornersOf } from './choose-frames.ts';
import { openFrames, UnreadPixels } from './dicom-shades.ts';
import { findBurnedText } from './find-burned-text.ts';
import { bestWords } from './recognize-text.ts';

const SIZE = 512;
/** White letters as a scanner writes them, on a disc that represents a patient. */
async function slice(letters: string, { x = 10, y = 30 } = {}): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}"><rect width="100%" height="100%" fill="black"/><circle cx="256" cy="256" r="150" fill="#555"/><text x="${x}" y="${y}" font-family="DejaVu Sans, sans-serif" font-size="16" fill="white">${letters}</text></svg>`;
  return sharp(Buffer.from(svg)).greyscale().raw().toBuffer();
}
const word = (bytes: Buffer, scale = 1, swap = false): Buffer => {
  const words = Buffer.alloc(bytes.length * 2);
  for (const [at, value] of bytes.entries())
    swap ? words.writeUInt16BE(value * scale, at * 2) : words.writeUInt16LE(value * scale, at * 2);
  return words;
};
const file = (pixels: Buffer, attributes: DicomAttributes = {}, syntax?: string) =>
  dicomFile({
    ...{ rows: SIZE, columns: SIZE },
    ...(syntax ? { syntax } : {}),
    attributes: { '7fe00010': ['OW', pixels], ...attributes },
  });

describe('letters burned into the pixels', () => {
  let folder: string;
  let child: Awaited<ReturnType<typeof bundleForNode>>;
  let plain: Buffer;
  let named: Buffer;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vesalius-letters-'));
    child = await bundleForNode(join(import.meta.dirname, 'recognition-child.ts'));
    [plain, named] = [await slice(''), await slice('MUELLER HANS 1947')];
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
    child.remove();
  });
  let files = 0;
  const write = (content: Buffer) => {
    const path = join(folder, `${++files}.dcm`);
    writeFileSync(path, content);
    return path;
  };
  const find = (paths: string[], more: Parameters<typeof findBurnedText>[1] = {}) =>
    findBurnedText(paths, { childProgram: child.file, ...more });

  it('are found in one slice of many, with their position, and without the network', async () => {
    const paths = Array.from({ length: 9 }, (_, index) => write(file(word(index === 5 ? named : plain, 10))));
    const log = join(folder, 'network.log');
    const guard = join(folder, 'guard.cjs');
    writeFileSync(
      guard,
      `const { appendFileSync } = require('node:fs');
       const tell = (what) => { appendFileSync(${JSON.stringify(log)}, what + '\\n'); throw new Error('no network'); };
       require('node:net').Socket.prototype.connect = () => tell('connect');
       require('node:dgram').createSocket = () => tell('dgram');
       require('node:dns').lookup = () => tell('lookup');
       globalThis.fetch = () => tell('fetch');
       appendFileSync(${JSON.stringify(log)}, 'guarded\\n');`,
    );
    const progress: number[] = [];
    const found = await find(paths, {
      childOptions: ['--require', guard],
      onProgress: (done, total) => progress.push(done / total),
    });
    const words = found.words.filter((one) => one.file === paths[5]);
    expect(words.map(({ text }) => text).join(' ')).toMatch(/MUELLER HANS 1947/);
    for (const { box, confidence } of words) {
      expect(confidence).toBeGreaterThan(60);
      expect(box.top).toBeLessThan(0.08);
      expect(box.left + box.width).toBeLessThan(0.5);
    }
    expect(found).toMatchObject({ frames: 9, unread: [], left: 0, needsDecision: true });
    expect(found.lookedAt.map((one) => paths.indexOf(one.file))).toEqual([0, 4, 5, 8]);
    expect(progress.at(-1)).toBeLessThanOrEqual(1);
    // The recognizer's thread was guarded as well, and neither thread used the network.
    expect(new Set(readFileSync(log, 'utf8').trim().split('\n'))).toEqual(new Set(['guarded']));
    expect(readFileSync(log, 'utf8').trim().split('\n').length).toBeGreaterThan(1);
    expect(existsSync('eng.traineddata')).toBe(false);
  });

  // Reading a dozen images takes minutes on a machine that is busy.
  it('are found in every supported coding, also outside of the window in which the slice is shown', {
    timeout: 900_000,
  }, async () => {
    const window: DicomAttributes = { '00281050': ['DS', '200'], '00281051': ['DS', '100'] };
    const faint = word(await slice('DOE JANE'), 1);
    const jpeg = await sharp(await slice('SMITH'), { raw: { width: SIZE, height: SIZE, channels: 1 } })
      .jpeg({ quality: 90 })
      .toBuffer();
    const color = Buffer.from([...(await slice('JONES'))].flatMap((value) => [value, value, 0]));
    const eightBits: DicomAttributes = {
      '00280100': ['US', 8],
      '00280101': ['US', 8],
      '00280102': ['US', 7],
    };
    const smith = await slice('SMITH JOHN');
    const color3 = (model: string): DicomAttributes => ({ '00280002': ['US', 3], '00280004': ['CS', model] });
    const planar = Buffer.concat([smith, smith, Buffer.alloc(smith.length)]);
    const ybr = Buffer.from([...smith].flatMap((value) => [value, 128, 128]));
    // Dark letters on white, with a palette of 256 entries of 16 bits.
    const table = Buffer.alloc(512);
    for (let at = 0; at < 256; at += 1) table.writeUInt16LE((255 - at) * 257, at * 2);
    const palette: DicomAttributes = {
      '00280004': ['CS', 'PALETTE COLOR'],
      ...Object.fromEntries(
        ['1', '2', '3'].flatMap((color) => [
          [`0028110${color}`, ['US', Buffer.from([0, 1, 0, 0, 16, 0])]],
          [`0028120${color}`, ['OW', table]],
        ]),
      ),
    };
    const cases: readonly [letters: string, content: Buffer][] = [
      ['HANS', file(word(named), {}, '1.2.840.10008.1.2')],
      ['HANS', file(word(named, 10, true), {}, '1.2.840.10008.1.2.2')],
      ['JANE', file(faint, window)],
      ['HOSPITAL', file(word(await slice('ANNA HOSPITAL', { x: 180, y: 256 })))],
      ['SMITH', encapsulatedFile(jpeg, '1.2.840.10008.1.2.4.50', eightBits)],
      ['HANS', encapsulatedFile(rleOf(named), '1.2.840.10008.1.2.5', eightBits)],
      ['JONES', file(color, { ...eightBits, '00280002': ['US', 3], '00280004': ['CS', 'RGB'] })],
      ['SMITH', file(planar, { ...eightBits, ...color3('RGB'), '00280006': ['US', 1] })],
      ['SMITH', file(ybr, { ...eightBits, ...color3('YBR_FULL') })],
      ['SMITH', file(smith, { ...eightBits, ...palette })],
    ];
    for (const [letters, content] of cases) {
      const { words, unread } = await find([write(content)]);
      expect(unread).toEqual([]);
      expect(words.map(({ text }) => text).join(' ')).toContain(letters);
    }
  });

  it('that cannot be decoded are left to a person, by file name', async () => {
    const lossless = write(file(word(plain), {}, '1.2.840.10008.1.2.4.70'));
    const text = write(Buffer.from('no image'));
    const found = await find([lossless, text]);
    expect(found).toMatchObject({ frames: 0, lookedAt: [], words: [], needsDecision: true });
    expect(found.unread).toEqual([
      {
        file: lossless,
        reason: 'is stored as JPEG Lossless, first-order prediction, which is not read on the server',
      },
      { file: text, reason: 'is no DICOM file; give files that a scanner or archive exported (part 10)' },
    ]);
  });

  it('need no decision if none are found', async () => {
    const { words, needsDecision } = await find([write(file(word(plain)))]);
    expect({ words, needsDecision }).toEqual({ words: [], needsDecision: false });
  });

  it('are not searched after an abort, a timeout or too much memory', async () => {
    const paths = [write(file(word(named)))];
    const stop = new AbortController();
    const onProgress = () => stop.abort(new Error('called off'));
    await expect(find(paths, { signal: stop.signal, onProgress })).rejects.toThrow('called off');
    await expect(find(paths, { timeLimitMs: 1 })).rejects.toThrow('they take too long');
    await expect(find(paths, { stepTimeLimitMs: 1 })).rejects.toThrow('one of them takes too long');
    await expect(find(paths, { memoryLimitMb: 20 })).rejects.toThrow('they take too much memory');
  });
});

describe('frames that are looked at', () => {
  const blank = { width: 100, height: 100, bytes: new Uint8Array(10_000) };
  const marked = (top: number) => {
    const bytes = new Uint8Array(10_000);
    for (let y = top; y < top + 10; y += 1) for (let x = 2; x < 28; x += 2) bytes[y * 100 + x] = 255;
    return { ...blank, bytes };
  };

  it('are the first, the middle and the last, and one for each different look of the corners', () => {
    const plain = Array.from({ length: 100 }, () => cornersOf(blank));
    expect(chooseFrames(plain)).toEqual({ chosen: [0, 49, 99], left: 0 });
    const corners = plain
      .with(20, cornersOf(marked(2)))
      .with(21, cornersOf(marked(2)))
      .with(70, cornersOf(marked(85)));
    expect(chooseFrames(corners)).toEqual({ chosen: [0, 20, 49, 70, 99], left: 0 });
    expect(chooseFrames([])).toEqual({ chosen: [], left: 0 });
    expect(chooseFrames([cornersOf(blank)])).toEqual({ chosen: [0], left: 0 });
  });

  it('are few enough, and the rest is counted', () => {
    const corners = Array.from({ length: 40 }, (_, index) => {
      const cells = new Uint8Array(288);
      cells.fill(1, index * 7, index * 7 + 7);
      return cells;
    });
    const { chosen, left } = chooseFrames(corners);
    expect([chosen.length, left]).toEqual([24, 16]);
  });

  it('are refused where their pixels are missing', async () => {
    const short = file(Buffer.alloc(100));
    await expect(openFrames(short).shadesOf(0)).rejects.toThrow(UnreadPixels);
  });

  it('return each word once, in its best reading', () => {
    const box = { left: 0.1, top: 0.1, width: 0.2, height: 0.05 };
    const below = { ...box, top: 0.5 };
    const words = bestWords([
      [{ text: 'H4NS', confidence: 61, box }],
      [
        { text: 'R', confidence: 70, box: below },
        { text: 'HANS', confidence: 90, box: { ...box, left: 0.11 } },
      ],
    ]);
    expect(words.map(({ text }) => text)).toEqual(['HANS', 'R']);
  });
});

/** PS3.5, A.4: undefined length, an empty offset table, the frame, and the end. */
function encapsulatedFile(frame: Buffer, syntax: string, attributes: DicomAttributes): Buffer {
  const item = (bytes: Buffer) => {
    const head = Buffer.from([0xfe, 0xff, 0x00, 0xe0, 0, 0, 0, 0]);
    head.writeUInt32LE(bytes.length, 4);
    return Buffer.concat([head, bytes]);
  };
  const even = Buffer.concat([frame, Buffer.alloc(frame.length % 2)]);
  const end = Buffer.from([0xfe, 0xff, 0xdd, 0xe0, 0, 0, 0, 0]);
  const pixels = Buffer.concat([item(Buffer.alloc(0)), item(even), end]);
  const content = file(pixels, attributes, syntax);
  content.writeUInt32LE(0xffffffff, content.length - pixels.length - 4);
  return content;
}

/** PS3.5, annex G: one plane, in runs of literal bytes. */
function rleOf(bytes: Buffer): Buffer {
  const head = Buffer.alloc(64);
  head.writeUInt32LE(1);
  head.writeUInt32LE(64, 4);
  const runs = [];
  for (let at = 0; at < bytes.length; at += 128) runs.push(Buffer.from([127]), bytes.subarray(at, at + 128));
  return Buffer.concat([head, ...runs]);
}
