import { createHash } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleForNode } from '../../../testing/bundle.ts';
import type { QuestionFile } from './question-file.ts';
import { readQuestionFileApart } from './read-question-file-apart.ts';

let child: Awaited<ReturnType<typeof bundleForNode>>;
beforeAll(async () => {
  child = await bundleForNode(join(import.meta.dirname, 'question-file-child.ts'));
});
afterAll(() => child.remove());

const read = (bytes: Uint8Array | string, name = 'questions') =>
  readQuestionFileApart(async () => (typeof bytes === 'string' ? Buffer.from(bytes) : bytes), name, {
    sender: 'a producer',
    childProgram: child.file,
    // A busy machine reads 49 MB slowly; the time limit has its own test.
    timeLimitMs: 300_000,
  });
const said = ({ findings }: QuestionFile) => findings.map(({ text }) => text).join(' ');

const ITEM = `<assessmentItem identifier="one" title="One"><responseDeclaration identifier="R"><correctResponse>
  <value>A</value></correctResponse></responseDeclaration><itemBody><p>Which?</p><img src="p.png" alt=""/>
  <choiceInteraction responseIdentifier="R"><simpleChoice identifier="A">x</simpleChoice>
  <simpleChoice identifier="B">y</simpleChoice></choiceInteraction></itemBody></assessmentItem>`;
const packed = (files: Zippable) => zipSync({ 'item.xml': strToU8(ITEM), ...files }, { level: 9 });
const moodle = (inside: string) => `<quiz>${inside}</quiz>`;
const moodleQuestion = (text: string) =>
  `<question type="multichoice"><name><text>n</text></name><questiontext format="html"><text>${text}</text></questiontext>
   <answer fraction="100"><text>x</text></answer><answer fraction="0"><text>y</text></answer></question>`;
/** A PNG that declares its size and has almost no content. */
function largePng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function crc32(bytes: Buffer): number {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

/** Changes the entries of an archive's directory. */
function withDirectory(archive: Uint8Array, change: (entry: Buffer) => void): Buffer {
  const bytes = Buffer.from(archive);
  for (let at = bytes.readUInt32LE(bytes.length - 6); bytes.readUInt32LE(at) === 0x02014b50; ) {
    change(bytes.subarray(at));
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return bytes;
}

it('names in a package that no database stores become names of pictures', async () => {
  const png = largePng(4, 4);
  const long = `${'🫀'.repeat(2500)}.png`;
  for (const name of ['a\0b.png', 'x\u202egnp.png', long]) {
    const item = ITEM.replace('p.png', name.replace('\0', '%00'));
    const { pictures, findings } = await read(zipSync({ 'item.xml': strToU8(item), [name]: png }));
    for (const picture of [...pictures.map((each) => each.name), ...findings.map(({ text }) => text)]) {
      expect(picture.isWellFormed(), JSON.stringify(picture)).toBe(true);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there
      expect(picture).not.toMatch(/[\u0000-\u001f\u202a-\u202e]/);
    }
  }
});

describe('a hostile file', () => {
  const zeros = new Uint8Array(60_000_000);
  it.each<[string, () => Uint8Array | string, string]>([
    ['nothing', () => '', 'The file is empty.'],
    ['spaces', () => ' \n '.repeat(1000), 'The file is empty.'],
    ['a picture', () => largePng(10, 10), 'not encoded in UTF-8'],
    ['prose', () => 'Once upon a time.', 'is in none of the formats that can be read'],
    [
      '100,000 questions of Moodle',
      () => moodle('<question type="multichoice"/>'.repeat(100_000)),
      'more than 2000 questions',
    ],
    ['100,000 questions of GIFT', () => 'Which? {=x ~y}\n\n'.repeat(100_000), 'more than 2000 questions'],
    [
      '100,000 questions of Aiken',
      () => 'Which?\nA. x\nB. y\nANSWER: A\n\n'.repeat(100_000),
      'more than 2000 questions',
    ],
    [
      '100,000 rows',
      () => `question,A,B,correct\n${'q?,x,y,A\n'.repeat(100_000)}`,
      'more than 2000 questions',
    ],
    ['100,000 entries of YAML', () => '- key: a\n'.repeat(100_000), 'more than 2000 questions'],
    ['a line of 50 MB', () => 'a'.repeat(49_000_000), 'larger than 5 MB'],
    ['more than 50 MB', () => new Uint8Array(50_000_001), 'larger than 50 MB'],
    ['a tag of 49 MB', () => `<quiz><${'a'.repeat(49_000_000)}`, 'a text or tag does not end'],
    ['an attribute of 49 MB', () => `<quiz a="${'a'.repeat(49_000_000)}`, 'a text or tag does not end'],
    ['a text of 49 MB', () => moodle('a'.repeat(49_000_000)), 'a text or tag does not end'],
    ['elements without end', () => moodle('<a/>'.repeat(6_000_000)), 'it has too many elements'],
    ['tags within tags', () => moodle('<a>'.repeat(1_000_000)), 'nested more than 100 deep'],
    [
      'attributes without end',
      () => moodle(`<a ${Array.from({ length: 100_000 }, (_none, n) => `a${n}=""`).join(' ')}/>`),
      'more than 100 attributes',
    ],
    [
      'entities that grow',
      () => `<!DOCTYPE quiz [<!ENTITY a "${'x'.repeat(1000)}"><!ENTITY b "&a;&a;&a;">]><quiz>&b;</quiz>`,
      'declares a document type (DOCTYPE)',
    ],
    [
      'a file of the server as an entity',
      () => `<!DOCTYPE quiz [<!ENTITY e SYSTEM "file:///etc/passwd">]>${moodle(moodleQuestion('&e;'))}`,
      'declares a document type (DOCTYPE)',
    ],
    ['an entity of HTML', () => moodle('&nbsp;'), 'is not valid XML: on line 1'],
    ['XML that ends early', () => `<quiz>${moodleQuestion('Which?')}`, 'is not valid XML'],
    ['Latin-1', () => Buffer.from('Größe? {=a ~b}', 'latin1'), 'The file is not encoded in UTF-8'],
    [
      'XML in Latin-1',
      () => Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${moodle('Größe')}`, 'latin1'),
      'The file is encoded in ISO-8859-1; save it as UTF-8.',
    ],
    ['UTF-32', () => Buffer.from([0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0]), 'NUL characters'],
    [
      'YAML that nests without end',
      () => `- key: ${'['.repeat(100_000)}`,
      'nests lists and fields more than 100 deep',
    ],
    ['an archive that is cut off', () => packed({}).subarray(0, 300), 'The archive is damaged.'],
    [
      'an archive of zeros',
      () => packed({ 'p.png': zeros, 'q.xml': zeros }),
      'too large when it is unpacked',
    ],
    [
      'zeros that say they are few',
      () =>
        withDirectory(
          packed({ 'a.xml': zeros, 'b.xml': zeros }),
          (entry) => void entry.writeUInt32LE(10, 24),
        ),
      'too large when it is unpacked',
    ],
    [
      'files without end',
      () =>
        packed(Object.fromEntries(Array.from({ length: 10_001 }, (_none, n) => [`${n}`, new Uint8Array()]))),
      'too many files',
    ],
    [
      'a path that leads out',
      () => packed({ '../../etc/cron.d/x': strToU8('x') }),
      'names a file outside of itself',
    ],
    ['an absolute path', () => packed({ '/etc/passwd': strToU8('x') }), 'names a file outside of itself'],
    ['a path of Windows', () => packed({ 'C:\\x.xml': strToU8('x') }), 'names a file outside of itself'],
    [
      'a symbolic link',
      () => packed({ 'p.png': [strToU8('/etc/passwd'), { os: 3, attrs: 0o120777 << 16 }] }),
      'The package holds a link, "p.png"',
    ],
    [
      'a password',
      () => withDirectory(packed({}), (entry) => void entry.writeUInt16LE(1, 8)),
      'is protected with a password',
    ],
  ])('as %s is refused with a sentence', async (_what, make, sentence) => {
    const file = await read(make());
    expect(said(file)).toContain(sentence);
    expect(file.questions).toEqual([]);
  });

  it.each<[string, () => Uint8Array | string, string]>([
    ['an archive inside', () => packed({ 'more.zip': zipSync({}) }), 'inside the package is not opened'],
    [
      'a picture of 40,000 x 40,000',
      () => packed({ 'p.png': largePng(40_000, 40_000) }),
      'more than 100 million pixels',
    ],
    ['a picture that is none', () => packed({ 'p.png': strToU8('no picture') }), 'it is no picture'],
    [
      'a drawing with a script',
      () =>
        packed({
          'p.png': strToU8('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><script/></svg>'),
        }),
      'use JPEG, PNG',
    ],
    [
      'a picture of another server',
      () => moodle(moodleQuestion('Which?&lt;img src="https://evil.example/p.png"&gt;')),
      'The picture "https://evil.example/p.png" of the question is left out: it is not part of the file.',
    ],
    [
      'base64 that is none',
      () => moodle(moodleQuestion('Which?&lt;img src="data:image/png;base64,!!!!AAAA"&gt;')),
      'is left out',
    ],
  ])('with %s gives its question without it', async (_what, make, sentence) => {
    const file = await read(make());
    expect(said(file)).toContain(sentence);
    expect(file.questions).toHaveLength(1);
    expect(file.pictures).toEqual([]);
  });

  it.each<[string, string]>([
    ['signs of GIFT', `Q {${'~='.repeat(400_000)}`],
    ['braces', '{'.repeat(4_000_000)],
    ['titles of GIFT', '::'.repeat(2_000_000)],
    ['spaces before an answer', `${' '.repeat(4_000_000)}ANSWER`],
    ['tags that never close', moodle(moodleQuestion('&lt;p'.repeat(1_000_000)))],
    [
      'pictures that never close',
      moodle(moodleQuestion('&lt;img src="data:image/png;base64,'.repeat(100_000))),
    ],
    ['formulas that never close', moodle(moodleQuestion('\\( $$ \\['.repeat(10_000)))],
    ['quotes of CSV', `question,A,B,correct\n${'"'.repeat(3_000_001)}`],
    ['separators', ','.repeat(4_000_000)],
    ['minus signs', '- '.repeat(2_000_000)],
    ['tags of angle brackets', '<'.repeat(20_000_000)],
    ['declarations', `<?xml ${'encoding='.repeat(1_000_000)}`],
  ])('of %s without end is answered with a sentence, and not by its end of time', async (_what, text) => {
    const file = await read(text);
    expect(file.questions).toEqual([]);
    expect(said(file)).not.toBe('');
    expect(said(file)).not.toContain('takes longer');
  });
});

describe('the process that reads', () => {
  const program = (source: string) => {
    const file = join(
      import.meta.dirname,
      `../../../../.cache/${createHash('md5').update(source).digest('hex')}.mjs`,
    );
    writeFileSync(file, source);
    return file;
  };

  it.each([
    ['that hangs', "process.on('message', () => { for (;;); });", 'takes longer than 0.5 seconds'],
    [
      'that is killed from outside',
      "process.on('message', () => process.kill(process.pid, 'SIGKILL'));",
      'was interrupted on the server',
    ],
    ['that dies', "process.on('message', () => process.abort());", 'mostly for want of memory'],
    [
      'that fills its memory',
      "process.on('message', () => { const all = []; for (;;) all.push({}); });",
      'mostly for want of memory',
    ],
  ])('%s is a sentence', async (_what, source, sentence) => {
    const childProgram = program(source);
    const timeLimitMs = sentence.includes('0.5') ? 500 : 60_000;
    const file = await readQuestionFileApart(async () => Buffer.from('x'), 'x', {
      sender: 'a producer',
      childProgram,
      timeLimitMs,
      heapMb: 32,
    });
    rmSync(childProgram);
    expect(said(file)).toContain(sentence);
  });

  it('returns questions and pictures', async () => {
    const file = await read(packed({ 'p.png': largePng(4, 4) }));
    expect(file.questions).toMatchObject([{ key: 'one', image: 'p.png' }]);
    expect(Buffer.from(file.pictures[0]?.bytes ?? []).equals(largePng(4, 4))).toBe(true);
  });
});
