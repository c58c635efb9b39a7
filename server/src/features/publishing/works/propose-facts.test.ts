import type { PageText, PageWord } from '@vesalius/contract/reader-text';
import { describe, expect, it } from 'vitest';
import { languageOf, type PdfFacts, proposeFacts, runsOfLabels } from './propose-facts.ts';
import { headingOf } from './read-headings.ts';

const NOTHING: PdfFacts = { pageCount: 20, labels: [], outline: [], text: '', headings: [] };
const entry = (title: string, page: number, depth = 0) => ({ title, page, depth });

describe('what a PDF tells of its book', () => {
  it('is nothing without evidence', () => expect(proposeFacts(NOTHING)).toEqual({}));

  it('has a chapter for each entry of the outline, and the pages before them as front matter', () => {
    const outline = [
      entry('Contents', 2),
      entry('The heart', 5),
      entry('Valves', 7, 1),
      entry('The lung', 12),
    ];
    expect(proposeFacts({ ...NOTHING, outline })).toEqual({
      chapters: [
        { key: 'chapter-1', title: 'The heart', first_page: 5, last_page: 11 },
        { key: 'chapter-2', title: 'The lung', first_page: 12, last_page: 20 },
      ],
      chapters_from: 'outline',
      front_matter: { first_page: 1, last_page: 4 },
    });
  });

  it('looks below the title of the book for its chapters', () => {
    const outline = [entry('Atlas', 1), entry('The heart', 1, 1), entry('The lung', 9, 1)];
    expect(proposeFacts({ ...NOTHING, outline }).chapters?.map(({ title }) => title)).toEqual([
      'The heart',
      'The lung',
    ]);
  });

  it('uses large headings if there is no outline, and the title from page 1', () => {
    const headings = [
      { page: 1, text: 'Atlas of the Chest', size: 40 },
      { page: 3, text: 'The heart', size: 24 },
      { page: 4, text: 'A note', size: 16 },
      { page: 9, text: 'The lung', size: 24.5 },
    ];
    const { title, chapters, chapters_from } = proposeFacts({ ...NOTHING, headings });
    expect({ title, chapters_from }).toEqual({ title: 'Atlas of the Chest', chapters_from: 'headings' });
    expect(chapters?.map((each) => [each.title, each.first_page, each.last_page])).toEqual([
      ['The heart', 3, 8],
      ['The lung', 9, 20],
    ]);
  });

  it('counts Roman pages as front matter', () => {
    const labels = ['i', 'ii', 'iii', 'iv', ...Array.from({ length: 16 }, (_, index) => `${index + 1}`)];
    const outline = [entry('Thanks to all', 3), entry('The heart', 5), entry('The lung', 12)];
    const { front_matter, page_labels, chapters } = proposeFacts({ ...NOTHING, labels, outline });
    expect(front_matter).toEqual({ first_page: 1, last_page: 4 });
    expect(chapters?.[0]).toMatchObject({ title: 'The heart', first_page: 5 });
    expect(page_labels).toEqual([
      { from_page: 1, style: 'roman', first: 1 },
      { from_page: 5, style: 'decimal', first: 1 },
    ]);
  });
});

it.each([
  [['1', '2', '3'], []],
  [['', '', ''], []],
  [['7', '8'], [{ from_page: 1, style: 'decimal', first: 7 }]],
] as const)('reads the printed numbers %j', (labels, runs) => expect(runsOfLabels(labels)).toEqual(runs));

it.each([
  ['The heart and the lung are organs, which work with blood from the body.', 'en'],
  ['Das Herz und die Lunge, der Körper und eine Niere werden mit Blut nicht versorgt.', 'de'],
  ['القلب والرئتان من أعضاء الجسم التي تعمل مع الدم', 'ar'],
  ['12 34 56', null],
])('tells the language of %j', (text, language) => expect(languageOf(text)).toBe(language));

describe('the heading of a page', () => {
  const word = (text: string, y: number, height: number): PageWord => [0.1, y, 0.1, height, text];
  const pageOf = (words: PageWord[]): PageText => ({ width: 400, height: 600, words });
  const body = Array.from({ length: 60 }, () => word('tissue', 0.5, 0.02));

  it('is its largest words', () => {
    const words = [word('The', 0.1, 0.05), word('heart', 0.1, 0.048), ...body];
    expect(headingOf(3, pageOf(words))).toMatchObject({ page: 3, text: 'The heart', size: 30 });
  });
  it('is none if all words have the same size', () => expect(headingOf(3, pageOf(body))).toBeNull());
  it('is none on an empty page', () => expect(headingOf(3, pageOf([]))).toBeNull());
});
