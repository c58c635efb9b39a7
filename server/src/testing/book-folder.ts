import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import sharp from 'sharp';
import { stringify } from 'yaml';
import { dicomFile } from './dicom-file.ts';
import { mp4File } from './video-file.ts';

/* Small book folders made by code: everything that an import can accept or refuse, without files in git. */

// biome-ignore lint/suspicious/noExplicitAny: tests break the manifest in every way that YAML allows
export type LooseBook = Record<string, any>;

export interface TestFolder {
  readonly folder: string;
  /** Changes book.yaml. */
  manifest(change: (book: LooseBook) => void): void;
  /** Writes or replaces a file. */
  file(name: string, content: Uint8Array | string): void;
  remove(): void;
}

/** A PDF with `pages` pages of 5 x 7 inches; the text of page 7 begins with "This is page 7". */
export async function pdfOf(pages: number, text = (page: number) => `This is page ${page} of it.`) {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (let page = 1; page <= pages; page += 1) {
    document.addPage([360, 504]).drawText(text(page), { x: 36, y: 440, size: 14, font });
  }
  return document.save({ useObjectStreams: false });
}

export const picture = (width = 60, height = 80, background = '#345') =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

const choices = (right: string, ...wrong: string[]) => [
  { answer: right, correct: true },
  ...wrong.map((answer) => ({ answer })),
];

/** A manifest with one of every kind, for a PDF of six pages. */
function bookManifest(): LooseBook {
  return {
    slug: 'small-book',
    edition: '1',
    title: 'A Small Book',
    author: 'Ada Writer and Ben Drawer',
    category: 'Cardiology',
    price: 49.5,
    release_date: '2026-01-15',
    pdf: 'book.pdf',
    cover: 'cover.png',
    brief: 'What it is about.',
    faculty: [{ name: 'Ada Writer', title: 'MD', photo: 'ada.png' }],
    samples: ['cover.png'],
    assigned: { authors: ['Author@Example.org'], editors: [] },
    chapters: [
      { key: 'one', title: 'First', first_page: 1, last_page: 3 },
      { key: 'two', title: 'Second', first_page: 4, last_page: 6 },
    ],
    supplementaries: [
      {
        page: 2,
        materials: [
          {
            key: 'lecture',
            type: 'video',
            title: 'A lecture',
            file: 'lectures/one.mp4',
            captions: [{ language: 'en', file: 'lectures/one.vtt' }],
            descriptions: [{ language: 'en', file: 'lectures/one.seen.vtt' }],
            marks: [{ at_seconds: 3, title: 'Then', page: 2 }],
            speaker: 'Ada Writer',
          },
          {
            key: 'figure',
            type: 'image',
            title: 'A figure',
            images: [{ file: 'figure.png', alt: 'A figure' }],
          },
        ],
      },
      {
        page: 4,
        materials: [
          {
            key: 'scan',
            type: 'dicom',
            title: 'A scan',
            series: [{ key: 'axial', title: 'Axial', folder: 'dicom/axial' }],
          },
        ],
      },
    ],
    quizzes: [
      {
        key: 'quiz',
        page: 2,
        title: 'A quiz',
        questions: [
          { key: 'q1', question: 'Which?', page: 2, choices: choices('This', 'That', 'Neither of them') },
          { key: 'q2', question: 'What?', image: 'figure.png', choices: choices('Yes', 'No') },
        ],
      },
    ],
    tests: [
      {
        key: 'test',
        title: 'A test',
        pre_page: 1,
        post_page: 3,
        sections: [
          { key: 'a', name: 'Section A', first_page: 1 },
          { key: 'b', name: 'Section B', first_page: 2 },
        ],
        questions: [
          { key: 't1', question: 'How many?', section: 'a', choices: choices('Four', 'Five') },
          { key: 't2', question: 'How long?', section: 'b', choices: choices('Long', 'Short') },
        ],
      },
    ],
    final_test: {
      questions: [{ key: 'f1', question: 'The end?', choices: choices('It is', 'It is not', 'Perhaps') }],
    },
    survey: {
      title: 'Your opinion',
      questions: [
        { key: 'rate', question: 'How good?', type: 'rating', choices: ['Very', 'Fair', 'Bad'] },
        { key: 'pick', question: 'Which part?', type: 'mcq', choices: ['One', 'Two'] },
        { key: 'say', question: 'Anything else?', type: 'open_ended' },
      ],
    },
    certificate: { title: 'Certificate', description: 'Of the small book', hours_of_participation: 2 },
    packages: [{ slug: 'bundle', name: 'Bundle', price: 80 }],
    programs: [{ slug: 'residency', name: 'Residency' }],
  };
}

const CAPTIONS = 'WEBVTT\n\n00:00.000 --> 00:04.000\nHello.\n';

type Content = Uint8Array | string;
let files: Promise<[name: string, content: Content][]> | undefined;

/** The files that `bookManifest()` names; made once per process, because drawing takes longer than most tests with it. */
const bookFiles = async (): Promise<[name: string, content: Content][]> => [
  ['book.pdf', await pdfOf(6)],
  ['cover.png', await picture(600, 800)],
  ['ada.png', await picture()],
  ['figure.png', await picture(80, 60, '#a52')],
  ['lectures/one.mp4', mp4File()],
  ['lectures/one.vtt', CAPTIONS],
  ['lectures/one.seen.vtt', CAPTIONS],
  ...[1, 2, 3].map((index): [string, Content] => [`dicom/axial/00${index}.dcm`, dicomFile({ index })]),
];

/** The folder of `bookManifest()` with all of its files, without any error. */
export async function bookFolder(): Promise<TestFolder> {
  const folder = mkdtempSync(join(tmpdir(), 'vesalius-book-'));
  const book = bookManifest();
  const write = (name: string, content: Content) => {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  };
  files ??= bookFiles();
  for (const [name, content] of await files) write(name, content);
  write('book.yaml', stringify(book));
  return {
    folder,
    file: write,
    manifest: (change) => {
      change(book);
      write('book.yaml', stringify(book));
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
