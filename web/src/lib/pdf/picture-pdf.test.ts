import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, PDFNumber, PDFRef } from 'pdf-lib';
import { expect, it } from 'vitest';
import { blankContext, blankPicture, readBack, textOfPdf } from '../../testing/read-pdf.ts';
import { type Paper, paperOf, writeText } from './drawn-text.ts';
import { A4, picturePdf } from './picture-pdf.ts';

function written(
  direction: 'ltr' | 'rtl',
  ...lines: (string | { text: string; continues: boolean })[]
): Paper {
  const paper = paperOf(blankContext());
  paper.context.font = '400 12px Serif';
  paper.context.direction = direction;
  lines.forEach((line, index) => {
    const { text, continues } = typeof line === 'string' ? { text: line, continues: false } : line;
    writeText(paper, text, direction === 'rtl' ? 500 : 50, 100 + index * 30, { continues });
  });
  return paper;
}

it('writes a PDF that another program reads, with its pages, language, title and tags', async () => {
  const { paragraphs } = written('rtl', 'شهادة', { text: 'مشاركة', continues: true }, '\u2066V-1\u2069');
  const picture = await blankPicture();
  const pdf = await picturePdf({
    paper: A4,
    tone: [253, 251, 246],
    language: 'ar',
    title: 'شهادة (1) \\ é',
    keywords: 'VSL-1',
    pages: [
      { picture, paragraphs },
      { picture, paragraphs: [] },
    ],
  });
  const read = await PDFDocument.load(await pdf.arrayBuffer(), { updateMetadata: false });
  expect(read.getTitle()).toBe('شهادة (1) \\ é');
  expect(read.getKeywords()).toBe('VSL-1');
  expect(read.getSubject()).toBeUndefined();
  expect(String(read.catalog.get(PDFName.of('Lang')))).toBe('(ar)');
  expect(read.getPages().map((page) => page.getSize())).toEqual([A4, A4]);
  expect(String(read.catalog.lookup(PDFName.of('MarkInfo')))).toContain('/Marked true');

  // Each marked content of the page leads to its paragraph, which says what it is.
  const structure = read.catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict);
  const numbers = structure.lookup(PDFName.of('ParentTree'), PDFDict).lookup(PDFName.of('Nums'), PDFArray);
  const parents = numbers.lookup(1, PDFArray);
  const elements = Array.from({ length: parents.size() }, (_, mark) => {
    const element = parents.lookup(mark, PDFDict);
    expect(element.lookup(PDFName.of('K'), PDFNumber).asNumber()).toBe(mark);
    expect(element.get(PDFName.of('Pg'))).toBe(read.getPage(0).ref);
    return element.lookup(PDFName.of('ActualText'), PDFHexString).decodeText();
  });
  expect(elements).toEqual(['شهادة مشاركة', 'V-1']);
  const document = structure.lookup(PDFName.of('K'), PDFDict);
  expect(document.lookup(PDFName.of('K'), PDFArray).asArray()).toEqual(
    parents.asArray().filter((parent) => parent instanceof PDFRef),
  );
});

it.each([
  ['ltr', 'Maximiliane von Müller'],
  ['ltr', 'Trần Thị J̌ana'],
  ['ltr', '山田 太郎'],
  ['rtl', 'عبد الرحمن بن محمد الفقيه'],
  ['rtl', 'مُحَمَّد الزهراني'],
  ['rtl', 'الوصول من 1 مارس 2026 إلى 1 مارس 2027'],
  ['rtl', '−$99.50'],
] as const)('is read in order (%s): %s', async (direction, text) => {
  expect((await readBack(written(direction, text).paragraphs, 'en')).text).toBe(text);
});

it.each([
  ['دُفع بواسطة \u2066Visa •••• 0027\u2069', ['دُفع بواسطة', 'Visa •••• 0027']],
  ['الضريبة المشمولة (\u206621%\u2069)', ['الضريبة المشمولة', '(21%)']],
  ['تأليف Maria Smith, Jo Bloggs', ['تأليف', 'Maria Smith, Jo Bloggs']],
])('keeps the parts of a line with two directions in order: %s', async (line, parts) => {
  const { text } = await readBack(written('rtl', line).paragraphs, 'ar');
  expect(text).toMatch(
    new RegExp(parts.map((part) => part.replace(/[(){}[\]$.*+?|^\\]/g, '\\$&')).join('\\s*')),
  );
});

it('does not break a hyphenated name at the end of a line', async () => {
  const name = [
    'Maximiliane von Hohenlohe-',
    { text: 'Langenburg zu Weikersheim', continues: true },
  ] as const;
  const { text } = await readBack(written('ltr', ...name).paragraphs, 'en');
  expect(text).toBe('Maximiliane von Hohenlohe-Langenburg\nzu Weikersheim');
});

it('is not much larger than its picture', async () => {
  const lines = Array.from(
    { length: 40 },
    (_, index) => `Line ${index} of a receipt, with words and $1,234.50`,
  );
  const bare = await readBack([], 'en');
  expect((await readBack(written('ltr', ...lines).paragraphs, 'en')).size - bare.size).toBeLessThan(
    lines.length * 1_500,
  );
});

it('has no words without paragraphs', async () => {
  const picture = await blankPicture();
  const pdf = await picturePdf({
    paper: A4,
    language: 'en',
    title: 'T',
    pages: [{ picture, paragraphs: [] }],
  });
  expect(await textOfPdf(pdf)).toBe('');
});
