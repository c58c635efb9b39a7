import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readerCalls } from '@vesalius/contract/reader-calls';
import { type PageText, pageFolder } from '@vesalius/contract/reader-text';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { one } from '../../platform/database/database.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { bookFolder, type TestFolder } from '../../testing/book-folder.ts';
import { bundleForNode } from '../../testing/bundle.ts';
import {
  arabicPdf,
  brokenXrefPdf,
  cutPdf,
  damagedPagePdf,
  largeImagePdf,
  missingFontsPdf,
  mixedSizesPdf,
  notedPdf,
  scannedPdf,
} from '../../testing/odd-pdfs.ts';
import { importBook } from './import-book.ts';
import { checkWork, filesOfWork } from './works/check-work.ts';
import { findWork } from './works/work-queries.ts';

/** Characters for which browsers write /ActualText, each with the shape in which it is drawn from right to left. */
const SAID = { '(': ')', ')': '(', '<': '>' };
/** The test book has six pages. */
const PAGES = 6;

describe('a PDF as publishers deliver it', () => {
  let t: TestApp;
  let child: Awaited<ReturnType<typeof bundleForNode>>;
  let book: TestFolder;
  let count = 0;
  beforeAll(async () => {
    t = await testApp();
    child = await bundleForNode(join(import.meta.dirname, 'pages/page-child.ts'));
  });
  afterAll(async () => {
    await t.close();
    child.remove();
  });
  beforeEach(async () => {
    book = await bookFolder();
    return () => book.remove();
  });

  const publish = async (pdf: Uint8Array) => {
    book.file('book.pdf', pdf);
    book.manifest((manifest) => {
      count += 1;
      manifest.slug = `odd-${count}`;
    });
    const { bookId, warnings } = await importBook(t.deps, book.folder, {
      pageWork: { childProgram: child.file, children: 1 },
    });
    const pages = (await t.call(readerCalls.getBookPages, { params: { id: bookId } })).body;
    const fetchFile = (page: number, file: string) =>
      t.app.inject({ url: `/page-files/${bookId}/1/${page}/${file}?grant=${pages.files.grant}` });
    return {
      ...{ bookId, warnings, pages },
      text: async (page: number) => (await fetchFile(page, 'text.json')).json() as PageText,
      picture: async (page: number) => sharp((await fetchFile(page, '1x.webp')).rawPayload),
      search: async (q: string) =>
        (await t.call(readerCalls.searchBook, { params: { id: bookId }, query: { q } })).body,
    };
  };

  it('with text outside its visible part is published with a warning, which the check list has as well', async () => {
    const { bookId, warnings } = await publish(await notedPdf(PAGES));
    const text = expect.stringMatching(
      /^has text outside its visible part on page 2: .*readers can download/,
    );
    expect(warnings).toContainEqual(expect.objectContaining({ text }));
    const files = await filesOfWork(t.deps.db, bookId);
    const work = await findWork(t.deps.db, bookId);
    const { findings } = await checkWork(t.deps, { workId: bookId, document: work!.manifest, files });
    expect(findings).toContainEqual(expect.objectContaining({ kind: 'warning', text }));
  });

  it('that was scanned is shown as images, and its search finds nothing without failing', async () => {
    const { text, picture, search, pages } = await publish(await scannedPdf(PAGES));
    expect(pages.sizes).toEqual([[612, 792, PAGES]]);
    expect((await text(2)).words).toEqual([]);
    const { width, height } = await (await picture(2)).metadata();
    expect([width, height]).toEqual([816, 1056]);
    // The line of the scan is drawn, not white paper.
    const { channels } = await (await picture(2)).stats();
    expect(channels[0]?.min).toBeLessThan(120);
    expect(await search('heart')).toMatchObject({ hits: [], pages: 0 });
  });

  it('without its fonts is published with notes on which fonts are missing where', async () => {
    const [cyrillic, chinese] = [
      { font: 'Arial-BoldMT', text: 'Номер' },
      { font: 'SimSun', text: '心' },
    ];
    book.file('book.pdf', await missingFontsPdf([cyrillic, cyrillic, cyrillic, chinese, cyrillic, chinese]));
    for (const dryRun of [true, false]) {
      const options = { dryRun, pageWork: { childProgram: child.file } };
      const { warnings } = await importBook(t.deps, book.folder, options);
      expect(warnings.map(({ text }) => text).filter((text) => text.startsWith('the font'))).toEqual([
        'the font "SimSun" is not embedded (pages 4, 6), and no other one here has its letters 心: gaps on pages 4, 6; export the PDF with its fonts embedded',
        'the font "Arial-BoldMT" is not embedded (pages 1 to 3, 5): another one is drawn in its place; embed it to keep the book\'s look',
      ]);
    }
  });

  it('with a damaged page is refused by a dry run as by the import', async () => {
    book.file('book.pdf', await damagedPagePdf(PAGES, 4));
    for (const dryRun of [true, false]) {
      const options = { dryRun, pageWork: { childProgram: child.file } };
      await expect(importBook(t.deps, book.folder, options)).rejects.toThrow(
        'has a damaged page: page 4 cannot be read',
      );
    }
  });

  it('of mixed sizes keeps the displayed size and orientation of each page', async () => {
    const { pages, picture, text } = await publish(await mixedSizesPdf());
    expect(pages.sizes).toEqual([
      [595, 842, 1],
      [842, 595, 2],
      [2384, 3370, 1],
      [153, 243, 1],
      [500, 400, 1],
    ]);
    const runs = pages.sizes as [number, number, number][];
    const sizes = runs.flatMap(([wide, high, run]) =>
      Array.from({ length: run }, () => [wide, high] as const),
    );
    for (const page of [1, 2, 3, 4, 5, 6]) {
      const { width, height } = await (await picture(page)).metadata();
      const [wide, high] = sizes[page - 1]!;
      expect((width ?? 0) / (height ?? 1)).toBeCloseTo(wide / high, 1);
      expect(Math.max(width ?? 0, height ?? 0)).toBeLessThanOrEqual(2004);
    }
    // The words of the rotated page are where they are seen: at its right edge, running downwards.
    const [first] = (await text(3)).words;
    expect(first?.[0]).toBeGreaterThan(0.9);
    expect(first?.[3]).toBeGreaterThan(0);
    // Cropped text is not on the page.
    for (const [x, y] of (await text(6)).words) expect(x >= 0 && x < 1 && y >= 0 && y < 1).toBe(true);
  });

  it('with a photograph of 48 million pixels has a page image of ordinary size', async () => {
    const { picture, text } = await publish(await largeImagePdf(PAGES));
    const page = await picture(2);
    const { width, height, size } = await page.metadata();
    expect([width, height]).toEqual([480, 672]);
    expect(size ?? (await page.toBuffer()).length).toBeLessThan(100_000);
    const { data } = await page.extract({ left: 100, top: 560, width: 1, height: 1 }).raw().toBuffer({
      resolveWithObject: true,
    });
    expect(data[0]).toBeGreaterThan(data[1]! + 50);
    expect((await text(2)).words.length).toBeGreaterThan(0);
  });

  it('with a broken cross-reference table is repaired and read completely', async () => {
    const { pages, text, search } = await publish(await brokenXrefPdf(PAGES));
    expect(pages.book.number_of_pages).toBe(PAGES);
    expect((await text(4)).words.map((word) => word[4]).join(' ')).toBe('This is page 4 of it.');
    expect((await search('"page 5"')).hits).toMatchObject([{ page: 5, match: 'page 5' }]);
  });

  it('that was cut in half is refused with a reason, and nothing of it is stored', async () => {
    await expect(publish(await cutPdf(PAGES))).rejects.toThrow(
      /^The book folder has 1 mistake:\n {2}book\.pdf {2}.+\S/,
    );
    const kept = await one(
      t.deps.db,
      sql<{ books: number }>`select count(*)::int as books from books where slug = ${`odd-${count}`}`,
    );
    expect(kept.books).toBe(0);
  });

  it('in Arabic has its words in reading order, from the right', async () => {
    const lines = ['القلب عضلة تضخ الدم', 'الشريان الأبهر يخرج من القلب'];
    const { text, search, bookId } = await publish(await arabicPdf(PAGES, lines));
    const { words } = await text(2);
    expect(words.map((word) => word[4])).toEqual(lines.flatMap((line) => line.split(' ')));
    // The first word of a line is at its right; the second is to the left of it.
    expect(words[0]![0]).toBeGreaterThan(words[1]![0]);
    expect(words[1]![0] + words[1]![2]).toBeLessThanOrEqual(words[0]![0] + 0.01);
    expect(words[3]![5]).toBe(1);
    const found = await search('"تضخ الدم"');
    expect(found.pages).toBe(PAGES);
    expect(found.hits[0]).toMatchObject({ page: 1, match: 'تضخ الدم', before: 'القلب عضلة ' });
    const stored = join(t.deps.config.dataDir, 'files', pageFolder(bookId, 1, 1), 'text.json');
    expect(readFileSync(stored, 'utf8')).toContain('القلب');
  });

  it('in Arabic has correct brackets, however the PDF encodes them', async () => {
    const lines = ['القلب (عضلة) تضخ [الدم]', '«الأبهر» أكبر الشرايين', 'قيمة < قيمة'];
    const { text } = await publish(await arabicPdf(PAGES, lines, SAID));
    expect((await text(2)).words.map((word) => word[4])).toEqual(lines.flatMap((line) => line.split(' ')));
  });

  it('in Arabic keeps Latin words within their brackets', async () => {
    const lines = ['الشريان الأبهر (Aorta) يخرج', 'ضغط (mmHg) عند البالغين', 'يسمى Aorta (الأبهر) هنا'];
    const { text } = await publish(await arabicPdf(PAGES, lines, SAID));
    expect((await text(2)).words.map((word) => word[4])).toEqual(lines.flatMap((line) => line.split(' ')));
  });
});
