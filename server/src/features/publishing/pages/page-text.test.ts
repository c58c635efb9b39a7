import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findHits, parseSearch } from '@vesalius/contract/reader-search';
import { degrees, PDFDict, PDFDocument, PDFName, type PDFPage, StandardFonts } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addContent, addJoinedFont } from '../../../testing/ligature-pdf.ts';
import { readWords, textOfWords } from './page-text.ts';
import { PdfDocument } from './pdfium.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vesalius-text-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The words of a page of 360 x 504 points with a large "Word" whose first letter begins at 80, 400. */
async function wordsOf(change: (page: PDFPage) => void, lines = ['Word']) {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const page = document.addPage([360, 504]);
  for (const [index, line] of lines.entries())
    page.drawText(line, { x: 80, y: 400 - index * 24, size: 20, font });
  change(page);
  const path = join(folder, 'page.pdf');
  writeFileSync(path, await document.save());
  const opened = await PdfDocument.open(path);
  return opened.withPage(1, (handle) => readWords(opened, handle).words);
}

describe('words of a page', () => {
  // Where the letters begin, from the upper left corner of the page as displayed.
  it.each<[string, (page: PDFPage) => void, x: number, y: number]>([
    ['upright', () => {}, 80 / 360, 104 / 504],
    ['turned right', (page) => page.setRotation(degrees(90)), 400 / 504, 80 / 360],
    ['upside down', (page) => page.setRotation(degrees(180)), 280 / 360, 400 / 504],
    ['turned left', (page) => page.setRotation(degrees(270)), 104 / 504, 280 / 360],
    ['cropped', (page) => page.setCropBox(60, 100, 200, 400), 20 / 200, 100 / 400],
  ])('of one %s lie where they are seen', async (_title, change, x, y) => {
    const [[left, top, width, height] = [0, 0, 0, 0]] = await wordsOf(change);
    // The corner of the box at the start of the base line is near that point.
    const near = (value: number, from: number, to: number) => value > from - 0.02 && value < to + 0.02;
    expect(near(x, left, left + width)).toBe(true);
    expect(near(y, top, top + height)).toBe(true);
    expect(width * height).toBeLessThan(0.03);
  });

  it('of a label that is drawn twice, for an outline or a shadow, have each letter once', async () => {
    const words = await wordsOf((page) => {
      // Letter by letter, as drawing programs write it, and again with a small offset.
      const { context } = page.doc;
      const starts = [80, 91.1, 97.8, 108.9, 114.5, 120];
      const again = [...'pretty'].map((letter, index) => {
        const x = starts[index] ?? 0;
        return `1 0 0 1 ${x} 300 Tm (${letter}) Tj 1 0 0 1 ${x + 0.6} 299.6 Tm (${letter}) Tj`;
      });
      const typeface = page.node.Resources()?.lookup(PDFName.of('Font'), PDFDict)?.keys()[0];
      page.node.addContentStream(
        context.register(context.stream(`BT ${typeface} 20 Tf ${again.join(' ')} ET`)),
      );
    });
    expect(words.map(([, , , , text]) => text)).toEqual(['Word', 'pretty']);
  });

  // Typesetting programs write the font's text for a glyph (/ToUnicode): one glyph may stand for several letters.
  it.each([
    ['ff', 'difference', 'di{ff}erence'],
    ['ffi', 'sufficient', 'su{ffi}cient'],
    ['ffl', 'shuffle', 'shu{ffl}e'],
    ['fi', 'first', '{fi}rst'],
    ['tt', 'attack', 'a{tt}ack'],
    ['11', 'V11', 'V{11}'],
    ['sss', 'hisss', 'hi{sss}'],
  ])('have every letter of the ligature "%s"', async (letters, text, drawn) => {
    const draw = (x: number) => `/Joined 20 Tf 1 0 0 1 ${x} 300 Tm (${drawn.replace(/{.*}/, '\\001')}) Tj`;
    const words = await wordsOf((page) => {
      addJoinedFont(page, letters);
      addContent(page, `BT ${draw(80)} ET`);
    });
    expect(words.map(([, , , , each]) => each)).toEqual(['Word', text]);
  });

  it('have a ligature once that is drawn twice', async () => {
    const words = await wordsOf((page) => {
      addJoinedFont(page, 'ffi');
      const glyphs = [...'o\u0001ce'].map((glyph, index) => {
        const [x, code] = [80 + index * 10, glyph === '\u0001' ? '\\001' : glyph];
        return `1 0 0 1 ${x} 300 Tm (${code}) Tj 1 0 0 1 ${x + 0.6} 299.6 Tm (${code}) Tj`;
      });
      addContent(page, `BT /Joined 20 Tf ${glyphs.join(' ')} ET`);
    });
    expect(words.map(([, , , , text]) => text)).toEqual(['Word', 'office']);
  });

  it('have every letter that a PDF states for its text', async () => {
    const words = await wordsOf((page) => {
      addJoinedFont(page, 'ff');
      addContent(page, 'BT /Joined 20 Tf 80 300 Td /Span << /ActualText (Vessel 11) >> BDC (V..) Tj EMC ET');
    });
    expect(words.map(([, , , , text]) => text)).toEqual(['Word', 'Vessel', '11']);
  });

  it.each([
    ['drawn closely', '-4.5 Tc (all 11) Tj'],
    ['condensed', '30 Tz (all 11) Tj'],
  ])('have every letter of a text that is %s', async (_title, text) => {
    const words = await wordsOf((page) => {
      addJoinedFont(page, 'ff', 'Courier');
      addContent(page, `BT /Joined 20 Tf 80 300 Td ${text} ET`);
    });
    expect(words.map(([, , , , each]) => each)).toEqual(['Word', 'all', '11']);
  });

  it('have every letter where the font states wider letters than it has', async () => {
    const words = await wordsOf((page) => {
      addJoinedFont(page, 'ff', 'Helvetica', 1000);
      // Each letter is placed: the stated widths are not used.
      const placed = [...'all'].map((letter, index) => `1 0 0 1 ${80 + index * 5} 300 Tm (${letter}) Tj`);
      addContent(page, `BT /Joined 20 Tf ${placed.join(' ')} ET`);
    });
    expect(words.map(([, , , , text]) => text)).toEqual(['Word', 'all']);
  });

  it('have a text once that is drawn again for a false bold', async () => {
    const words = await wordsOf((page) => {
      addJoinedFont(page, 'ff');
      const heading = 'The e\\001ect of 11 letters';
      addContent(page, `BT /Joined 20 Tf 80 300 Td (${heading}) Tj 0.4 0 Td (${heading}) Tj ET`);
    });
    expect(textOfWords(words)).toBe('Word\nThe effect of 11 letters');
  });

  it('state where a line ends', async () => {
    const words = await wordsOf(() => {}, ['One two', 'three']);
    expect(words.map(([, , , , text, joint]) => [text, joint])).toEqual([
      ['One', undefined],
      ['two', 1],
      ['three', undefined],
    ]);
  });

  it('are joined if the hyphen of a typesetting program divides them at the end of a line', async () => {
    const words = await wordsOf((page) => {
      const { context } = page.doc;
      const font = context.obj({
        Type: 'Font',
        Subtype: 'Type1',
        BaseFont: 'Helvetica',
        Encoding: {
          Type: 'Encoding',
          BaseEncoding: 'WinAnsiEncoding',
          Differences: [45, PDFName.of('uni2010')],
        },
      });
      page.node.setFontDictionary(PDFName.of('Typeset'), context.register(font));
      const text = 'BT /Typeset 20 Tf 80 400 Td (The ventri-) Tj 0 -24 Td (cle and T-waves) Tj ET';
      page.node.set(PDFName.of('Contents'), context.register(context.stream(text)));
    }, []);
    expect(words.map(([, , , , text, joint]) => [text, joint])).toEqual([
      ['The', undefined],
      ['ventri', 2],
      ['cle', undefined],
      ['and', undefined],
      ['T\u2010waves', undefined],
    ]);
  });

  it('with their own hyphen are found with it and without it, wherever a line ends in them', async () => {
    const words = await wordsOf(() => {}, ['a long-term, a long-', 'term and a Q-', 'T interval']);
    const text = textOfWords(words);
    const found = (query: string) =>
      findHits(text, parseSearch(query)).map(({ start, end }) => text.slice(start, end).replace(/\s/g, ''));
    for (const query of ['long-term', 'longterm']) {
      expect(found(query)).toHaveLength(2);
      expect(found(query).map((hit) => hit.replace('-', ''))).toEqual(['longterm', 'longterm']);
    }
    expect(found('Q-T')).toHaveLength(1);
    expect(found('qt')).toHaveLength(1);
  });

  it('outside of the visible page do not exist', async () => {
    expect(await wordsOf((page) => page.setCropBox(0, 0, 360, 100))).toEqual([]);
  });
});
