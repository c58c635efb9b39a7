import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument, PDFName, StandardFonts } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharp } from '../../../platform/pictures/sharp.ts';
import { onePagePdf } from './one-page-pdf.ts';
import { type Picture, renderPage } from './page-picture.ts';
import { PdfDocument } from './pdfium.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vesalius-pictures-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
async function open(content: Uint8Array): Promise<PdfDocument> {
  const path = join(folder, `${++files}.pdf`);
  writeFileSync(path, content);
  return PdfDocument.open(path);
}
const draw = (document: PdfDocument): Picture =>
  document.withPage(1, (page, size) => renderPage(document, page, size, 1));

/** The share of ink in a part of the page, from 0 (white) to 1. The part is in points, in PDF coordinates. */
async function ink({ pixels, width, height }: Picture, x: number, y: number, w: number, h: number) {
  const scale = width / 300;
  const part = sharp(pixels, { raw: { width, height, channels: 3 } }).extract({
    left: Math.round(x * scale),
    top: Math.round(height - (y + h) * scale),
    width: Math.round(w * scale),
    height: Math.round(h * scale),
  });
  const shades = await part.greyscale().raw().toBuffer();
  return shades.reduce((sum, shade) => sum + 255 - shade, 0) / (255 * shades.length);
}

/** A score sheet: a text field with a value, a ticked box and an empty one. */
async function formPdf({ withAppearances = true } = {}): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = document.addPage([300, 400]);
  const font = await document.embedFont(StandardFonts.Helvetica);
  page.drawText('Glasgow Coma Scale', { x: 20, y: 360, size: 14, font });
  const form = document.getForm();
  const score = form.createTextField('score');
  score.setText('15 points');
  score.addToPage(page, { x: 20, y: 300, width: 200, height: 30 });
  const ticked = form.createCheckBox('eyes');
  ticked.addToPage(page, { x: 20, y: 240, width: 24, height: 24 });
  ticked.check();
  form.createCheckBox('motor').addToPage(page, { x: 80, y: 240, width: 24, height: 24 });
  if (!withAppearances)
    for (const widget of score.acroField.getWidgets()) widget.dict.delete(PDFName.of('AP'));
  return document.save({ updateFieldAppearances: false });
}

describe('a page with form fields', () => {
  it.each([true, false])('is drawn with their boxes, ticks and values (appearances: %s)', async (own) => {
    const picture = draw(await open(await formPdf({ withAppearances: own })));
    expect(await ink(picture, 24, 304, 60, 22)).toBeGreaterThan(0.02);
    const [ticked, empty] = [await ink(picture, 24, 244, 16, 16), await ink(picture, 84, 244, 16, 16)];
    expect(ticked).toBeGreaterThan(empty + 0.05);
    // The box is drawn, and the paper inside it has no tint.
    expect(await ink(picture, 78, 238, 28, 28)).toBeGreaterThan(0.03);
    expect(empty).toBeLessThan(0.01);
  });

  it('keeps them in a PDF of its own', async () => {
    const single = onePagePdf(await open(await formPdf()), 1);
    const [page] = (await PDFDocument.load(single)).getPages();
    expect(page?.node.Annots()?.size()).toBe(3);
  });
});
