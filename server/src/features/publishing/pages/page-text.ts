import type { PageTag } from '@vesalius/contract/reader-text';
import { DrawnLetters } from './drawn-letters.ts';
import { type PageTags, readTags } from './page-tags.ts';
import { type Box, pageTransform } from './page-transform.ts';
import type { PdfDocument } from './pdfium.ts';
import { readingOrder } from './reading-order.ts';

/**
 * One word with its box as fractions of the page: [x, y, width, height, text, joint]. The joint says what separates
 * the word from the next one in the page's text: none given = a space, 1 = the end of a line, 2 = nothing, because a
 * hyphen at the end of the line divides the word.
 */
export type PageWord = [x: number, y: number, width: number, height: number, text: string, joint?: 1 | 2];

const BEYOND_ASCII = /[^\x20-\x7e]/;
const LIGATURES = /[\uFB00-\uFB06]/g;
const SOFT_HYPHENS = new Set([0x02, 0xfffe, 0xad]);
/** Browsers and typesetting programs write it where they divide a word; within a line it is part of the word. */
const TYPESET_HYPHEN = 0x2010;

export interface PageWords {
  readonly words: readonly PageWord[];
  /** Headings from the tags of a tagged PDF: the words `from` to `to` (exclusive) are a heading of this level. */
  readonly headings?: readonly (readonly [from: number, to: number, level: number])[];
  /** The page in the order of its tags, if they contain most of its words. */
  readonly tags?: readonly PageTag[];
  /** Words that are wholly outside of the visible page, and not in `words`. */
  readonly hasTextOutside?: true;
}

/** The minimum share of a page's words within tags: below it, the tags are not used. */
const MOSTLY = 0.5;

/** The words of a page in PDFium's reading order. `tags` are given where the open page was taken out of a tagged document. */
export function readWords(
  document: PdfDocument,
  page: number,
  tags: PageTags = readTags(document, page),
): PageWords {
  const { library } = document;
  const textPage = library.FPDFText_LoadPage(page);
  if (textPage === 0) return { words: [] };
  try {
    const contentAt = (index: number) => {
      if (tags.blocks.length === 0) return -1;
      const object = library.FPDFText_GetTextObject(textPage, index);
      return object ? library.FPDFPageObj_GetMarkedContentID(object) : -1;
    };
    const toFraction = pageTransform(document, page);
    const words = new WordCollector(toFraction, tags.levels);
    const drawn = new DrawnLetters(document, textPage);
    const { order, codeAt } = readingOrder(document, textPage);
    document.withBuffer(32, (pointer, view) => {
      const endsLine = (code: number) => code === 0x0a || code === 0x0d;
      for (const [position, index] of order.entries()) {
        const code = codeAt(index);
        const next = order[position + 1];
        const divides = code === TYPESET_HYPHEN && next !== undefined && endsLine(codeAt(next));
        if (endsLine(code)) words.endLine();
        else if (SOFT_HYPHENS.has(code) || divides) words.endAtHyphen();
        else if (isSpace(code)) words.endWord();
        else if (code >= 0x20 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)) {
          let box: Box | null = null;
          // The loose box is as high as the font: highlights of neighboring words form an even band.
          if (library.FPDFText_GetLooseCharBox(textPage, index, pointer)) {
            const at = view();
            box = {
              left: at.getFloat32(0, true),
              top: at.getFloat32(4, true),
              right: at.getFloat32(8, true),
              bottom: at.getFloat32(12, true),
            };
          }
          const character = String.fromCodePoint(code);
          if (box && drawn.isDrawnAgain({ index, character, box })) continue;
          words.add(character, box && { ...box }, () => contentAt(index));
        }
      }
    });
    const found = words.finish();
    const ordered = tagsOfWords(tags, words.contents);
    return {
      words: found,
      ...(tags.levels.size > 0 ? { headings: words.headings } : {}),
      ...(ordered ? { tags: ordered } : {}),
      ...(words.hasTextOutside ? { hasTextOutside: true as const } : {}),
    };
  } finally {
    library.FPDFText_ClosePage(textPage);
  }
}

/** The blocks with the words of their content; words outside of all tags (running heads, page numbers) come last. */
function tagsOfWords({ blocks }: PageTags, contents: readonly number[]): PageTag[] | null {
  const wordsOf = new Map<number, number[]>();
  for (const [word, content] of contents.entries()) {
    const known = wordsOf.get(content);
    if (known) known.push(word);
    else wordsOf.set(content, [word]);
  }
  const found: PageTag[] = [];
  let count = 0;
  for (const { role, contents: own, alt } of blocks) {
    const words = own.flatMap((content) => wordsOf.get(content) ?? []);
    for (const content of own) wordsOf.delete(content);
    count += words.length;
    const isPart = role === 'Table' || role === 'TR' || role === 'TH' || role === 'TD' || role === 'TableEnd';
    // A figure's alternative text replaces the words within it.
    const pairs = role === 'Figure' ? [] : pairsOf(words);
    if (words.length > 0 || alt || isPart) found.push(alt ? [role, pairs, alt] : [role, pairs]);
  }
  if (
    count < contents.length * MOSTLY ||
    !found.some(([role, pairs, alt]) => pairs.length > 0 || alt || role === 'Figure')
  )
    return null;
  const rest = [...wordsOf.values()].flat().sort((a, b) => a - b);
  if (rest.length > 0) found.push(['P', pairsOf(rest)]);
  return found;
}

/** Groups word indexes into pairs of from and to (exclusive), in the given order. */
function pairsOf(words: readonly number[]): number[] {
  const pairs: number[] = [];
  for (const word of words)
    if (pairs.at(-1) === word) pairs[pairs.length - 1] = word + 1;
    else pairs.push(word, word + 1);
  return pairs;
}

/** The page's text. Each of its characters belongs to one of the words, or to a joint. */
export function textOfWords(words: readonly Readonly<PageWord>[]): string {
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
  /** The marked content in which each word begins. */
  readonly contents: number[] = [];
  hasTextOutside = false;
  readonly #words: PageWord[] = [];
  readonly #levels: ReadonlyMap<number, number>;
  #content = -1;
  readonly #toFraction: (box: Box) => Box;
  #text = '';
  #box: Box | null = null;

  constructor(toFraction: (box: Box) => Box, levels: ReadonlyMap<number, number>) {
    this.#toFraction = toFraction;
    this.#levels = levels;
  }

  add(character: string, box: Box | null, content: () => number): void {
    if (this.#text === '') this.#content = content();
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
    // Skips invisible text outside of the page: printer's marks, hidden layers.
    if (!box) return;
    if (box.right <= 0 || box.left >= 1 || box.bottom <= 0 || box.top >= 1) {
      this.hasTextOutside = true;
      return;
    }
    const word: PageWord = [
      round(box.left),
      round(box.top),
      round(box.right - box.left),
      round(box.bottom - box.top),
      text,
    ];
    if (joint) word[5] = joint;
    this.#words.push(word);
    this.contents.push(this.#content);
    const level = this.#levels.get(this.#content);
    if (level) this.#appendHeading(this.#words.length - 1, level);
  }

  /** Consecutive words of one level are one heading. */
  #appendHeading(index: number, level: number): void {
    const last = this.headings.at(-1);
    if (last && last[1] === index && last[2] === level) last[1] = index + 1;
    else this.headings.push([index, index + 1, level]);
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
    // A hyphen at the end of the page: the rest of the word is on another page.
    if (last?.[5] === 2) last[5] = 1;
    return this.#words;
  }
}

/** Splits ligatures, and joins accents to their letters. Most words are plain already. */
const plainLetters = (text: string): string =>
  BEYOND_ASCII.test(text)
    ? text.replace(LIGATURES, (ligature) => ligature.normalize('NFKD')).normalize('NFC')
    : text;

const round = (value: number) => Math.round(value * 100_000) / 100_000;
