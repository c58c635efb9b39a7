import { sql } from 'kysely';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { bookFolder } from '../../../testing/book-folder.ts';
import { bundleForNode } from '../../../testing/bundle.ts';
import { importBook } from '../import-book.ts';
import { measureConfidence } from './measure-confidence.ts';
import { listPdfPages } from './page-set-queries.ts';

const PAGES = 6;
/** Page 2 has text in two columns far apart, line by line, and no tags: their order is uncertain. */
async function pdfWithColumns(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (let number = 1; number <= PAGES; number += 1) {
    const page = document.addPage([360, 504]);
    for (let line = 0; line < 8; line += 1) {
      const y = 440 - 20 * line;
      page.drawText(number === 2 ? 'left' : 'A line of a paragraph that goes on.', {
        x: 36,
        y,
        size: 11,
        font,
      });
      if (number === 2) page.drawText('right', { x: 260, y, size: 11, font });
    }
  }
  return document.save({ useObjectStreams: false });
}

let t: TestApp;
let child: { file: string; remove(): void };
let book: Awaited<ReturnType<typeof bookFolder>>;
beforeAll(async () => {
  t = await testApp();
  child = await bundleForNode(`${import.meta.dirname}/../pages/page-child.ts`);
  book = await bookFolder();
  book.file('book.pdf', await pdfWithColumns());
});
afterAll(async () => {
  await t.close();
  child.remove();
  book.remove();
});

const options = (dryRun = false) => ({ dryRun, pageWork: { childProgram: child.file } });
const NOTE = 'the order of the text is uncertain on 1 page (page 2)';

it('a dry run says which pages have text in an uncertain order', async () => {
  const { warnings } = await importBook(t.deps, book.folder, options(true));
  expect(warnings.map(({ text }) => text)).toContainEqual(expect.stringContaining(NOTE));
});

it('the import says and stores it, and a set that was prepared before is measured from its texts', async () => {
  const { bookId, revision, warnings } = await importBook(t.deps, book.folder, options());
  expect(warnings.map(({ text }) => text)).toContainEqual(expect.stringContaining(NOTE));
  const set = { workId: bookId, number: revision };
  const measured = async () => (await listPdfPages(t.deps.db, set)).map(({ confidence }) => confidence);
  const before = await measured();
  expect(before).toEqual([1, 0, 1, 1, 1, 1]);

  await sql`update pdf_pages set confidence = null where work_id = ${bookId}`.execute(t.deps.db);
  expect(await measureConfidence(t.deps, set)).toBe(PAGES);
  expect(await measured()).toEqual(before);
  expect(await measureConfidence(t.deps, set)).toBe(0);
});
