import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  decodePDFRawStream,
  PDFDocument,
  PDFName,
  type PDFObject,
  type PDFPage,
  PDFRawStream,
  PDFString,
  StandardFonts,
} from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withoutHidden } from './content-operators.ts';
import { drawnPicture } from './drawn-picture.ts';
import { onePagePdf } from './one-page-pdf.ts';
import { readWords, textOfWords } from './page-text.ts';
import { PdfDocument } from './pdfium.ts';
import { readText } from './read-text.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vesalius-layers-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Entry = (layers: { on: PDFObject; off: PDFObject }, document: PDFDocument) => PDFObject;
interface Page {
  /** What the names MC0, MC1 ... stand for. */
  readonly properties?: readonly Entry[];
  readonly content?: string;
  readonly config?: Record<string, unknown>;
  readonly offHas?: Record<string, unknown>;
  readonly more?: (page: PDFPage, document: PDFDocument, layers: { on: PDFObject; off: PDFObject }) => void;
}
const SIZE = { width: 300, height: 200 };
const words = (text: string, y: number) => `BT /F 14 Tf 20 ${y} Td (${text}) Tj ET\n`;

/** A page with the word VISIBLE, of a document with a layer that is on and one that is off. */
async function pdf({ properties = [], content = '', config, offHas = {}, more }: Page): Promise<string> {
  const document = await PDFDocument.create();
  const { context } = document;
  const font = await document.embedFont(StandardFonts.Helvetica);
  const layer = (name: string, has = {}) =>
    context.register(context.obj({ Type: 'OCG', Name: PDFString.of(name), ...has } as never));
  const layers = { on: layer('On'), off: layer('Off', offHas) };
  const usual = { BaseState: 'ON', OFF: [layers.off] };
  document.catalog.set(
    PDFName.of('OCProperties'),
    context.obj({ OCGs: [layers.on, layers.off], D: (config ?? usual) as never }),
  );
  const page = document.addPage([SIZE.width, SIZE.height]);
  const named = Object.fromEntries(properties.map((entry, index) => [`MC${index}`, entry(layers, document)]));
  page.node.set(PDFName.of('Resources'), context.obj({ Font: { F: font.ref }, Properties: named } as never));
  page.node.set(PDFName.of('Contents'), context.register(context.stream(words('VISIBLE', 170) + content)));
  more?.(page, document, layers);
  const path = join(folder, 'layers.pdf');
  writeFileSync(path, await document.save());
  return path;
}

const drawn = async (document: PdfDocument) => (await drawnPicture(document, 1, 1)).picture.pixels;
const textOf = (document: PdfDocument) =>
  document.withPage(1, (page) => textOfWords(readWords(document, page).words));
const allBytes = async (content: Buffer) => {
  const { context } = await PDFDocument.load(content);
  return context
    .enumerateIndirectObjects()
    .map(([, object]) =>
      object instanceof PDFRawStream
        ? Buffer.from(decodePDFRawStream(object).decode()).toString('latin1')
        : object.toString(),
    )
    .join('\n');
};

/** The words that the text has; the picture, the text and the sheet must agree on them. */
async function shownIn(page: Page): Promise<string> {
  const document = await PdfDocument.open(await pdf(page));
  const before = await drawn(document);
  const { text } = await readText(document, 1);
  const said = textOfWords(text.words);
  const sheet = await onePagePdf(document, 1);
  const path = join(folder, 'sheet.pdf');
  writeFileSync(path, sheet);
  const alone = await PdfDocument.open(path);
  expect((await drawn(alone)).equals(before)).toBe(true);
  expect(textOf(alone)).toBe(said);
  for (const word of ['SECRET', 'ALSO', 'INNER'])
    if (!said.includes(word)) expect(await allBytes(sheet)).not.toContain(word);
  expect((await drawn(document)).equals(before)).toBe(true);
  return said.replace(/\s+/g, ' ');
}

const section = (name: string, content: string) => `/OC /${name} BDC\n${content}EMC\n`;
const off: Entry = ({ off: layer }) => layer;
const on: Entry = ({ on: layer }) => layer;
const member =
  (has: (layers: { on: PDFObject; off: PDFObject }) => Record<string, unknown>): Entry =>
  (layers, { context }) =>
    context.register(context.obj({ Type: 'OCMD', ...has(layers) } as never));

describe('the picture, the text and the sheet of a page agree', () => {
  const secret = section('MC0', words('SECRET', 120)) + words('AFTER', 60);
  const cases: [title: string, page: Page, shown: string][] = [
    ['on a page without layers', { content: words('AFTER', 60) }, 'VISIBLE AFTER'],
    ['on a layer that is off', { properties: [off], content: secret }, 'VISIBLE AFTER'],
    ['on a layer that is on', { properties: [on], content: secret }, 'VISIBLE SECRET AFTER'],
    [
      'on a layer that is off because all are',
      { properties: [off], content: secret, config: { BaseState: 'OFF' } },
      'VISIBLE AFTER',
    ],
    [
      'on a layer that screens do not show',
      { properties: [off], content: secret, config: {}, offHas: { Usage: { View: { ViewState: 'OFF' } } } },
      'VISIBLE AFTER',
    ],
    [
      'on a layer that paper does not show',
      { properties: [off], content: secret, config: {}, offHas: { Usage: { Print: { PrintState: 'OFF' } } } },
      'VISIBLE SECRET AFTER',
    ],
    [
      'on nested layers',
      {
        properties: [off, on],
        content: `${section('MC0', words('SECRET', 120) + section('MC1', words('ALSO', 100)) + words('INNER', 80))}${section('MC1', words('AFTER', 60))}`,
      },
      'VISIBLE AFTER',
    ],
    [
      'where a hidden section sets what follows',
      {
        properties: [off],
        content: `${section('MC0', `1 0 0 rg 20 20 50 50 re f 1 0 0 1 30 0 cm (x) pop ${words('SECRET', 120)}`)}${words('AFTER', 60)}20 20 9 9 re f\n`,
      },
      'VISIBLE AFTER',
    ],
    [
      'on a word that hidden properties say',
      {
        properties: [off],
        content: section('MC0', `/Span <</ActualText (SECRET)>> BDC\n${words('ALSO', 120)}EMC\n`),
      },
      'VISIBLE',
    ],
    ...(['AllOn', 'AnyOff', 'AllOff', 'AnyOn'] as const).map((P): [string, Page, string] => [
      `on a member of ${P} of a layer that is on and one that is off`,
      { properties: [member((layers) => ({ P, OCGs: [layers.on, layers.off] }))], content: secret },
      P.startsWith('Any') ? 'VISIBLE SECRET AFTER' : 'VISIBLE AFTER',
    ]),
    [
      'on an expression of layers',
      {
        properties: [
          member((layers) => ({
            VE: [PDFName.of('And'), layers.on, [PDFName.of('Not'), layers.off]],
          })),
          member((layers) => ({ VE: [PDFName.of('Or'), layers.off, [PDFName.of('Not'), layers.on]] })),
        ],
        content: section('MC0', words('AFTER', 60)) + section('MC1', words('SECRET', 120)),
      },
      'VISIBLE AFTER',
    ],
    [
      'on a form of a layer, and on a layer in a form',
      {
        properties: [on],
        content: '/Hidden Do /Shown Do\n',
        more: (page, { context }, layers) => {
          const resources = page.node.Resources()!;
          const form = (content: string, has = {}) =>
            context.register(
              context.stream(content, {
                ...{ Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 300, 200] },
                Resources: { Font: resources.get(PDFName.of('Font')), Properties: { L: layers.off } },
                ...has,
              } as never),
            );
          const inside = words('AFTER', 60) + section('L', words('INNER', 40));
          resources.set(
            PDFName.of('XObject'),
            context.obj({ Hidden: form(words('SECRET', 120), { OC: layers.off }), Shown: form(inside) }),
          );
        },
      },
      'VISIBLE AFTER',
    ],
  ];
  it.each(cases)('%s', async (_title, page, shown) => {
    expect(await shownIn(page)).toBe(shown);
  });

  it('on notes: of a layer, hidden, or not for screens', async () => {
    const note = (text: string, has: Record<string, unknown>) => ({ text, has });
    const more: Page['more'] = (page, { context }, layers) => {
      const notes = [
        note('SECRET', { OC: layers.off }),
        note('ALSO', { F: 2 }),
        note('INNER', { F: 32 | 4 }),
        note('KNOWN', { F: 1 }),
        note('SHOWN', { F: 4, OC: layers.on }),
      ].map(({ text, has }, index) => {
        const y = 130 - 25 * index;
        const font = page.node.Resources()!.get(PDFName.of('Font'));
        const look = context.stream(`BT /F 14 Tf 2 5 Td (${text}) Tj ET`, {
          ...{ Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 200, 20], Resources: { Font: font } },
        } as never);
        return context.register(
          context.obj({
            ...{ Type: 'Annot', Subtype: 'Stamp', Rect: [30, y, 230, y + 20] },
            ...{ AP: { N: context.register(look) }, ...has },
          } as never),
        );
      });
      page.node.set(PDFName.of('Annots'), context.obj(notes));
    };
    for (const properties of [[off], []]) {
      const document = await PdfDocument.open(await pdf({ properties, more }));
      const sheet = await onePagePdf(document, 1);
      writeFileSync(join(folder, 'sheet.pdf'), sheet);
      const alone = await PdfDocument.open(join(folder, 'sheet.pdf'));
      expect((await drawn(alone)).equals(await drawn(document))).toBe(true);
      const bytes = await allBytes(sheet);
      for (const word of ['KNOWN', 'SHOWN']) expect(bytes).toContain(word);
      for (const word of ['SECRET', 'ALSO', 'INNER']) expect(bytes).not.toContain(word);
    }
  });
});

it('a hidden section keeps its strings, pictures and arrays together', () => {
  const hides = { section: (name: string) => name === 'A B', object: () => false };
  const content =
    '(/OC /A#20B BDC \\) \\() Tj [(EMC) 1] TJ /OC /A#20B BDC BI /W 1 ID \x00(EMC\xff EI (x) Tj 1 w EMC (y) Tj';
  expect(withoutHidden(content, hides).replace(/\s+/g, ' ')).toBe(
    '(/OC /A#20B BDC \\) \\() Tj [(EMC) 1] TJ /OC BMC 1 w EMC (y) Tj',
  );
});
