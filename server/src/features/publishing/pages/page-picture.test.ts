import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFRawStream,
  PDFString,
  StandardFonts,
} from 'pdf-lib';
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

  it('keeps them in a PDF of its own, as a drawing', async () => {
    const single = await onePagePdf(await open(await formPdf()), 1);
    expect((await PDFDocument.load(single)).getPage(0).node.Annots()).toBeUndefined();
    const picture = draw(await open(single));
    expect(await ink(picture, 24, 304, 60, 22)).toBeGreaterThan(0.02);
    expect(await ink(picture, 24, 244, 16, 16)).toBeGreaterThan(0.05);
  });
});

/** What a PDF holds: its objects as text, and its streams decoded. */
async function heldIn(content: Uint8Array): Promise<string> {
  const { context } = await PDFDocument.load(content, { updateMetadata: false });
  return context
    .enumerateIndirectObjects()
    .map(([, object]) =>
      object instanceof PDFRawStream && object.dict.get(PDFName.of('Filter')) !== PDFName.of('DCTDecode')
        ? `${object.dict} ${Buffer.from(decodePDFRawStream(object).decode()).toString('latin1')}`
        : String(object),
    )
    .join('\n');
}

describe('a PDF of one page', () => {
  /** Two pages with the same resources, as jsPDF and office programs write them. */
  async function sharedPdf(): Promise<PDFDocument> {
    const document = await PDFDocument.create();
    const font = await document.embedFont(StandardFonts.Helvetica);
    const pages = [document.addPage([300, 400]), document.addPage([300, 400])];
    const red = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const [first, second] = await Promise.all([document.embedPng(red), document.embedPng(red)]);
    pages[0]?.drawText('Free page', { x: 20, y: 360, size: 14, font });
    pages[0]?.drawImage(first, { x: 20, y: 200, width: 100, height: 100 });
    pages[1]?.drawImage(second, { x: 20, y: 200, width: 100, height: 100 });
    await document.flush();
    const { context } = document;
    const form = context.stream('BT /Shared 12 Tf (Inside) Tj ET', {
      ...{ Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 100, 20] },
    });
    const paid = context.stream('BT (Paid words) Tj ET', {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, 0, 9, 9],
    });
    const objects = context.obj({ Drawn: context.register(form), Paid: context.register(paid) });
    const fonts = context.obj({ Shared: font.ref });
    for (const { node } of pages) {
      const own = node.Resources()!;
      for (const [key, value] of own.lookup(PDFName.of('XObject'), PDFDict).entries())
        objects.set(key, value);
      for (const [key, value] of own.lookupMaybe(PDFName.of('Font'), PDFDict)?.entries() ?? [])
        fonts.set(key, value);
    }
    const shared = context.register(context.obj({ XObject: objects, Font: fonts }));
    for (const { node } of pages) node.set(PDFName.of('Resources'), shared);
    const draws = context.register(context.stream('q 1 0 0 1 20 100 cm /Drawn Do Q'));
    const contents = pages[0]!.node.get(PDFName.of('Contents'))!;
    const before = context.lookup(contents);
    pages[0]!.node.set(
      PDFName.of('Contents'),
      context.obj([...(before instanceof PDFArray ? before.asArray() : [contents]), draws]),
    );
    return document;
  }

  it('holds nothing that only other pages draw, and is drawn as before', async () => {
    const whole = await (await sharedPdf()).save();
    const document = await open(whole);
    const single = await onePagePdf(document, 1);
    const held = await heldIn(single);
    expect(held).toContain('(Inside)');
    expect(held).toContain('Helvetica');
    expect(held).not.toContain('Paid words');
    expect(held.match(/\/Subtype \/Image/g)).toHaveLength(1);
    const [before, after] = [draw(document), draw(await open(single))];
    expect(after.pixels.equals(before.pixels)).toBe(true);
  });

  it('has no comments, attachments, actions, links and metadata', async () => {
    const document = await sharedPdf();
    const { context } = document;
    const [page, other] = document.getPages();
    const note = context.register(
      context.obj({
        ...{ Type: 'Annot', Subtype: 'Text', Rect: [1, 1, 9, 9], F: 2 },
        Contents: PDFString.of('Jane Doe, MRN 4711'),
      }),
    );
    const link = context.register(
      context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 50, 50], Dest: [other!.ref, 'Fit'] }),
    );
    page!.node.set(PDFName.of('Annots'), context.obj([note, link]));
    const said = (words: string) => context.register(context.stream(words));
    page!.node.set(PDFName.of('Metadata'), said('written by Jane Doe'));
    page!.node.set(PDFName.of('PieceInfo'), context.obj({ Own: { Private: said('draft of Jane Doe') } }));
    page!.node.set(
      PDFName.of('AA'),
      context.obj({ O: { S: 'JavaScript', JS: PDFString.of('app.alert("Jane Doe")') } }),
    );
    const held = await heldIn(await onePagePdf(await open(await document.save()), 1));
    expect(held).toContain('(Inside)');
    for (const words of ['Jane Doe', 'Paid words', '/Annot', 'JavaScript']) expect(held).not.toContain(words);
  });
});
