import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdfOf } from '../../../testing/book-folder.ts';
import { missingFontsPdf } from '../../../testing/odd-pdfs.ts';
import { type MissingFont, withFonts } from './page-fonts.ts';
import { renderPage } from './page-picture.ts';
import { PdfDocument } from './pdfium.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vesalius-fonts-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function drawn(content: Uint8Array, pages = 1) {
  const path = join(folder, 'book.pdf');
  writeFileSync(path, content);
  const document = await PdfDocument.open(path);
  return Array.from({ length: pages }, (_, index) =>
    withFonts(document, index + 1, (page, size, fonts) => ({
      fonts,
      ink: renderPage(document, page, size, 1).pixels.filter((value) => value < 128).length,
    })),
  );
}
const font = (name: string, undrawn = ''): MissingFont[] => [{ name, undrawn }];

describe('a font that is not embedded in the PDF', () => {
  it.each([
    ['Arial-BoldMT', 'Horner'],
    ['Arial-BoldMT', 'Номер полиса'],
    ['TimesNewRomanPSMT', 'β-blocker 5 μg'],
    ['Garamond', 'Grażyna Żółć, Őrült'],
    ['Calibri', 'καρδία'],
  ])('%s is named, and "%s" is drawn with another one', async (name, text) => {
    const [page] = await drawn(await missingFontsPdf([{ font: name, text }]));
    expect(page?.fonts).toEqual(font(name));
    expect(page?.ink).toBeGreaterThan(200);
  });

  it.each([
    ['Arial', 'قلب'],
    ['SimSun', '心脏'],
  ])('%s is named with the letters that no substitute has: "%s"', async (name, text) => {
    const [page] = await drawn(await missingFontsPdf([{ font: name, text }]));
    expect(page?.fonts[0]).toMatchObject({ name });
    expect([...(page?.fonts[0]?.undrawn ?? '')].sort()).toEqual([...text].sort());
    expect(page?.ink).toBe(0);
  });

  it('does not change how other pages are drawn', async () => {
    const pages = await drawn(
      await missingFontsPdf([
        { font: 'Garamond', text: 'Heart' },
        { font: 'Garamond', text: 'καρδία' },
        { font: 'SimSun', text: '心' },
        { font: 'Garamond', text: 'Heart' },
      ]),
      4,
    );
    expect(pages.map(({ fonts }) => fonts)).toEqual([
      font('Garamond'),
      font('Garamond'),
      font('SimSun', '心'),
      font('Garamond'),
    ]);
    expect(pages.map(({ ink }) => ink > 0)).toEqual([true, true, false, true]);
    // A page whose nearer substitute has all letters uses that one again.
    expect(pages[3]?.ink).toBe(pages[0]?.ink);
  });

  it('is not reported if it is a standard font', async () => {
    const [page] = await drawn(await pdfOf(1));
    expect(page?.fonts).toEqual([]);
    expect(page?.ink).toBeGreaterThan(200);
  });
});
