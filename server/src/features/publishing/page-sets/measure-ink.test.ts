import { readerCalls } from '@vesalius/contract/reader-calls';
import { sql } from 'kysely';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { bookFolder } from '../../../testing/book-folder.ts';
import { bundleForNode } from '../../../testing/bundle.ts';
import { openPreview } from '../../reader/open-preview.ts';
import { importBook } from '../import-book.ts';
import { measureInk } from './measure-ink.ts';

const PAGES = 6;
/** A column from 90 to 270 of 360 points; page 2 is blank. */
async function pdfWithMargins(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (let number = 1; number <= PAGES; number += 1) {
    const page = document.addPage([360, 504]);
    if (number === 2) continue;
    page.drawRectangle({ x: 90, y: 60, width: 180, height: 380 });
    page.drawText(`Page ${number}`, { x: 150, y: 30, size: 11, font });
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
  book.file('book.pdf', await pdfWithMargins());
});
afterAll(async () => {
  await t.close();
  child.remove();
  book.remove();
});

it('the import measures the ink of each page, readers get it, and a set that was prepared before is measured', async () => {
  const options = { pageWork: { childProgram: child.file } };
  const { bookId, revision } = await importBook(t.deps, book.folder, options);
  const inkForReaders = async () =>
    (await t.call(readerCalls.getBookPages, { params: { id: bookId } })).body.ink;
  const imported = await inkForReaders();
  expect(imported).toHaveLength(PAGES);
  expect(imported[1]).toBeNull();
  const [x, y, width, height] = imported[0];
  expect([x, y, x + width]).toEqual([
    expect.closeTo(0.243, 2),
    expect.closeTo(0.123, 2),
    expect.closeTo(0.757, 2),
  ]);
  // The number of the page belongs to it.
  expect(y + height).toBeGreaterThan(474 / 504);
  const { crops } = (await openPreview(t.deps, bookId))!;
  expect(crops).toHaveLength(PAGES);
  expect([crops[0], crops[1]]).toEqual([[x, expect.closeTo(x + width)], null]);

  await sql`update pdf_pages set ink = null where work_id = ${bookId}`.execute(t.deps.db);
  expect(await inkForReaders()).toBeUndefined();
  const set = { workId: bookId, number: revision };
  expect(await measureInk(t.deps, set, options)).toBe(PAGES);
  expect(await inkForReaders()).toEqual(imported);
  expect(await measureInk(t.deps, set, options)).toBe(0);
});
