import type { Transcript } from '@vesalius/contract/certificates';
import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName } from 'pdf-lib';
import { expect, it } from 'vitest';
import { createI18n } from '../../../i18n/i18n.ts';
import { paperOf } from '../../../lib/pdf/drawn-text.ts';
import { A4, picturePdf } from '../../../lib/pdf/picture-pdf.ts';
import { blankContext, blankPicture } from '../../../testing/read-pdf.ts';
import { drawTranscriptSheet } from './draw-transcript.ts';

const entry = {
  certificate_unique_id: 'VSL-1',
  certificate_type: 'participation',
  certificate_title: 'Reading the ECG',
  book_title: 'The ECG in Practice',
  book_version: '3',
  provider: null,
  submission_date: '2026-03-01',
  hours_of_participation: 12,
  credits_claimed: null,
  credits_max: null,
} as unknown as Transcript['entries'][number];
const transcript: Transcript = {
  user_name: 'Ada Reader',
  issued_at: '2026-05-01T09:00:00.000Z',
  entries: [
    entry,
    { ...entry, certificate_type: 'credit', certificate_unique_id: 'VSL-2', credits_claimed: 4.5 },
  ],
  total_hours: 12,
  total_credits_claimed: 4.5,
};

const kidsOf = (element: PDFDict): PDFDict[] => {
  const kids = element.lookup(PDFName.of('K'), PDFArray);
  return Array.from({ length: kids.size() }, (_, index) => kids.lookup(index, PDFDict));
};
const kindOf = (element: PDFDict) => String(element.get(PDFName.of('S')));
const textOf = (element: PDFDict) => element.lookup(PDFName.of('ActualText'), PDFHexString).decodeText();

it('is a table for screen readers: headings of columns, and every cell of every row', async () => {
  const t = (await createI18n('en', ['certificates'])).getFixedT('en', 'certificates');
  const paper = paperOf(blankContext());
  const sheet = { sheet: 1, sheets: 1, address: 'vesalius.example/certificates/verify/' };
  drawTranscriptSheet(paper, { transcript, ...sheet, t, language: 'en' });
  const pdf = await picturePdf({
    paper: A4,
    language: 'en',
    title: 'Transcript',
    pages: [{ picture: await blankPicture(), paragraphs: paper.paragraphs }],
  });
  const read = await PDFDocument.load(await pdf.arrayBuffer());
  const structure = read.catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict);
  const elements = kidsOf(structure.lookup(PDFName.of('K'), PDFDict));
  expect(elements.map(kindOf)).toEqual(['/P', '/H1', '/P', '/P', '/Table', '/P', '/P']);
  const rows = kidsOf(elements[4] as PDFDict);
  expect(rows.map(kindOf)).toEqual(['/TR', '/TR', '/TR', '/TR']);
  const [head, ...others] = rows.map(kidsOf);
  expect(head?.map(kindOf)).toEqual(Array(5).fill('/TH'));
  expect(String(head?.[0]?.get(PDFName.of('A')))).toMatch(/\/Scope \/Column/);
  expect(others.flat().map(kindOf)).toEqual(Array(15).fill('/TD'));
  expect(others.map((cells) => cells.map(textOf))).toEqual([
    ['1 Mar 2026', expect.stringMatching(/^Reading the ECG The ECG in Practice, /), '12', '', 'VSL-1'],
    ['1 Mar 2026', expect.stringMatching(/^Reading the ECG The ECG in Practice, /), '', '4.5', 'VSL-2'],
    ['', expect.stringMatching(/\p{L}/u), '12', '4.5', ''],
  ]);
});
