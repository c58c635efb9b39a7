import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { lecturesCalls } from '@vesalius/contract/lectures-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { one } from '../../../platform/database/database.ts';
import { runDueJobs } from '../../../platform/jobs.ts';
import { type Person, type TestApp, testApp } from '../../../testing/app.ts';
import { bookFolder } from '../../../testing/book-folder.ts';
import { bundleForNode } from '../../../testing/bundle.ts';
import { all, type Box, boxes, find } from '../checks/mp4-boxes.ts';
import { readVideo } from '../checks/video-container.ts';
import { importBook } from '../import-book.ts';
import { publishingJobHandlers } from '../job-handlers.ts';
import { publishingJobs } from '../jobs.ts';
import { requestCleaning } from '../studies/clean-copies.ts';
import { Pieces } from './mp4-pieces.ts';
import { copyWithoutMetadata } from './without-metadata.ts';

const REAL = resolve(
  import.meta.dirname,
  '../../../../../demo/applied-neuroanatomy/lectures/long-tracts.mp4',
);
const SECRET = /Doe|\+31\.7683|iPhone|secret/;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vesalius-metadata-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const text = (value: string) => Buffer.from(value, 'latin1');
const numbers = (...values: number[]) => {
  const buffer = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) buffer.writeUInt32BE(value, 4 * index);
  return buffer;
};
const box = (type: string, ...parts: Buffer[]) => {
  const content = Buffer.concat(parts);
  return Buffer.concat([numbers(content.length + 8), text(type), content]);
};
const wholeOf = (buffer: Buffer): Box => ({ type: 'file', start: 0, end: buffer.length });
const contentOf = (buffer: Buffer, { start, end }: Box) => buffer.subarray(start, end);

/** As a phone and its programs write it: a new index behind everything else, and a track of positions. */
async function recording(): Promise<Buffer> {
  const real = await readFile(REAL);
  const moov = find(real, wholeOf(real), 'moov')!;
  const inner = [...boxes(real, moov.start, moov.end)].map((part) => {
    const bytes = Buffer.from(real.subarray(part.start - 8, part.end));
    if (part.type === 'mvhd') bytes.writeUInt32BE(3_800_000_000, 12);
    const name = bytes.indexOf('VideoHandler');
    if (name >= 0) bytes.write('by Jane Doe!', name, 'latin1');
    const sample = bytes.indexOf('avc1', 0, 'latin1');
    if (sample >= 0) bytes.write('\x0bDoe Encoder', sample + 4 + 42, 'latin1');
    return bytes;
  });
  const data = text('GPSU +31.7683 +35.2137 secret walk');
  const before = Buffer.concat([
    real,
    box('uuid', Buffer.alloc(16, 7), text('<x:xmpmeta>Jane Doe</x:xmpmeta>')),
    box('free', text('left over from the draft of Doe')),
    box('meta', numbers(0), text('Doe')),
  ]);
  before.write('free', moov.start - 4, 'latin1');
  const media = box(
    'minf',
    box('gmhd', text('Doe')),
    box(
      'stbl',
      box('stsd', numbers(0, 1), box('gpmd', Buffer.alloc(8))),
      box('stts', numbers(0, 1, 1, 1000)),
      box('stsc', numbers(0, 1, 1, 1, 1)),
      box('stsz', numbers(0, data.length, 1)),
      box('stco', numbers(0, 1, before.length + 8)),
    ),
  );
  const track = box(
    'trak',
    box('tkhd', numbers(0, 0, 0, 9), Buffer.alloc(68)),
    box(
      'mdia',
      box('mdhd', numbers(0, 0, 0, 1000, 1000, 0)),
      box('hdlr', numbers(0, 0), text('meta'), Buffer.alloc(12), text('GoPro MET of Doe')),
      media,
    ),
  );
  const place = box(
    'udta',
    box('\xa9xyz', text('\x00\x12\x15\xc7+31.7683+035.2137/')),
    box('\xa9mod', text('iPhone 15')),
  );
  const named = inner.map((bytes) =>
    bytes.toString('latin1', 4, 8) === 'trak' ? box('trak', bytes.subarray(8), place) : bytes,
  );
  return Buffer.concat([
    before,
    box('mdat', data, text('secret behind the samples')),
    box('moov', ...named, track, place, box('meta', numbers(0), text('Jane Doe'))),
  ]);
}

async function cleared(file: Buffer): Promise<Buffer> {
  const [input, output] = [join(folder, 'in'), join(folder, 'out')];
  await writeFile(input, file);
  const facts = await copyWithoutMetadata(input, output);
  expect(facts).toEqual(await readVideo(input));
  return readFile(output);
}

describe('a copy of an MP4', () => {
  it('has no place, name, time or program of its recording, and no tracks of data', async () => {
    const file = await recording();
    expect(file.toString('latin1')).toMatch(SECRET);
    const copy = await cleared(file);
    expect(copy.toString('latin1')).not.toMatch(SECRET);
    const moov = find(copy, wholeOf(copy), 'moov')!;
    expect(copy.readUInt32BE(find(copy, moov, 'mvhd')!.start + 4)).toBe(0);
    expect(all(copy, moov, 'trak')).toHaveLength(2);
  });

  it('has every sample and every table at its place', async () => {
    const file = await recording();
    const copy = await cleared(file);
    expect(copy.length).toBe(file.length);
    const media = find(file, wholeOf(file), 'mdat')!;
    expect(contentOf(copy, media).equals(contentOf(file, media))).toBe(true);
    const tables = (buffer: Buffer) =>
      all(buffer, find(buffer, wholeOf(buffer), 'moov')!, 'trak')
        .slice(0, 2)
        .map((track) => find(buffer, track, 'mdia', 'minf', 'stbl')!)
        .flatMap((table) => [...boxes(buffer, table.start, table.end)])
        .filter(({ type }) => type !== 'stsd')
        .map((one) => [one.type, contentOf(buffer, one).toString('hex')]);
    expect(tables(copy)).toEqual(tables(file));
    // What the decoders are told.
    const sample = file.lastIndexOf('avcC', undefined, 'latin1');
    expect(copy.subarray(sample, sample + 40).equals(file.subarray(sample, sample + 40))).toBe(true);
    const sound = file.lastIndexOf('esds', undefined, 'latin1');
    expect(copy.subarray(sound, sound + 30).equals(file.subarray(sound, sound + 30))).toBe(true);
  });

  it('in fragments has the samples of pictures and sound alone', async () => {
    const track = (id: number, handler: string) =>
      box(
        'trak',
        box('tkhd', numbers(0, 0, 0, id), Buffer.alloc(68)),
        box(
          'mdia',
          box('mdhd', numbers(0, 0, 0, 1000, 0, 0)),
          box('hdlr', numbers(0, 0), text(handler), Buffer.alloc(13)),
          box(
            'minf',
            box(
              'stbl',
              box(
                'stsd',
                numbers(0, 1),
                box('avc1', Buffer.alloc(78), box('avcC', Buffer.from([1, 100, 0, 40]))),
              ),
              box('stts', numbers(0, 0)),
            ),
          ),
        ),
      );
    const extended = (id: number) => box('trex', numbers(0, id, 1, 1000, 5, 0));
    const run = (count: number, offset: number) => box('trun', numbers(1, count, offset));
    const moof = (offset: number) =>
      box(
        'moof',
        box('mfhd', numbers(0, 1)),
        box('traf', box('tfhd', numbers(0x20000, 1)), run(2, offset)),
        box('traf', box('tfhd', numbers(0x20000, 2)), run(2, offset + 10)),
      );
    const fragment = moof(moof(0).length + 8);
    const file = Buffer.concat([
      box('ftyp', text('isom'), numbers(512)),
      box(
        'moov',
        box('mvhd', numbers(0, 0, 0, 1000, 2000), Buffer.alloc(80)),
        track(1, 'vide'),
        track(2, 'meta'),
        box('mvex', extended(1), extended(2)),
      ),
      fragment,
      box('mdat', text('1234567890'), text('secret Doe')),
    ]);
    const stts = file.indexOf('avc1', 0, 'latin1');
    file.writeUInt16BE(640, stts + 4 + 24);
    file.writeUInt16BE(360, stts + 4 + 26);
    const copy = await cleared(file);
    expect(copy.toString('latin1')).not.toMatch(SECRET);
    expect(copy.subarray(-20).toString('latin1')).toBe(`1234567890${'\0'.repeat(10)}`);
  });
});

it('a copy of a WebM has no tags, titles, names of programs and attachments', async () => {
  const element = (id: string, ...parts: Buffer[]) => {
    const content = Buffer.concat(parts);
    return Buffer.concat([
      Buffer.from(id, 'hex'),
      Buffer.from([0x40 | (content.length >> 8), content.length & 0xff]),
      content,
    ]);
  };
  const byte = (...values: number[]) => Buffer.from(values);
  const track = (number: number, type: number, ...fields: Buffer[]) =>
    element('ae', element('d7', byte(number)), element('83', byte(type)), ...fields);
  const duration = Buffer.alloc(8);
  duration.writeDoubleBE(10_000);
  const picture = [
    element('86', text('V_VP9')),
    element('e0', element('b0', byte(2, 128)), element('ba', byte(1, 104))),
  ];
  const [cluster, words] = [
    element('a3', byte(0x81, 0, 0, 0, 1)),
    element('a3', byte(0x82, 0, 0, 0), text('secret words')),
  ];
  const file = Buffer.concat([
    element('1a45dfa3', element('4282', text('webm'))),
    element(
      '18538067',
      element(
        '1549a966',
        ...[
          element('2ad7b1', numbers(1_000_000)),
          element('4489', duration),
          element('7ba9', text('Walk of Doe')),
        ],
        ...[element('4d80', text('Doe 1.0')), element('5741', text('x'))],
      ),
      element('1254c367', text('secret tag')),
      element('1941a469', text('secret file')),
      element('1654ae6b', track(1, 1, element('536e', text('by Doe')), ...picture), track(2, 17)),
      element(
        '1f43b675',
        element('e7', numbers(9960)),
        cluster,
        element('a0', element('a1', byte(0x82, 0, 0, 0), text('Doe'))),
        words,
        cluster,
      ),
      Buffer.alloc(4),
      text('Doe'),
    ),
  ]);
  expect(file.toString('latin1')).toMatch(SECRET);
  const copy = await cleared(file);
  expect(copy.toString('latin1')).not.toMatch(SECRET);
  expect(copy.length).toBe(file.length);
  expect(copy.includes('V_VP9')).toBe(true);
  expect(copy.indexOf(cluster)).toBe(file.indexOf(cluster));
  expect(copy.lastIndexOf(cluster)).toBe(file.lastIndexOf(cluster));
});

it('gaps are what no piece has, in whatever order pieces come', () => {
  const pieces = new Pieces();
  for (const [start, end] of [
    [50, 60],
    [10, 20],
    [15, 30],
    [60, 65],
    [200, 300],
  ] as const)
    pieces.add(start, end);
  const ranges = [
    { start: 0, end: 25 },
    { start: 28, end: 100 },
    { start: 150, end: 250 },
    { start: 260, end: 320 },
  ];
  expect([...pieces.gaps(ranges)]).toEqual([
    [0, 10],
    [30, 50],
    [65, 100],
    [150, 200],
    [300, 320],
  ]);
});

describe('a lecture that is published as it was uploaded', () => {
  let t: TestApp;
  let author: Person;
  let bookId: string;
  beforeAll(async () => {
    t = await testApp({}, { environment: { FFMPEG_PATH: 'off' } });
    author = await t.person({ role: 'author' });
    const child = await bundleForNode(join(import.meta.dirname, '../pages/page-child.ts'));
    const book = await bookFolder();
    await writeFile(join(book.folder, 'lectures/one.mp4'), await recording());
    book.manifest((manifest) => {
      manifest.assigned = { authors: [author.email], editors: [] };
      const [lecture] = manifest.supplementaries[0].materials;
      for (const field of ['captions', 'descriptions', 'marks', 'poster']) delete lecture[field];
    });
    ({ bookId } = await importBook(t.deps, book.folder, {
      pageWork: { childProgram: child.file, children: 1 },
    }));
    book.remove();
    child.remove();
  });
  afterAll(() => t.close());

  const downloaded = async () => {
    const { id } = await one<{ id: string }>(
      t.deps.db,
      sql`select id from materials where book_id = ${bookId} and type = 0`,
    );
    const answer = await t.call(lecturesCalls.getSupplementaryMaterial, { as: author, params: { id } });
    const { rawPayload, statusCode } = await t.app.inject({ url: answer.body.video.url });
    expect(statusCode).toBe(200);
    return rawPayload;
  };

  it('reaches readers without what its device wrote', async () => {
    const bytes = await downloaded();
    expect(bytes.length).toBe((await recording()).length);
    expect(bytes.toString('latin1')).not.toMatch(SECRET);
  });

  it('is cleared after an upgrade if an earlier version published it', async () => {
    const { key } = await one<{ key: string }>(
      t.deps.db,
      sql`select storage_key as key from renditions where purpose = 'video'`,
    );
    await t.deps.storage.put(key, await recording());
    await sql`update renditions set cleaning_version = 1 where purpose = 'video'`.execute(t.deps.db);
    expect((await downloaded()).toString('latin1')).toMatch(SECRET);
    await requestCleaning(t.deps);
    const handlers = publishingJobHandlers(t.deps);
    const wanted = { [publishingJobs.cleanCopies.kind]: handlers[publishingJobs.cleanCopies.kind]! };
    await runDueJobs({ db: t.deps.db, clock: t.clock, log: t.deps.log, handlers: wanted });
    expect((await downloaded()).toString('latin1')).not.toMatch(SECRET);
  });
});
