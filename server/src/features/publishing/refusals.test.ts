import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFNumber } from 'pdf-lib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFixedClock } from '../../platform/clock.ts';
import { localStorage } from '../../platform/files/local-storage.ts';
import { bookFolder, type LooseBook, pdfOf, picture, type TestFolder } from '../../testing/book-folder.ts';
import { bundleForNode } from '../../testing/bundle.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { dicomFile } from '../../testing/dicom-file.ts';
import { testPictures } from '../../testing/pictures.ts';
import { mp4File, mp4Sound, webmFile } from '../../testing/video-file.ts';
import { importBook } from './import-book.ts';
import { formatMistake, ImportRefused } from './mistakes.ts';

let database: TestDatabase;
let child: Awaited<ReturnType<typeof bundleForNode>>;
let book: TestFolder;
beforeAll(async () => {
  database = await testDatabase();
  child = await bundleForNode(join(import.meta.dirname, 'pages/page-child.ts'));
});
afterAll(async () => {
  await database.close();
  child.remove();
});
beforeEach(async () => {
  book = await bookFolder();
  return () => book.remove();
});

const check = () =>
  importBook(
    {
      db: database.db,
      clock: createFixedClock('2026-03-01T09:00:00Z'),
      storage: localStorage(join(book.folder, 'never-written')),
      pictures: testPictures(),
      config: { dataDir: book.folder, FFMPEG_PATH: 'off' },
    },
    book.folder,
    { dryRun: true, pageWork: { childProgram: child.file, children: 1 } },
  );

/** The lines that the publisher reads, without line numbers. */
async function mistakes(): Promise<string[]> {
  try {
    await check();
    return [];
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error;
    return error.mistakes.map((each) => formatMistake({ ...each, line: null }));
  }
}
const after = (change: (book: LooseBook) => void) => {
  book.manifest(change);
  return mistakes();
};

it('a valid folder has no errors', async () => {
  expect(await mistakes()).toEqual([]);
});

describe('the manifest', () => {
  it('is reported as missing, broken or empty', async () => {
    book.file('book.yaml', 'slug: a\n  title: [');
    await expect(check()).rejects.toThrow(/book\.yaml:2 {2}is not valid YAML: /);
    book.file('book.yaml', 'title: "a\\0b"');
    await expect(check()).rejects.toThrow(
      'book.yaml:1  holds a NUL character or half of a character; remove it',
    );
    book.file('book.yaml', '');
    await expect(check()).rejects.toThrow('book.yaml  does not hold fields; it begins with "slug: ..."');
  });

  it('reports each error with its line and the correction', async () => {
    book.manifest((manifest) => {
      manifest.titel = manifest.title;
      delete manifest.title;
      manifest.price = '49 dollars';
      manifest.release_date = '15.1.2026';
      manifest.review_date = '0026-03-01';
      manifest.chapters[1].key = 'Second Chapter';
      manifest.quizzes[0].questions[0].choices = [];
      manifest.supplementaries[0].materials[0].type = 'film';
    });
    const lines = readFileSync(join(book.folder, 'book.yaml'), 'utf8').split('\n');
    const lineOf = (text: string) => lines.findIndex((line) => line.includes(text)) + 1;
    const error = (await check().catch((refusal: unknown) => refusal)) as ImportRefused;
    expect(error.message.split('\n')).toEqual([
      'The book folder has 8 mistakes:',
      '  book.yaml:1  title: is missing; give a text',
      `  book.yaml:${lineOf('price: 49 dollars')}  price: is "49 dollars"; give a number`,
      `  book.yaml:${lineOf('release_date')}  release_date: is "15.1.2026"; write the date as YYYY-MM-DD`,
      `  book.yaml:${lineOf('review_date')}  review_date: is "0026-03-01"; give a year from 1900 to 2100`,
      `  book.yaml:${lineOf('key: Second Chapter')}  chapters[1].key: is "Second Chapter"; use lower-case letters, digits and hyphens, at most 80 characters`,
      `  book.yaml:${lineOf('type: film')}  supplementaries[0].materials[0].type: is "film"; give one of: video, image, dicom`,
      `  book.yaml:${lineOf('choices: []')}  quizzes[0].questions[0].choices: has 0 entries; at least 2 are needed`,
      `  book.yaml:${lineOf('titel:')}  titel: is not a field; did you mean "title"?`,
    ]);
  });

  it('reports UTF-16 without a byte order mark', async () => {
    book.file('book.yaml', Buffer.from('slug: heart-sounds\n', 'utf16le'));
    await expect(check()).rejects.toThrow(
      'book.yaml  is encoded in UTF-16 without a byte order mark; save it as UTF-8',
    );
  });

  const LIST =
    '- key: q1\n  question: Sjögren’s?\n  choices:\n    - answer: µg\n      correct: true\n    - answer: mg\n';
  const withList = (content: string | Uint8Array) => {
    book.file('questions/quiz.yaml', content);
    return after((manifest) => {
      manifest.quizzes[0].questions = 'questions/quiz.yaml';
    });
  };
  it.each<[string, string | Uint8Array]>([
    ['UTF-8', LIST],
    ['UTF-8 with a byte order mark', `\ufeff${LIST}`],
    ['UTF-16 as Notepad writes it', Buffer.from(`\ufeff${LIST}`, 'utf16le')],
    ['UTF-16 with the bytes the other way round', Buffer.from(`\ufeff${LIST}`, 'utf16le').swap16()],
  ])('reads question lists in %s', async (_encoding, content) => {
    expect(await withList(content)).toEqual([]);
  });

  it('reports the line of a wrongly encoded character, instead of publishing destroyed letters', async () => {
    book.file('questions/quiz.yaml', Buffer.from(LIST, 'latin1'));
    book.manifest((manifest) => {
      manifest.quizzes[0].questions = 'questions/quiz.yaml';
    });
    await expect(check()).rejects.toThrow(
      'questions/quiz.yaml:2  is not encoded in UTF-8 (perhaps in Windows-1252 or Latin-1); save it as UTF-8',
    );
    const text = readFileSync(join(book.folder, 'book.yaml'), 'utf8');
    book.file('book.yaml', Buffer.from(text.replace('title: ', 'title: Ménière '), 'latin1'));
    await expect(check()).rejects.toThrow(/book\.yaml:\d+ {2}is not encoded in UTF-8/);
  });

  it('shows the first errors of a file and counts the others', async () => {
    const entry = '- question: Which?\n  choices:\n    - answer: a\n    - answer: b\n';
    const message = await after((manifest) => {
      book.file('questions/quiz.yaml', entry.repeat(100));
      manifest.quizzes[0].questions = 'questions/quiz.yaml';
    }).then(() => check().catch((error: unknown) => (error as Error).message));
    const lines = String(message).split('\n');
    expect(lines.filter((line) => line.includes('questions/quiz.yaml:'))).toHaveLength(50);
    expect(lines.at(-1)).toMatch(/^ {2}questions\/quiz\.yaml {2}has \d+ more mistakes$/);
  });

  it('accepts choices that differ only in capitals', async () => {
    const genotypes = (answers: string[]) =>
      after((manifest) => {
        manifest.quizzes[0].questions[0].choices = answers.map((answer, index) => ({
          answer,
          correct: index === 0,
        }));
      });
    expect(await genotypes(['AA', 'Aa', 'aa'])).toEqual([]);
    expect(await genotypes(['AA', ' AA', 'aa'])).toEqual([
      'book.yaml  quizzes[0].questions[0].choices[1]: says the same as choice 1; make them different',
    ]);
  });

  it('reads question lists from files and reports errors with their lines', async () => {
    book.file(
      'questions/quiz.yaml',
      '- key: q1\n  question: Which?\n  choices:\n    - answer: a\n    - answer: b\n',
    );
    book.manifest((manifest) => {
      manifest.quizzes[0].questions = 'questions/quiz.yaml';
    });
    await expect(check()).rejects.toThrow(
      'questions/quiz.yaml:3  [0].choices: has no right answer; mark exactly one with "correct: true"',
    );
  });

  it.each<[string, (manifest: LooseBook) => void, string]>([
    [
      'a file that is not there',
      (m) => (m.cover = 'front.png'),
      'book.yaml  cover: names "front.png", which is not in the folder; add it or correct the name',
    ],
    [
      'a file outside of the folder',
      (m) => (m.cover = '../front.png'),
      'book.yaml  cover: is "../front.png"; name a file inside the book folder',
    ],
    [
      'a chapter beyond the end',
      (m) => (m.chapters[1].last_page = 7),
      'book.yaml  chapters[1].last_page: is 7, but book.pdf has 6 pages; give a page from 1 to 6',
    ],
    [
      'a lecture beyond the end',
      (m) => (m.supplementaries[1].page = 99),
      'book.yaml  supplementaries[1].page: is 99, but book.pdf has 6 pages; give a page from 1 to 6',
    ],
    [
      'a hazard that is there and is not',
      (m) => (m.accessibility = { hazard: ['flashing', 'noFlashingHazard'] }),
      'book.yaml  accessibility.hazard: is a list; leave out what contradicts another value',
    ],
    [
      'features beside "none"',
      (m) => (m.accessibility = { feature: ['none', 'captions'] }),
      'book.yaml  accessibility.feature: is a list; say "none" or "unknown" alone',
    ],
    [
      'an accessibility that says nothing',
      (m) => (m.accessibility = { feature: [] }),
      'book.yaml  accessibility: is a group of fields; fill in one of them at least, or leave it out',
    ],
    [
      'a quiz beyond the end',
      (m) => (m.quizzes[0].page = 7),
      'book.yaml  quizzes[0].page: is 7, but book.pdf has 6 pages; give a page from 1 to 6',
    ],
    [
      'a question whose page is beyond the end',
      (m) => (m.quizzes[0].questions[0].page = 7),
      'book.yaml  quizzes[0].questions[0].page: is 7, but book.pdf has 6 pages; give a page from 1 to 6',
    ],
    [
      'chapters that overlap',
      (m) => (m.chapters[1].first_page = 3),
      'book.yaml  chapters[1].first_page: is 3, but the chapter before ends on page 3; list the chapters in order, without overlap',
    ],
    [
      'a chapter that ends before it begins',
      (m) => (m.chapters[1] = { key: 'two', title: 'Second', first_page: 6, last_page: 5 }),
      'book.yaml  chapters[1].first_page: is 6, after last_page 5; swap them',
    ],
    [
      'a book that expires before it is released',
      (m) => (m.expiry_date = '2020-05-01'),
      'book.yaml  expiry_date: is 2020-05-01, before release_date 2026-01-15; give a later day',
    ],
    [
      'two chapters of one key',
      (m) => (m.chapters[1].key = 'one'),
      'book.yaml  chapters[1].key: is "one", as another chapter already is; give each its own key',
    ],
    [
      'two lectures of one key on different pages',
      (m) => (m.supplementaries[1].materials[0].key = 'lecture'),
      'book.yaml  supplementaries[1].materials[0].key: is "lecture", as another lecture or image already is; give each its own key',
    ],
    [
      'a question with no right answer',
      (m) => (m.quizzes[0].questions[0].choices[0].correct = false),
      'book.yaml  quizzes[0].questions[0].choices: has no right answer; mark exactly one with "correct: true"',
    ],
    [
      'a question with two right answers',
      (m) => (m.final_test.questions[0].choices[1].correct = true),
      'book.yaml  final_test.questions[0].choices: has 2 right answers; mark exactly one with "correct: true"',
    ],
    [
      'a final test that draws more questions than it has',
      (m) => (m.final_test.questions_per_attempt = 2),
      'book.yaml  final_test.questions_per_attempt: is 2, more than the final test has; give a number up to 1',
    ],
    [
      'a choice said twice',
      (m) => (m.quizzes[0].questions[0].choices[1].answer = ' This '),
      'book.yaml  quizzes[0].questions[0].choices[1]: says the same as choice 1; make them different',
    ],
    [
      'a choice that says nothing',
      (m) => (m.quizzes[0].questions[0].choices[1] = {}),
      'book.yaml  quizzes[0].questions[0].choices[1]: is empty; give it an "answer" or an "image"',
    ],
    [
      'a section that the test does not have',
      (m) => {
        m.tests[0].questions[1].section = 'c';
        m.tests[0].sections.pop();
      },
      'book.yaml  tests[0].questions[1].section: is "c", which the test does not have; its sections are: a',
    ],
    [
      'a section without questions',
      (m) => (m.tests[0].questions[1].section = 'a'),
      'book.yaml  tests[0].sections[1]: has no question; give one "section: b", or remove the section',
    ],
    [
      'a post-test before its pre-test',
      (m) => (m.tests[0].pre_page = 4),
      'book.yaml  tests[0].pre_page: is 4, after post_page 3; the pre-test comes first',
    ],
    [
      'a mark beyond the end of its lecture',
      (m) => (m.supplementaries[0].materials[0].marks[0].at_seconds = 11),
      'book.yaml  supplementaries[0].materials[0].marks[0].at_seconds: is 11, but the lecture lasts 10 s; give a time within it',
    ],
    [
      'a certificate that nobody can earn',
      (m) => delete m.final_test,
      'book.yaml  certificate: cannot be earned without a final test; add final_test',
    ],
    [
      'mandatory tests that a certificate requires and the book does not have',
      (m) => {
        m.certificate.requires_mandatory_tests = true;
        for (const test of m.tests) test.is_mandatory = false;
      },
      'book.yaml  certificate.requires_mandatory_tests: needs a test with is_mandatory; the book has none',
    ],
    [
      'an edition to replace that is not in the shop',
      (m) => (m.replaces = { edition: '0', readable_until: '2027-01-01' }),
      'book.yaml  replaces.edition: is "0", which is not in the shop; none of this slug was imported',
    ],
    [
      'a new package without a price',
      (m) => (m.packages = [{ slug: 'new-one', name: 'New' }]),
      'book.yaml  packages[0]: names the package "new-one", which is new; give it a name and a price',
    ],
    [
      'a new program without a name',
      (m) => (m.programs = [{ slug: 'new-one' }]),
      'book.yaml  programs[0]: names the program "new-one", which is new; give it a name',
    ],
  ])('is refused for %s', async (_title, change, message) => {
    expect(await after((manifest) => void change(manifest))).toEqual([message]);
  });

  it('reports all errors together, those of files and those of fields', async () => {
    book.file('figure.png', 'no picture');
    book.file('lectures/one.mp4', 'no video');
    const told = await after((manifest) => {
      manifest.edition = 7;
      manifest.chapters[1].last_page = 7;
      manifest.quizzes[0].questions[0].choices[0].correct = false;
    });
    expect(told.map((line) => line.split('  ')[0])).toEqual([
      ...['book.yaml', 'book.yaml', 'book.yaml', 'figure.png', 'lectures/one.mp4'],
    ]);
  });
});

describe('the PDF', () => {
  it.each<[string, () => Promise<Uint8Array | string>, string]>([
    ['is no PDF', async () => 'Dear reader,', 'is not a PDF; export the book as PDF'],
    ['is empty', async () => '', 'is empty'],
    [
      'is cut off at its end',
      async () => (await pdfOf(6)).subarray(0, -200),
      'is cut off: its end is missing; copy or export it again',
    ],
    [
      'lacks a part in its middle',
      async () => {
        const whole = await pdfOf(6);
        return Buffer.concat([whole.subarray(0, 600), whole.subarray(-80)]);
      },
      'is cut off: parts of it are missing; copy or export it again',
    ],
    [
      'lost the end of its last update',
      async () => Buffer.concat([await pdfOf(6), Buffer.from('\n4 0 obj\n<< /Length 900 >>\nstream\nq')]),
      'is cut off: the end of its last update is missing; copy or export it again',
    ],
    [
      'has no page',
      async () => (await PDFDocument.create()).save({ addDefaultPage: false }),
      'has no page that can be read; export it anew, as PDF 1.7 or earlier',
    ],
    [
      'is broken inside',
      async () => '%PDF-1.7\nbroken\nstartxref\n9\n%%EOF',
      'cannot be read as a PDF: open it in a viewer and save it anew',
    ],
  ])('that %s is refused', async (_title, content, message) => {
    book.file('book.pdf', await content());
    expect(await mistakes()).toEqual([`book.pdf  ${message} (named at book.yaml:8 pdf)`]);
  });

  it('with null bytes after its end is accepted', async () => {
    const padding = [Buffer.alloc(6000), Buffer.from(' \r\n'.repeat(90_000)), Buffer.alloc(70_000)];
    book.file('book.pdf', Buffer.concat([await pdfOf(6), ...padding]));
    expect(await mistakes()).toEqual([]);
  });

  it.each<[string, (pages: PDFDict, document: PDFDocument) => void, string]>([
    [
      'counts more pages than it has',
      (pages) => void pages.set(PDFName.of('Count'), PDFNumber.of(9)),
      'has a damaged page: page 7 cannot be read',
    ],
    [
      'has something else in the place of a page',
      (pages, document) => void pages.lookup(PDFName.of('Kids'), PDFArray).set(2, document.context.obj(7)),
      'has a damaged page: page 3 cannot be read',
    ],
  ])('that %s is refused without drawing it', async (_title, damage, message) => {
    const document = await PDFDocument.load(await pdfOf(6));
    damage(document.catalog.lookup(PDFName.of('Pages'), PDFDict), document);
    book.file('book.pdf', await document.save({ useObjectStreams: false }));
    expect(await mistakes()).toEqual([`book.pdf  ${message}`]);
  });
});

describe('pictures', () => {
  it.each<[string, () => Promise<Uint8Array | string>, string]>([
    ['is none', async () => 'GIF?', 'is no picture; use JPEG, PNG, WebP, AVIF, TIFF or GIF'],
    [
      'is a drawing with code',
      async () => '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
      'is of the kind svg; use JPEG, PNG, WebP, AVIF, TIFF or GIF',
    ],
    [
      'is cut off',
      async () => {
        const noise = await picture(400, 400);
        return noise.subarray(0, noise.length / 2);
      },
      'is damaged and cannot be shown whole; export it again',
    ],
  ])('that %s is refused', async (_title, content, message) => {
    book.file('ada.png', await content());
    expect(await mistakes()).toEqual([expect.stringContaining(`ada.png  ${message}`)]);
  });

  it('outside of the folder, behind a symbolic link, is refused', async () => {
    mkdirSync(join(book.folder, 'linked'));
    symlinkSync('/etc/hostname', join(book.folder, 'linked/a.png'));
    expect(
      await after((manifest) => {
        manifest.samples = ['linked/a.png'];
      }),
    ).toEqual([expect.stringContaining('a link that leads out of the folder; put the file itself there')]);
  });
});

describe('lectures', () => {
  it.each<[string, Uint8Array | string, string]>([
    ['is no video', 'moving pictures', 'is no video; give an MP4 or WebM file'],
    ['is cut off', mp4File().subarray(0, -10), 'is cut off: its index or its end is missing'],
    ['has no index', mp4File().subarray(0, 20), 'is cut off: its index or its end is missing'],
    ['is sound only', mp4File({ handler: 'soun' }), 'holds no pictures, only sound or data; give a video'],
    [
      'is of a kind few browsers play',
      mp4File({ codec: 'hvc1' }),
      'holds video of H.265 (HEVC), which browsers do not play; encode it as H.264, VP9 or AV1',
    ],
    ['is ProRes', mp4File({ codec: 'apch' }), 'holds video of ProRes, which browsers do not play'],
    ['is MPEG-4 part 2', mp4File({ codec: 'mp4v' }), 'holds video of MPEG-4 part 2, which browsers'],
    ['has 10 bits a color', mp4File({ profile: 110 }), 'is H.264 with 10 bits a color, which many browsers'],
    ['has colors in 4:2:2', mp4File({ profile: 122 }), 'is H.264 with colors in 4:2:2, which many browsers'],
    ['has colors in 4:4:4', mp4File({ profile: 244 }), 'is H.264 with colors in 4:4:4, which many browsers'],
    [
      'has sound in AC-3',
      mp4File({ sounds: [mp4Sound('ac-3')] }),
      'has sound of Dolby Digital (AC-3), which browsers do not play here; encode the sound as AAC, MP3, Opus or FLAC',
    ],
    [
      'has sound in Apple Lossless beside a track in AAC',
      mp4File({ sounds: [mp4Sound('mp4a', 0x40), mp4Sound('alac')] }),
      'has sound of Apple Lossless (ALAC), which browsers',
    ],
    ['calls its DTS mp4a', mp4File({ sounds: [mp4Sound('mp4a', 0xa9)] }), 'has sound of DTS, which browsers'],
    [
      'is a WebM with sound in AAC',
      webmFile({ sound: 'A_AAC' }),
      'has sound of AAC, which browsers do not play here; encode the sound as Opus or Vorbis',
    ],
    ['has no duration', mp4File({ seconds: 0 }), 'has no duration; export it again'],
    ['says it lasts longer', mp4File({ said: 3600 }), 'says that it lasts 3600 s, but holds 10 s; export it'],
    [
      'says it lasts shorter',
      mp4File({ seconds: 900, said: 10 }),
      'says that it lasts 10 s, but holds 900 s',
    ],
    [
      'claims samples without end in a few bytes',
      mp4File({ fragmentSamples: 0xffff_ffff }),
      'says that it lasts 10 s, but holds 4294967305 s',
    ],
    [
      'is a WebM that says it lasts longer',
      webmFile({ said: 3600 }),
      'says that it lasts 3600 s, but holds 10 s',
    ],
    [
      'is a WebM of 2,000 tracks, each of which would be searched',
      webmFile({ sound: 'A_OPUS', soundTracks: 2_000 }),
      'has a damaged index; export it again',
    ],
    ['is a WebM cut off', webmFile().subarray(0, -10), 'is cut off: its index or its end is missing'],
    [
      'is made of parts without end',
      Buffer.concat([
        mp4File().subarray(0, 16),
        Buffer.alloc(4_000_800, Buffer.from([0, 0, 0, 8, ...Buffer.from('free')])),
      ]),
      'has a damaged index',
    ],
    ['is a WebM of another kind', webmFile({ codec: 'V_MPEG2' }), 'holds video of MPEG-2, which browsers'],
  ])('one that %s is refused', async (_title, content, message) => {
    book.file('lectures/one.mp4', content);
    expect(await mistakes()).toEqual([expect.stringContaining(`lectures/one.mp4  ${message}`)]);
  });

  it.each([
    ['a WebM', webmFile()],
    ['a WebM with Opus', webmFile({ sound: 'A_OPUS' })],
    ['an MP4 with AAC', mp4File({ sounds: [mp4Sound('mp4a', 0x40)] })],
    ['an MP4 with Opus, in the baseline profile', mp4File({ profile: 66, sounds: [mp4Sound('Opus')] })],
  ])('%s is taken', async (_title, content) => {
    book.file('lectures/one.mp4', content);
    expect(await mistakes()).toEqual([]);
  });

  it('SubRip is accepted as captions, also in UTF-16', async () => {
    book.file(
      'lectures/one.vtt',
      Buffer.from('\ufeff1\r\n00:00:01,000 --> 00:00:04,000\r\nHello', 'utf16le'),
    );
    expect(await mistakes()).toEqual([]);
  });

  it.each([
    ['1\n00:01 --> 00:02', 'lectures/one.vtt:1  is neither WebVTT nor SubRip (SRT)'],
    [
      '1\n00:00:01,000 --> 00:00:02,000\nA\n\n2\n00:00:03 --> 00:00:04\nB',
      'lectures/one.vtt:6  has a line of times that is not like "00:00:01,000 --> 00:00:04,000"',
    ],
    ['1\n00:00:02,000 --> 00:00:01,000\nA', 'lectures/one.vtt:2  has a caption that ends before it'],
    ['WEBVTT\n\n00:01 --> 00:02\nHm', 'lectures/one.vtt:3  has a line of times that is not like'],
    ['WEBVTT\n\n00:02.000 --> 00:01.000\nHm', 'lectures/one.vtt:3  has a caption that ends before it begins'],
    [`WEBVTT\n\n${'x'.repeat(5_000_000)}`, 'lectures/one.vtt  is larger than 5 MB'],
    ['WEBVTT\n\nNothing', 'lectures/one.vtt  has no caption in it'],
    ['WEBVTT\n\n00:01.000 --> 01:01.000\nHm', 'lectures/one.vtt  goes on to 61 s, the lecture at 10 s'],
  ])('captions like %.60j are refused', async (content, message) => {
    book.file('lectures/one.vtt', content);
    const error = (await check().catch((refusal: unknown) => refusal)) as ImportRefused;
    expect(error.mistakes.map(formatMistake)).toEqual([expect.stringContaining(message)]);
  });

  it('SubRip with unclosed tags is accepted too', async () => {
    const marks = `${'<font'.repeat(300_000)}${'{\\a'.repeat(300_000)}`;
    book.file('lectures/one.vtt', `1\n00:00:01,000 --> 00:00:04,000\n${marks}\n`);
    expect(await mistakes()).toEqual([]);
  });

  it('descriptions follow the same rules', async () => {
    book.file('lectures/one.seen.vtt', 'A chest is seen');
    expect(await mistakes()).toEqual([
      expect.stringContaining('lectures/one.seen.vtt  is neither WebVTT nor SubRip (SRT)'),
    ]);
  });
});

describe('DICOM studies', () => {
  it.each<[string, Uint8Array | string, string]>([
    ['is none', 'pixels', 'is no DICOM file; give files that a scanner or archive exported'],
    ['is cut off', dicomFile().subarray(0, -8), 'is '],
    ['is of another size', dicomFile({ index: 2, rows: 8 }), 'is 4 x 8 pixels, dicom/axial/001.dcm is 4 x 4'],
    ['is of another series', dicomFile({ index: 2, series: '9.9' }), 'belongs to another series than'],
    ['is there twice', dicomFile({ index: 1 }), 'is the same image as dicom/axial/001.dcm; keep one'],
    [
      'names the patient',
      dicomFile({
        index: 2,
        attributes: { '00100010': ['PN', 'Doe^Jane'], '00080080': ['LO', 'St. Elsewhere'] },
      }),
      'names a person in InstitutionName, PatientName; remove them, or write "identifying_attributes: remove"',
    ],
    [
      'has text burned into it',
      dicomFile({ index: 2, attributes: { '00280301': ['CS', 'YES'] } }),
      'says that text is burned into its pixels',
    ],
    ['claims to be deflated', dicomFile({ index: 2, syntax: '1.2.840.10008.1.2.1.99' }), 'is '],
    [
      'is a film',
      dicomFile({ index: 2, syntax: '1.2.840.10008.1.2.4.102' }),
      'is stored as MPEG-4 AVC/H.264, which browsers cannot show',
    ],
  ])('with a file that %s is refused', async (_title, content, message) => {
    book.file('dicom/axial/002.dcm', content);
    expect(await mistakes()).toEqual([expect.stringContaining(`dicom/axial/002.dcm  ${message}`)]);
  });

  it('with a pseudonym is accepted if the file says that identity was removed', async () => {
    const attributes = { '00100010': ['PN', 'Case 7'], '00120062': ['CS', 'YES'] } as const;
    book.file('dicom/axial/002.dcm', dicomFile({ index: 2, attributes }));
    expect(await mistakes()).toEqual([]);
  });

  it('that names a patient is accepted if attributes are to be removed, and the removed ones are reported', async () => {
    book.file('dicom/axial/002.dcm', dicomFile({ index: 2, attributes: { '00100010': ['PN', 'Doe^Jane'] } }));
    book.manifest((manifest) => {
      manifest.supplementaries[1].materials[0].identifying_attributes = 'remove';
    });
    const { warnings } = await check();
    expect(warnings.map(({ text }) => text)).toContain('is stored without PatientName');
  });

  it('whose files all name the patient is reported in one line', async () => {
    for (const index of [1, 2, 3])
      book.file(
        `dicom/axial/00${index}.dcm`,
        dicomFile({ index, attributes: { '00100010': ['PN', 'Doe^Jane'] } }),
      );
    expect(await mistakes()).toEqual([
      expect.stringMatching(
        /^dicom\/axial\/001\.dcm .*PatientName.*the same in 2 more files, the last .*003/,
      ),
    ]);
  });
});
