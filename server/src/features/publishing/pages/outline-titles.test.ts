import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { documentFacts } from './document-facts.ts';
import { readTitles } from './outline-titles.ts';
import { readWords, textOfWords } from './page-text.ts';
import { PdfDocument } from './pdfium.ts';

const titleOn = (title: string, text: string) =>
  readTitles([{ depth: 0, title, page: 1 }], () => text)[0]?.title;

it.each([
  ['مختلط اضطراب في تشك متى', 'الحمض 31\nمتى تشك في اضطراب مختلط\nالمريض', 'متى تشك في اضطراب مختلط'],
  ['صالحة العينة هل: القراءة قبل', 'قبل القراءة: هل العينة صالحة', 'قبل القراءة: هل العينة صالحة'],
  ['الحماض الاستقلابي', 'ثم الحماض الاستقلابي الحماض', 'الحماض الاستقلابي'],
  ['pH الرقم', 'الرقم pH: أقل', 'الرقم pH:'],
  ['والجداول الأشكال', 'الأشكال والجداول\nالأشكال\n1.1', 'الأشكال والجداول'],
  ['في سطر طويل متى', 'متى سطر\nطويل في', 'متى سطر طويل في'],
  ['ليس هنا', 'نص آخر', 'ليس هنا'],
  ['is not Arabic', 'Arabic not is', 'is not Arabic'],
])('%s', (title, text, read) => {
  expect(titleOn(title, text)).toBe(read);
});

it('reads the outline of a book that a browser printed', async () => {
  const book = resolve(import.meta.dirname, '../../../../../demo/acid-base-arabic/book.pdf');
  const document = await PdfDocument.open(book);
  const textOf = (page: number) =>
    document.withPage(page, (handle) => textOfWords(readWords(document, handle).words));
  const titles = readTitles(documentFacts(document).outline, textOf).map(({ title }) => title);
  expect(titles).toContain('متى تشك في اضطراب مختلط');
  expect(titles).toContain('ما الذي يقيسه الرقم pH');
  expect(titles).toContain('الحماض ذو الفجوة العالية');
  for (const title of ['الفجوة الأنيونية', 'كلور البول', 'الأشكال والجداول']) expect(titles).toContain(title);
  expect(titles).not.toContain('الاستقلابي الحماض');
});
