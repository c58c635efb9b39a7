import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { degrees, PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { picture } from '../../../testing/book-folder.ts';
import { readFigures } from './page-figures.ts';
import { readWords } from './page-text.ts';
import { PdfDocument } from './pdfium.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vesalius-figures-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('figures of a page', () => {
  const figuresOf = async (draw: (document: PDFDocument) => Promise<void>) => {
    const document = await PDFDocument.create();
    await draw(document);
    const path = join(folder, 'figures.pdf');
    writeFileSync(path, await document.save());
    const opened = await PdfDocument.open(path);
    return opened.withPage(1, (page) => readFigures(opened, page));
  };
  const pageWith = (at: { x: number; y: number; width: number; height: number }, turned = 0) =>
    figuresOf(async (document) => {
      const page = document.addPage([400, 800]);
      page.setRotation(degrees(turned));
      page.drawImage(await document.embedPng(await picture()), at);
    });

  it('are the areas of its photographs, from the top left corner', async () => {
    expect(await pageWith({ x: 100, y: 600, width: 200, height: 100 })).toEqual([[0.25, 0.125, 0.5, 0.125]]);
  });
  it('rotate with the page', async () => {
    expect(await pageWith({ x: 100, y: 600, width: 200, height: 100 }, 90)).toEqual([
      [0.75, 0.25, 0.125, 0.5],
    ]);
  });
  it('are no bullets, no rules and no scanned page', async () => {
    expect(await pageWith({ x: 10, y: 10, width: 8, height: 8 })).toEqual([]);
    expect(await pageWith({ x: 0, y: 100, width: 400, height: 2 })).toEqual([]);
    expect(await pageWith({ x: 0, y: 0, width: 400, height: 800 })).toEqual([]);
  });
  it('are found within embedded drawings', async () => {
    const inner = await PDFDocument.create();
    inner
      .addPage([100, 100])
      .drawImage(await inner.embedPng(await picture()), { x: 0, y: 50, width: 50, height: 50 });
    const figures = await figuresOf(async (document) => {
      const [form] = await document.embedPdf(await inner.save());
      document.addPage([400, 800]).drawPage(form!, { x: 200, y: 400, width: 200, height: 200 });
    });
    expect(figures).toEqual([[0.5, 0.25, 0.25, 0.125]]);
  });
});

describe('headings of a tagged PDF', () => {
  it('are taken from its tags', async () => {
    const book = join(import.meta.dirname, '../../../../../demo/chest-radiography/book.pdf');
    const document = await PdfDocument.open(book);
    const found: string[] = [];
    for (let page = 1; page <= document.pageCount; page += 1) {
      const { words, headings = [] } = document.withPage(page, (handle) => readWords(document, handle));
      for (const [from, to, level] of headings)
        found.push(
          `${level} ${words
            .slice(from, to)
            .map((word) => word[4])
            .join(' ')}`,
        );
    }
    expect(found).toContain('1 Preface');
    expect(found.length).toBeGreaterThan(10);
  });
});
