import { join } from 'node:path';
import { expect, it } from 'vitest';
import { INVENTIONS } from '../../testing/answer-models.ts';
import { DEMO_BOOKS } from '../../testing/demo-books.ts';
import { readWords, textOfWords } from '../publishing/pages/page-text.ts';
import { PdfDocument } from '../publishing/pages/pdfium.ts';
import { sentencesOf } from '../search/sentences.ts';
import { checkedSentences } from './checked-sentences.ts';

/** Of another book. */
const ELSEWHERE = 'Seven wise owls sing quietly at noon.';

/** The sentences of each page of the demo library. */
async function demoPages(): Promise<string[][]> {
  const pages: string[][] = [];
  for (const { folder } of DEMO_BOOKS) {
    const document = await PdfDocument.open(join(folder, 'book.pdf'));
    for (let page = 1; page <= document.pageCount; page += 1)
      pages.push(
        document.withPage(page, (handle) => sentencesOf(textOfWords(readWords(document, handle).words))),
      );
  }
  return pages;
}

it('of the demo library, every way to invent is refused, and what is quoted passes', async () => {
  const pages = await demoPages();
  const isShown = (sentence: string, page: readonly string[]) =>
    checkedSentences(`${sentence.replace(/[.!?]$/, '')} [1].`, [page]).length > 0;
  const leaked: string[] = [];
  let invented = 0;
  let quoted = 0;
  for (const page of pages) {
    for (const sentence of page) {
      if (isShown(sentence, page)) quoted += 1;
      const changed = INVENTIONS.map((invent) => invent(sentence, ELSEWHERE)).filter(
        (each) => each !== sentence,
      );
      invented += changed.length;
      leaked.push(...changed.filter((each) => isShown(each, page)).map((each) => `${each} << ${sentence}`));
    }
  }
  expect(leaked).toEqual([]);
  expect(invented).toBeGreaterThan(10_000);
  expect(quoted / pages.flat().length).toBeGreaterThan(0.99);
});
