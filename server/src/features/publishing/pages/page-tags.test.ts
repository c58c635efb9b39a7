import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument, PDFName, type PDFObject, PDFString, StandardFonts } from 'pdf-lib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readWords } from './page-text.ts';
import { PdfDocument } from './pdfium.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vesalius-tags-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A structure element: its type, its children (numbers are pieces of the page's content), its alternative text. */
type Element = readonly [type: string, children: readonly (Element | number)[], alt?: string];

/** The tags of a page whose pieces are drawn in the order of `texts`, one below the other, and tagged by `tree`. */
async function tagsOf(texts: readonly string[], tree: readonly Element[]) {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const page = pdf.addPage([400, 800]);
  page.node.setFontDictionary(PDFName.of('F'), font.ref);
  const { context } = pdf;
  const drawn = texts.map(
    (text, index) => `/P <</MCID ${index}>> BDC BT /F 12 Tf 40 ${740 - index * 40} Td (${text}) Tj ET EMC`,
  );
  page.node.set(PDFName.of('Contents'), context.register(context.stream(drawn.join('\n'))));
  page.node.set(PDFName.of('StructParents'), context.obj(0));

  const owners: PDFObject[] = [];
  const root = context.nextRef();
  const add = ([type, children, alt]: Element, parent: PDFObject): PDFObject => {
    const own = context.nextRef();
    const kids = children.map((child) => {
      if (typeof child !== 'number') return add(child, own);
      owners[child] = own;
      return context.obj(child);
    });
    const element = context.obj({ Type: 'StructElem', S: type, P: parent, Pg: page.ref, K: kids });
    if (alt) element.set(PDFName.of('Alt'), PDFString.of(alt));
    context.assign(own, element);
    return own;
  };
  const kids = tree.map((element) => add(element, root));
  const parents = context.obj({ Nums: [0, owners] });
  context.assign(
    root,
    context.obj({ Type: 'StructTreeRoot', K: kids, ParentTree: context.register(parents) }),
  );
  pdf.catalog.set(PDFName.of('StructTreeRoot'), root);
  pdf.catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }));
  const path = join(folder, 'tagged.pdf');
  writeFileSync(path, await pdf.save());
  const opened = await PdfDocument.open(path);
  const { words, tags } = opened.withPage(1, (handle) => readWords(opened, handle));
  return tags?.map(([role, pairs, alt]) => {
    const own: string[] = [];
    for (let at = 0; at + 1 < pairs.length; at += 2)
      own.push(...words.slice(pairs[at], pairs[at + 1]).map((word) => word[4]));
    return [role, own.join(' '), ...(alt ? [alt] : [])];
  });
}

it('reads a page in the order of its tags', async () => {
  const found = await tagsOf(
    ['Second paragraph', 'A heading', 'in the middle', 'First', '12'],
    [
      ['H2', [1]],
      ['P', [3, ['Span', [2]]]],
      ['P', [0]],
    ],
  );
  expect(found).toEqual([
    ['H2', 'A heading'],
    ['P', 'First in the middle'],
    ['P', 'Second paragraph'],
    // The page number has no tag: it is read after everything else.
    ['P', '12'],
  ]);
});

it('has a figure’s alternative text in its place', async () => {
  const found = await tagsOf(
    ['Before', 'aorta label', 'after it'],
    [['P', [0, ['Figure', [1], 'The aorta and its branches'], 2]]],
  );
  expect(found).toEqual([
    ['P', 'Before'],
    ['Figure', '', 'The aorta and its branches'],
    ['P', 'after it'],
  ]);
});

it('has the rows and cells of a table, and the items of a list', async () => {
  const found = await tagsOf(
    ['Drug', 'Dose', 'Heparin', '5000', '-', 'one', 'two'],
    [
      [
        'Table',
        [
          [
            'TR',
            [
              ['TH', [0]],
              ['TH', [['P', [1]]]],
            ],
          ],
          [
            'TR',
            [
              ['TD', [['P', [2]]]],
              ['TD', [3]],
            ],
          ],
        ],
      ],
      [
        'L',
        [
          [
            'LI',
            [
              ['Lbl', [4]],
              ['LBody', [['P', [5]]]],
            ],
          ],
          ['LI', [['LBody', [6]]]],
        ],
      ],
    ],
  );
  expect(found).toEqual([
    ['Table', ''],
    ['TR', ''],
    ['TH', 'Drug'],
    ['TH', 'Dose'],
    ['TR', ''],
    ['TD', 'Heparin'],
    ['TD', '5000'],
    ['TableEnd', ''],
    ['LI', '- one'],
    ['LI', 'two'],
  ]);
});

it('ignores tags that hold little of the page', async () => {
  expect(await tagsOf(['One', 'Two', 'Three'], [['P', [0]]])).toBeUndefined();
  expect(await tagsOf(['One', 'Two', 'Three'], [])).toBeUndefined();
});
