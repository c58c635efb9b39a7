import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { MAX_PUBLISHED_PIXELS } from './picture-protocol.ts';
import { type PictureOptions, PictureRefused, Pictures } from './pictures.ts';

let folder: string;
let figure: Buffer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vesalius-pictures-'));
  figure = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#0f4c53' } })
    .png()
    .toBuffer();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const real = (options: PictureOptions = {}) =>
  new Pictures({ childProgram: inject('pictureChild'), maxChildren: 1, ...options });
const webp = (width: number) => ({ resize: { width }, format: { type: 'webp', quality: 80 } as const });
const half = (source: string | Uint8Array) => ({
  ...{ source, maxPixels: MAX_PUBLISHED_PIXELS, outputs: [webp(45)] },
});
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'taken',
    (error: unknown) => {
      if (!(error instanceof PictureRefused)) throw error;
      return error.message;
    },
  );

let programs = 0;
/**
 * A child that records each process and picture in `log`, and acts on a picture's first byte: k kills the process, h
 * hangs, o kills it once and then answers, and everything else is answered.
 */
function oddChild(): { childProgram: string; log: () => string[] } {
  const path = join(folder, `child-${++programs}.mjs`);
  const log = `${path}.log`;
  writeFileSync(log, '');
  writeFileSync(
    path,
    `import { appendFileSync, readFileSync } from 'node:fs';
    const note = (text) => appendFileSync(${JSON.stringify(log)}, text + '\\n');
    note('started');
    process.on('message', ({ source }) => {
      const wish = String.fromCharCode(source[0]);
      const isFirst = !readFileSync(${JSON.stringify(log)}, 'utf8').includes('got ' + wish);
      note('got ' + wish);
      if (wish === 'k' || (wish === 'o' && isFirst)) process.kill(process.pid, 'SIGKILL');
      else if (wish !== 'h') process.send({ tell: 'checked', problem: null });
    });
    process.on('disconnect', () => process.exit(0));
    process.send({ tell: 'ready' });`,
  );
  return { childProgram: path, log: () => readFileSync(log, 'utf8').split('\n').filter(Boolean) };
}

describe('a picture is decoded in another process', () => {
  it('upright, in every wanted size, with its facts, and without what else was in the file', async () => {
    const turned = await sharp(figure)
      .withExif({ IFD0: { Artist: 'Dr. Who' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const path = join(folder, 'turned.jpg');
    writeFileSync(path, turned);
    const { files, facts } = await real().encode({
      ...{ source: path, maxPixels: MAX_PUBLISHED_PIXELS, wantsFacts: true },
      outputs: [webp(30), { background: '#ffffff', format: { type: 'jpeg', quality: 80 } }],
    });
    expect(facts).toMatchObject({ width: 60, height: 90 });
    expect(facts?.color).toMatch(/^#0[0-9a-f]4[0-9a-f]5[0-9a-f]$/);
    expect(files.map(({ width, height }) => [width, height])).toEqual([
      [30, 45],
      [60, 90],
    ]);
    const kinds = await Promise.all(files.map(({ content }) => sharp(content).metadata()));
    expect(kinds.map(({ format, exif }) => [format, exif])).toEqual([
      ['webp', undefined],
      ['jpeg', undefined],
    ]);
  });

  it('as bytes or as a file, several at once', async () => {
    const pictures = real({ maxChildren: 2 });
    const path = join(folder, 'figure.png');
    writeFileSync(path, figure);
    const made = await Promise.all(
      [path, figure, path, figure].map((source) => pictures.encode(half(source))),
    );
    expect(made.map(({ files }) => files[0]?.width)).toEqual([45, 45, 45, 45]);
    expect(await pictures.findProblem(path)).toBeNull();
  });

  it('and refused there when it is none, is cut off, or has too many pixels', async () => {
    const pictures = real();
    const bomb = await sharp({
      create: { width: 12_000, height: 9000, channels: 3, background: '#fff' },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(await pictures.findProblem(bomb)).toContain('more than 100 million pixels');
    expect(await refusal(pictures.encode(half(bomb)))).toContain('cannot be shown whole');
    expect(await pictures.findProblem(Buffer.from('no picture'))).toContain('is no picture');
    expect(await pictures.findProblem(figure.subarray(0, figure.length - 20))).toContain('is damaged');
    expect(await pictures.findProblem(figure)).toBeNull();
  });
});

describe('the process of a picture', () => {
  it('is replaced when the picture takes too much memory, and the next one is decoded', async () => {
    // An interlaced picture has all its pixels in memory at once.
    const large = await sharp({ create: { width: 8000, height: 8000, channels: 4, background: '#fff' } })
      .png({ progressive: true })
      .toBuffer();
    const pictures = real({ memoryLimitMb: 180 });
    expect(await pictures.findProblem(figure)).toBeNull();
    expect(await pictures.findProblem(large)).toBe('takes more than 180 MB to decode; make it smaller');
    expect(await pictures.findProblem(figure)).toBeNull();
  });

  it('serves one picture after the other', async () => {
    const { childProgram, log } = oddChild();
    const pictures = new Pictures({ childProgram, maxChildren: 1 });
    await Promise.all(['a', 'b', 'c'].map((name) => pictures.findProblem(Buffer.from(name))));
    expect(log()).toEqual(['started', 'got a', 'got b', 'got c']);
  });

  it('serves senders in turn, and at once what does not wait', async () => {
    const { childProgram, log } = oddChild();
    const pictures = new Pictures({ childProgram, maxChildren: 1 });
    const send = (name: string, key: string) => pictures.findProblem(Buffer.from(name), { key });
    // The first request hangs until its time limit; meanwhile others arrive.
    const hanging = pictures.findProblem(Buffer.from('h'), { key: 'first', timeLimitMs: 2_000 });
    const waiting = [send('a', 'first'), send('b', 'first'), send('c', 'first'), send('d', 'second')];
    await pictures.findProblem(Buffer.from('z'), { isImmediate: true });
    expect(log().filter((line) => line !== 'started')).not.toContain('got a');
    await Promise.all([hanging, ...waiting]);
    const order = log().filter((line) => /^got [abcd]$/.test(line));
    expect(order).toEqual(['got a', 'got d', 'got b', 'got c']);
  });

  it('is started anew after its death, and the picture is tried once more', async () => {
    const { childProgram, log } = oddChild();
    const pictures = new Pictures({ childProgram, maxChildren: 1 });
    expect(await pictures.findProblem(Buffer.from('o'))).toBeNull();
    expect(log()).toEqual(['started', 'got o', 'started', 'got o']);
  });

  it('may die of a picture twice: then the picture is refused, and others are not', async () => {
    const { childProgram, log } = oddChild();
    const pictures = new Pictures({ childProgram, maxChildren: 1 });
    const [killer, other] = await Promise.all([
      pictures.findProblem(Buffer.from('k')),
      pictures.findProblem(Buffer.from('a')),
    ]);
    expect(killer).toContain('makes the decoder fail (it was ended by SIGKILL)');
    expect(other).toBeNull();
    expect(log().filter((line) => line === 'got k')).toHaveLength(2);
    expect(await refusal(pictures.encode(half(Buffer.from('k'))))).toContain('makes the decoder fail');
  });

  it('is ended when a picture takes too long, which is not tried again', async () => {
    const { childProgram, log } = oddChild();
    const pictures = new Pictures({ childProgram, maxChildren: 1, timeLimitMs: 300 });
    expect(await pictures.findProblem(Buffer.from('h'))).toMatch(/^takes longer than .* to decode; make it/);
    expect(await pictures.findProblem(Buffer.from('a'))).toBeNull();
    expect(log()).toEqual(['started', 'got h', 'started', 'got a']);
  });

  it('ends when it has no work, and another one begins with the next picture', async () => {
    const { childProgram, log } = oddChild();
    const pictures = new Pictures({ childProgram, maxChildren: 1, idleMs: 1 });
    await pictures.findProblem(Buffer.from('a'));
    await expect
      .poll(async () => {
        await pictures.findProblem(Buffer.from('b'));
        return log().filter((line) => line === 'started').length;
      })
      .toBeGreaterThan(1);
  });
});
