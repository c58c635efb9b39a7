import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { mp4File, webmFile } from '../../../testing/video-file.ts';
import { readVideo } from '../checks/video-container.ts';
import { BadVideo } from '../checks/video-facts.ts';
import { VideoClearer, VideoTooLarge } from './clear-video-apart.ts';
import { Pieces } from './mp4-pieces.ts';
import { copyWithoutMetadata } from './without-metadata.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vesalius-index-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const stored = (content: Buffer) => {
  const path = join(folder, 'in');
  writeFileSync(path, content);
  return path;
};
const output = () => join(folder, 'out');

const DAMAGED = 'has a damaged index; export it again';
/** A WebM with subtitles, which are taken out of its clusters, and many empty elements in one of them. */
function webmOfParts(parts: number): Buffer {
  const subtitles = element('ae', Buffer.from('d78102838111', 'hex'));
  const voids = Buffer.alloc(2 * parts, Buffer.from([0xec, 0x80]));
  const [head, info, tracks, cluster] = partsOf(webmFile());
  const segment = [
    info,
    element('1654ae6b', tracks.subarray(12), subtitles),
    element('1f43b675', voids),
    cluster,
  ];
  return Buffer.concat([head, element('18538067', ...segment)]);
}
function element(id: string, ...content: Buffer[]): Buffer {
  const inside = Buffer.concat(content);
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(inside.length) | (1n << 56n));
  return Buffer.concat([Buffer.from(id, 'hex'), size, inside]);
}
function partsOf(file: Buffer) {
  const at = ['18538067', '1549a966', '1654ae6b', '1f43b675'].map((id) =>
    file.indexOf(Buffer.from(id, 'hex')),
  );
  const [segment = 0, info = 0, tracks = 0, cluster = 0] = at;
  return [
    file.subarray(0, segment),
    file.subarray(info, tracks),
    file.subarray(tracks, cluster),
    file.subarray(cluster),
  ] as const;
}

/** Counts how often a file is read or written while `work` runs. */
async function accesses(work: () => Promise<unknown>): Promise<number> {
  const any = await open(stored(Buffer.alloc(1)), 'r');
  const prototype = Object.getPrototypeOf(any) as FileHandle;
  await any.close();
  const spies = [vi.spyOn(prototype, 'read'), vi.spyOn(prototype, 'write')];
  try {
    await work();
    return spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

describe('a table of sizes without a size', () => {
  it.each([0, 1, 3, 5, 32])('of %s bits is refused', async (sizesOfBits) => {
    const path = stored(mp4File({ sizesOfBits }));
    await expect(readVideo(path)).resolves.toMatchObject({ container: 'mp4' });
    await expect(copyWithoutMetadata(path, output())).rejects.toThrow(DAMAGED);
  });

  it.each([4, 8, 16])('of %s bits that says more than it holds is refused', async (sizesOfBits) => {
    await expect(copyWithoutMetadata(stored(mp4File({ sizesOfBits })), output())).rejects.toThrow(DAMAGED);
  });
});

it('looks at each piece once, however many parts hold them', () => {
  const pieces = new Pieces();
  const parts = Array.from({ length: 20_000 }, (_, index) => ({ start: index * 10, end: index * 10 + 9 }));
  for (const { start, end } of parts) pieces.add(start + 1, end);
  let looked = 0;
  const counted = function* () {
    for (const part of parts) {
      looked += 1;
      yield part;
    }
  };
  expect([...pieces.gaps(counted())]).toEqual(parts.map(({ start }) => [start, start + 1]));
  expect(looked).toBe(parts.length);
});

it('reads a WebM of many elements in blocks, and refuses one of too many', async () => {
  const path = () => stored(webmOfParts(300_000));
  expect(await accesses(() => copyWithoutMetadata(path(), output()))).toBeLessThan(100);
});

describe('a file with wrong bytes', () => {
  const random = (seed: number) => () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed / 2 ** 31;
  };
  const WRONG = [0, 1, 4, 7, 8, 0x10, 0x7f, 0x80, 0xec, 0xff];
  it.each([
    ['an MP4', mp4File({ sizesOfBits: 8 })],
    ['an MP4 in fragments', mp4File({ fragmentSamples: 4 })],
    ['a WebM', webmOfParts(20)],
  ])('%s is read, cleared or refused within a few steps', async (_kind, file) => {
    const next = random(file.length);
    const steps = vi.spyOn(Buffer.prototype, 'readUInt32BE');
    try {
      for (let round = 0; round < 300; round += 1) {
        const wrong = Buffer.from(file);
        for (let change = 0; change <= round % 6; change += 1) {
          const at = Math.floor(next() * (wrong.length - 4));
          const length = next() < 0.3 ? 4 : 1;
          wrong.fill(WRONG[Math.floor(next() * WRONG.length)]!, at, at + length);
        }
        const path = stored(wrong);
        steps.mockClear();
        const count = await accesses(async () => {
          const refused = (error: unknown) => expect(error).toBeInstanceOf(BadVideo);
          writeFileSync(path, wrong);
          await readVideo(path).catch(refused);
          await copyWithoutMetadata(path, output()).catch(refused);
        });
        expect(count).toBeLessThan(500);
        expect(steps.mock.calls.length).toBeLessThan(20_000);
      }
    } finally {
      steps.mockRestore();
    }
  });
});

describe('the process that clears videos', () => {
  const clearer = (limits = {}) => new VideoClearer(() => inject('videoChild'), limits);
  it('refuses what takes too much time, and clears the next file', async () => {
    const request = { path: stored(webmOfParts(4_000_000)), output: output() };
    const impatient = clearer({ timeLimitMs: 1, timeLimitMsPerMegabyte: 0 });
    await expect(impatient.clear(request)).rejects.toThrow(VideoTooLarge);
    stored(mp4File());
    expect(await clearer().clear(request)).toMatchObject({ container: 'mp4', durationSeconds: 10 });
  });

  it('ends when the work is given up', async () => {
    const request = { path: stored(webmOfParts(900_000)), output: output() };
    const given = new AbortController();
    const cleared = clearer().clear(request, given.signal);
    given.abort(new Error('given up'));
    await expect(cleared).rejects.toThrow('given up');
  });

  it('says what is wrong with a file', async () => {
    const request = { path: stored(mp4File({ sizesOfBits: 0 })), output: output() };
    await expect(clearer().clear(request)).rejects.toThrow(DAMAGED);
    await expect(clearer().clear({ ...request, output: join(folder, 'gone/out') })).rejects.toThrow(
      'could not be cleared: ENOENT',
    );
  });
});
