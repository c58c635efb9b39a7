import { headingLevels } from './page-headings.ts';
import { type Box, pageTransform } from './page-transform.ts';
import type { PdfDocument } from './pdfium.ts';
import { readingOrder } from './reading-order.ts';

/**
 * One word with its box as fractions of the page: [x, y, width, height, text, joint].
 * The joint says what stands between this word and the next in the page's text: nothing given = a space,
 * 1 = the end of a line, 2 = nothing, because a hyphen at the line's end divided the word.
 */
export type PageWord = [x: number, y: number, width: number, height: number, text: string, joint?: 1 | 2];

const BEYOND_ASCII = /[^\x20-\x7e]/;
const LIGATURES = /[\uFB00-\uFB06]/g;
const SOFT_HYPHENS = new Set([0x02, 0xfffe, 0xad]);

export interface PageWords {
  readonly words: readonly PageWord[];
  /** By the tags of a tagged PDF: the words `from` to `to` (exclusive) are a heading of this level. */
  readonly headings?: readonly (readonly [from: number, to: number, level: number])[];
}

/** The words of a page in reading order, as PDFium finds it. */
export function readWords(document: PdfDocument, page: number): PageWords {
  const { library } = document;
  const textPage = library.FPDFText_LoadPage(page);
  if (textPage === 0) return { words: [] };
  try {
    const levels = headingLevels(document, page);
    const levelAt = (index: number) => {
      if (levels.size === 0) return 0;
      const object = library.FPDFText_GetTextObject(textPage, index);
      return (object && levels.get(library.FPDFPageObj_GetMarkedContentID(object))) || 0;
    };
    const toFraction = pageTransform(document, page);
    const words = new WordCollector(toFraction);
    const { order, codeAt } = readingOrder(document, textPage);
    document.withBuffer(32, (pointer, view) => {
      for (const index of order) {
        const code = codeAt(index);
        if (code === 0x0a || code === 0x0d) words.endLine();
        else if (SOFT_HYPHENS.has(code)) words.endAtHyphen();
        else if (isSpace(code)) words.endWord();
        else if (code >= 0x20 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)) {
          let box: Box | null = null;
          // The loose box is as high as the font: marks of neighbouring words join to an even band.
          if (library.FPDFText_GetLooseCharBox(textPage, index, pointer)) {
            const at = view();
            box = {
              left: at.getFloat32(0, true),
              top: at.getFloat32(4, true),
              right: at.getFloat32(8, true),
              bottom: at.getFloat32(12, true),
            };
          }
          words.add(String.fromCodePoint(code), box, () => levelAt(index));
        }
      }
    });
    const found = words.finish();
    return levels.size > 0 ? { words: found, headings: words.headings } : { words: found };
  } finally {
    library.FPDFText_ClosePage(textPage);
  }
}

/** The page's text, of which every character can be found again in the words. */
export function textOfWords(words: readonly PageWord[]): string {
  let text = '';
  for (const [, , , , word, joint] of words) text += word + (joint === 2 ? '' : joint === 1 ? '\n' : ' ');
  return text.trimEnd();
}

const isSpace = (code: number) =>
  code === 0x20 ||
  code === 0x09 ||
  code === 0xa0 ||
  (code >= 0x2000 && code <= 0x200b) ||
  code === 0x202f ||
  code === 0x3000;

class WordCollector {
  readonly headings: [from: number, to: number, level: number][] = [];
  readonly #words: PageWord[] = [];
  #level = 0;
  readonly #toFraction: (box: Box) => Box;
  #text = '';
  #box: Box | null = null;

  constructor(toFraction: (box: Box) => Box) {
    this.#toFraction = toFraction;
  }

  add(character: string, box: Box | null, level: () => number): void {
    if (this.#text === '') this.#level = level();
    this.#text += character;
    if (!box || !(Math.abs(box.right - box.left) > 0 && Math.abs(box.top - box.bottom) > 0)) return;
    const own = this.#box;
    if (own === null) {
      this.#box = box;
      return;
    }
    // In place: this runs for every letter of a book.
    own.left = Math.min(own.left, box.left, box.right);
    own.right = Math.max(own.right, box.left, box.right);
    own.bottom = Math.min(own.bottom, box.bottom, box.top);
    own.top = Math.max(own.top, box.bottom, box.top);
  }

  endWord(joint?: 1 | 2): void {
    const text = plainLetters(this.#text);
    const box = this.#box && this.#toFraction(this.#box);
    this.#text = '';
    this.#box = null;
    if (text === '') {
      const last = this.#words.at(-1);
      if (joint === 1 && last && last[5] === undefined) last[5] = 1;
      return;
    }
    // Outside the page nobody sees it: printer's marks, hidden layers.
    if (!box || box.right <= 0 || box.left >= 1 || box.bottom <= 0 || box.top >= 1) return;
    const word: PageWord = [
      round(box.left),
      round(box.top),
      round(box.right - box.left),
      round(box.bottom - box.top),
      text,
    ];
    if (joint) word[5] = joint;
    this.#words.push(word);
    if (this.#level > 0) this.#appendHeading(this.#words.length - 1);
  }

  /** Words of one level in a row are one heading. */
  #appendHeading(index: number): void {
    const last = this.headings.at(-1);
    if (last && last[1] === index && last[2] === this.#level) last[1] = index + 1;
    else this.headings.push([index, index + 1, this.#level]);
  }

  endLine(): void {
    this.endWord(1);
  }

  endAtHyphen(): void {
    this.endWord(2);
  }

  finish(): PageWord[] {
    this.endWord();
    const last = this.#words.at(-1);
    // A hyphen at the page's end: the rest stands on another page.
    if (last?.[5] === 2) last[5] = 1;
    return this.#words;
  }
}

/** Ligatures taken apart, accents joined to their letters. Most words are plain already. */
const plainLetters = (text: string): string =>
  BEYOND_ASCII.test(text)
    ? text.replace(LIGATURES, (ligature) => ligature.normalize('NFKD')).normalize('NFC')
    : text;

const round = (value: number) => Math.round(value * 100_000) / 100_000;
