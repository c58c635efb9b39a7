import { readFileSync } from 'node:fs';
import { readerCalls } from '@vesalius/contract/reader-calls';
import { folderOfPage } from '@vesalius/contract/reader-text';
import { sql } from 'kysely';
import { PDFDocument, PDFName, PDFString } from 'pdf-lib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MINUTE_MS } from '../../../platform/durations.ts';
import { newId } from '../../../platform/ids.ts';
import { enqueue, runDueJobs } from '../../../platform/jobs.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { bookFolder } from '../../../testing/book-folder.ts';
import { bundleForNode } from '../../../testing/bundle.ts';
import { ligaturePdf } from '../../../testing/ligature-pdf.ts';
import { recordingLog } from '../../../testing/recording-log.ts';
import { importBook } from '../import-book.ts';
import { publishingJobs } from '../jobs.ts';
import { prepareSharpPages } from '../prepare-sharp-pages.ts';
import { readTextsAgain } from './read-texts-again.ts';

let t: TestApp;
let child: { file: string; remove(): void };
beforeAll(async () => {
  t = await testApp();
  child = await bundleForNode(`${import.meta.dirname}/../pages/page-child.ts`);
});
afterAll(async () => {
  await t.close();
  child.remove();
});

/** A book with a layer of answers that is off. */
async function withAnswers(content: Uint8Array): Promise<Buffer> {
  const document = await PDFDocument.load(content);
  const { context } = document;
  const answers = context.register(context.obj({ Type: 'OCG', Name: PDFString.of('Answers') }));
  document.catalog.set(
    PDFName.of('OCProperties'),
    context.obj({ OCGs: [answers], D: { OFF: [answers], BaseState: 'ON' } }),
  );
  const font = await document.embedFont('Helvetica');
  for (const page of document.getPages()) {
    page.setFont(font);
    page.node.Resources()?.set(PDFName.of('Properties'), context.obj({ MC0: answers }));
    const name = page.node.newFontDictionary('Answers', font.ref).asString();
    const drawing = `/OC /MC0 BDC BT ${name} 12 Tf 30 30 Td (hiddenanswer) Tj ET EMC`;
    page.node.addContentStream(context.register(context.stream(drawing)));
  }
  return Buffer.from(await document.save());
}

it('words of a hidden layer are not found, also in a book that an earlier release published', async () => {
  const { db, storage } = t.deps;
  const options = { pageWork: { childProgram: child.file } };
  const book = await bookFolder();
  book.file('book.pdf', await withAnswers(await ligaturePdf(6)));
  const { bookId, revision } = await importBook(t.deps, book.folder, options);
  book.remove();
  const search = async (q: string): Promise<number> =>
    (await t.call(readerCalls.searchBook, { params: { id: bookId }, query: { q } })).body.pages;
  const fileOf = (name: string) => `${folderOfPage({ set: `${bookId}/${revision}`, page: 2 })}/${name}`;
  const textFile = async () => (await storage.readWhole(fileOf('text.json'))).toString('utf8');
  expect(await search('hiddenanswer')).toBe(0);
  expect(await search('difference')).toBe(6);
  expect(await textFile()).not.toContain('hiddenanswer');

  // As the release before read the page.
  const { words, ...rest } = JSON.parse(await textFile());
  const former = { ...rest, words: [...words, [0, 0.9, 0.1, 0.1, 'hiddenanswer']] };
  await storage.put(fileOf('text.json'), Buffer.from(JSON.stringify(former)));
  await storage.put(fileOf('sheet.pdf'), Buffer.from('%PDF'));
  await sql`update pdf_pages set text = text || ' hiddenanswer' where work_id = ${bookId} and page = 2`.execute(
    db,
  );
  await sql`update book_pages set text = text || ' hiddenanswer',
    search_vector = to_tsvector('simple', text || ' hiddenanswer')
    where book_id = ${bookId} and page_number = 2`.execute(db);
  await sql`delete from search_books where book_id = ${bookId}`.execute(db);
  await sql`update page_sets set text_version = 3 where work_id = ${bookId}`.execute(db);
  expect(await search('hiddenanswer')).toBe(1);
  expect(await readTextsAgain(t.deps, { workId: bookId, number: revision }, options)).toBe(1);
  expect(await search('hiddenanswer')).toBe(0);
  expect(await textFile()).not.toContain('hiddenanswer');
  await prepareSharpPages(t.deps, bookId, revision, options);
  expect(await storage.find(fileOf('sheet.pdf'))).toBeNull();
  expect(await storage.find(fileOf('drawn.pdf'))).not.toBeNull();
});

it('the texts of a PDF that an earlier release could not read in its memory are read after an upgrade', async () => {
  const { db } = t.deps;
  const payload = { book_id: newId(), revision: 1 };
  await enqueue(db, publishingJobs.readTextsAgain(payload));
  await sql`update jobs set dead_at = now(), attempts = max_attempts, last_error = 'layers'
    where payload ->> 'book_id' = ${payload.book_id}`.execute(db);
  const migration = `${import.meta.dirname}/../../../../migrations/0229-layers-of-large-pdfs.sql`;
  await sql.raw(readFileSync(migration, 'utf8')).execute(db);
  const read: unknown[] = [];
  const handlers = { [publishingJobs.readTextsAgain.kind]: async (given: unknown) => void read.push(given) };
  // After the database's clock, which is finer.
  const clock = { now: () => new Date(Date.now() + MINUTE_MS) };
  await runDueJobs({ db, clock, log: recordingLog(), handlers });
  expect(read).toContainEqual(payload);
});
