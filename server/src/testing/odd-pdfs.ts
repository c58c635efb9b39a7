import { degrees, PDFDocument, PDFName, StandardFonts } from 'pdf-lib';
import sharp from 'sharp';
import { pdfOf } from './book-folder.ts';

/* PDFs as users have them, each with `pages` pages, made by code. */

/** An image on every page and no text. */
export async function scannedPdf(pages: number): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const scan = await sharp({ create: { width: 850, height: 1100, channels: 3, background: '#e8e2d4' } })
    .composite([
      { input: { create: { width: 600, height: 12, channels: 3, background: '#333' } }, left: 120, top: 200 },
    ])
    .jpeg()
    .toBuffer();
  const image = await document.embedJpg(scan);
  for (let page = 0; page < pages; page += 1)
    document.addPage([612, 792]).drawImage(image, { x: 0, y: 0, width: 612, height: 792 });
  return document.save();
}

/** Portrait, landscape, rotated, a poster, a card, and cropped. */
export async function mixedSizesPdf(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const add = (width: number, height: number) => {
    const page = document.addPage([width, height]);
    page.drawText(`A page of ${width} by ${height}`, { x: 20, y: height - 40, size: 12, font });
    return page;
  };
  add(595, 842);
  add(842, 595);
  add(595, 842).setRotation(degrees(90));
  add(2384, 3370);
  add(153, 243);
  add(700, 900).setCropBox(0, 500, 500, 400);
  return document.save();
}

/** The second page has a printer's note below its crop box. */
export async function notedPdf(pages: number): Promise<Uint8Array> {
  const document = await PDFDocument.load(await pdfOf(pages));
  const page = document.getPage(1);
  const { width, height } = page.getSize();
  page.drawText('Proof of Jane Doe', { x: 20, y: 10, size: 8 });
  page.setCropBox(0, 40, width, height - 40);
  return document.save();
}

/** One photograph of 48 million pixels on a small page; the other pages are ordinary. */
export async function largeImagePdf(pages: number): Promise<Uint8Array> {
  const document = await PDFDocument.load(await pdfOf(pages));
  const photograph = await sharp({
    create: { width: 8000, height: 6000, channels: 3, background: '#7a1f1f' },
  })
    .jpeg({ quality: 60 })
    .toBuffer();
  const image = await document.embedJpg(photograph);
  document.getPage(1).drawImage(image, { x: 0, y: 0, width: 360, height: 270 });
  return document.save();
}

/** Every entry of its cross-reference table is wrong, and so is the pointer to the table. */
export async function brokenXrefPdf(pages: number): Promise<Uint8Array> {
  const text = Buffer.from(await pdfOf(pages)).toString('latin1');
  return Buffer.from(
    text.replace(/^\d{10} (\d{5} n)/gm, '0000000007 $1').replace(/startxref\s+\d+/, 'startxref\n99'),
    'latin1',
  );
}

/** The second half is missing. */
export const cutPdf = async (pages: number): Promise<Uint8Array> => {
  const whole = await pdfOf(pages);
  return whole.slice(0, whole.length / 2);
};

/**
 * Arabic as typesetting programs write it: glyphs in visual order from left to right, each line beginning with its last
 * letter, and a ToUnicode map. It contains no font file, because only the text matters. The characters of `said` are marked
 * one by one, as browsers do it: their glyphs are named by shape, and /ActualText holds their meaning.
 */
export async function arabicPdf(
  pages: number,
  lines: readonly string[],
  said: Readonly<Record<string, string>> = {},
): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const { context } = document;
  const letters = [...new Set(lines.join('') + Object.values(said).join(''))];
  const hex = (value: number) => value.toString(16).padStart(4, '0');
  const codeOf = (letter: string) => hex(letters.indexOf(letter) + 1);
  const toUnicode = context.register(
    context.flateStream(
      `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Letters def /CMapType 2 def
1 begincodespacerange <0000> <ffff> endcodespacerange
${letters.length} beginbfchar
${letters.map((letter) => `<${codeOf(letter)}> <${hex(letter.codePointAt(0) ?? 0)}>`).join('\n')}
endbfchar endcmap CMapName currentdict /CMap defineresource pop end end`,
    ),
  );
  const descriptor = context.register(
    context.obj({
      Type: 'FontDescriptor',
      FontName: 'Letters',
      Flags: 4,
      FontBBox: [0, -200, 1000, 800],
      ItalicAngle: 0,
      Ascent: 800,
      Descent: -200,
      CapHeight: 700,
      StemV: 80,
    }),
  );
  const descendant = context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'CIDFontType2',
      BaseFont: 'Letters',
      CIDSystemInfo: { Registry: context.obj('Adobe'), Ordering: context.obj('Identity'), Supplement: 0 },
      FontDescriptor: descriptor,
      DW: 500,
    }),
  );
  const font = context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: 'Letters',
      Encoding: 'Identity-H',
      DescendantFonts: [descendant],
      ToUnicode: toUnicode,
    }),
  );
  for (let number = 0; number < pages; number += 1) {
    const page = document.addPage([360, 504]);
    page.node.setFontDictionary(PDFName.of('F1'), font);
    const shown = lines
      .map((line, index) => {
        const width = [...line].length * 7;
        const place = (at: number) => `1 0 0 1 ${324 - width + at * 7} ${440 - index * 30} Tm`;
        const pieces: { at: number; letters: string[] }[] = [];
        const seen = [...line]
          .reverse()
          .join('')
          .replace(/[A-Za-z]+/g, (word) => [...word].reverse().join(''));
        for (const [at, letter] of [...seen].entries()) {
          const last = pieces.at(-1);
          if (last && !said[letter] && !said[last.letters[0] ?? '']) last.letters.push(letter);
          else pieces.push({ at, letters: [letter] });
        }
        const glyphs = pieces.map(({ at, letters: [first = '', ...rest] }) => {
          const shape = said[first];
          const show = `${place(at)} <${[shape ?? first, ...rest].map(codeOf).join('')}> Tj`;
          const meant = hex(first.codePointAt(0) ?? 0);
          return shape ? `/Span <</ActualText <FEFF${meant}>>> BDC ${show} EMC` : show;
        });
        return `BT /ReversedChars BMC /F1 14 Tf ${glyphs.join('\n')} EMC ET`;
      })
      .join('\n');
    page.node.addContentStream(context.register(context.flateStream(shown)));
  }
  return document.save();
}

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');

/** One line per page in fonts that are named but not embedded, as some word processors write it. */
export async function missingFontsPdf(
  lines: readonly { readonly font: string; readonly text: string }[],
): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const { context } = document;
  for (const { font: name, text } of lines) {
    const letters = [...new Set(text)];
    const codes = letters.map((letter, index) => `<${hex(index + 1, 4)}> <${hex(letter.charCodeAt(0), 4)}>`);
    const toUnicode = `begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange
      ${letters.length} beginbfchar ${codes.join(' ')} endbfchar endcmap`;
    const descriptor = {
      ...{ Type: 'FontDescriptor', FontName: name, Flags: 32, FontBBox: [0, -200, 1000, 900] },
      ...{ ItalicAngle: 0, Ascent: 900, Descent: -200, CapHeight: 700, StemV: 80 },
    };
    const page = document.addPage([300, 200]);
    const key = page.node.newFontDictionary(
      'Missing',
      context.register(
        context.obj({
          ...{ Type: 'Font', Subtype: 'Type0', BaseFont: name, Encoding: 'Identity-H' },
          ToUnicode: context.register(context.flateStream(toUnicode)),
          DescendantFonts: [
            {
              ...{ Type: 'Font', Subtype: 'CIDFontType2', BaseFont: name, DW: 600 },
              CIDSystemInfo: { Registry: 'Adobe', Ordering: 'Identity', Supplement: 0 },
              FontDescriptor: context.register(context.obj(descriptor)),
            },
          ],
        }),
      ),
    );
    const line = [...text].map((letter) => hex(letters.indexOf(letter) + 1, 4)).join('');
    page.node.addContentStream(
      context.register(context.flateStream(`BT ${key.asString()} 20 Tf 20 100 Td <${line}> Tj ET`)),
    );
  }
  return document.save();
}

/** All pages exist, but the object of one is not a page. */
export async function damagedPagePdf(pages: number, damaged: number): Promise<Uint8Array> {
  const document = await PDFDocument.load(await pdfOf(pages));
  const page = document.getPage(damaged - 1);
  document.context.assign(page.ref, document.context.obj(7));
  return document.save();
}
