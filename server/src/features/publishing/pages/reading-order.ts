import { directionOf, fromTheRight, misreadRuns } from './bracket-order.ts';
import { wordsByPlace } from './latin-words.ts';
import { orderNumbers } from './numbers-in-arabic.ts';
import type { PdfDocument } from './pdfium.ts';

/** Characters that are mirrored in right-to-left text, as far as books use them. */
const TURNED = new Map<number, number>();
for (const [one, other] of ['()', '[]', '{}', '<>', '«»', '‹›', '≤≥', '⟨⟩']) {
  const [opens, closes] = [String(one).codePointAt(0) ?? 0, String(other).codePointAt(0) ?? 0];
  TURNED.set(opens, closes).set(closes, opens);
}
/** The maximum length of one character's /ActualText in bytes, with a margin: longer texts stand for whole words. */
const LONGEST = 16;

export interface ReadingOrder {
  /** The characters' indexes in reading order. */
  readonly order: readonly number[];
  /** The intended character. */
  readonly codeAt: (index: number) => number;
}

/**
 * PDFium mirrors brackets between Arabic letters, which is right for a glyph that was named by its shape. A PDF that
 * states the characters of its glyphs, as browsers do (/ActualText, /ReversedChars), has them right already.
 */
export function readingOrder(document: PdfDocument, textPage: number): ReadingOrder {
  const { library } = document;
  const count = library.FPDFText_CountChars(textPage);
  const codes = Array.from({ length: count }, (_, index) => library.FPDFText_GetUnicode(textPage, index));
  const order = codes.map((_, index) => index);
  if (!codes.some(fromTheRight)) return { order, codeAt: (index) => codes[index] ?? 0 };

  const misread = new Set<number>();
  for (const [first, last] of misreadRuns(document, textPage, codes))
    for (let index = first; index <= last; index += 1) {
      order[index] = last - (index - first);
      misread.add(index);
    }
  for (const word of wordsByPlace(document, textPage, codes))
    for (const [at, index] of word.order.entries()) order[word.first + at] = index;
  /** PDFium does not mirror a bracket after a left-to-right letter. */
  const wasTurned = (index: number) => {
    for (let before = index - 1; before >= 0; before -= 1) {
      const code = codes[before] ?? 0;
      const direction = directionOf(code);
      if (code === 0x0a || code === 0x0d || direction === 'left') return true;
      if (direction === 'right') return false;
    }
    return true;
  };
  const codeAt = (index: number): number => {
    const code = codes[index] ?? 0;
    const turned = TURNED.get(code);
    if (turned === undefined) return code;
    const { text, reversed } = whatIsSaid(document, library.FPDFText_GetTextObject(textPage, index));
    if (text !== '') {
      const [meant = code, more] = [...text].map((character) => character.codePointAt(0) ?? 0);
      return more === undefined && TURNED.has(meant) ? meant : code;
    }
    if (reversed) return wasTurned(index) ? turned : code;
    return misread.has(index) ? turned : code;
  };
  return { order: orderNumbers(document, textPage, codes, order), codeAt };
}

/** The text that the PDF states for a piece of its text, and whether it is written backwards. */
function whatIsSaid(document: PdfDocument, object: number): { text: string; reversed: boolean } {
  const { library } = document;
  const said = { text: '', reversed: false };
  const marks = object === 0 ? 0 : library.FPDFPageObj_CountMarks(object);
  document.withBuffer(4, (length, view) => {
    for (let index = 0; index < marks; index += 1) {
      const mark = library.FPDFPageObj_GetMark(object, index);
      const name = document.text((pointer, capacity) =>
        library.FPDFPageObjMark_GetName(mark, pointer, capacity, length) ? view().getUint32(0, true) : 0,
      );
      if (name === 'ReversedChars') said.reversed = true;
      if (name !== 'Span') continue;
      // The raw bytes: PDFium's own text call reads them as UTF-8.
      const key = 'ActualText';
      library.FPDFPageObjMark_GetParamBlobValue(mark, key, 0, 0, length);
      const size = view().getUint32(0, true);
      if (size === 0 || size > LONGEST) continue;
      said.text = document.withBuffer(size, (pointer) =>
        library.FPDFPageObjMark_GetParamBlobValue(mark, key, pointer, size, length)
          ? decoded(document.bytes(pointer, size))
          : '',
      );
    }
  });
  return said;
}

/** Decodes a text string of a PDF: UTF-16 with a byte order mark, else Latin-1, which is enough here. */
const decoded = (bytes: Buffer): string =>
  bytes[0] === 0xfe && bytes[1] === 0xff
    ? Buffer.from(bytes.subarray(2, 2 + ((bytes.length - 2) & ~1)))
        .swap16()
        .toString('utf16le')
    : bytes.toString('latin1');
