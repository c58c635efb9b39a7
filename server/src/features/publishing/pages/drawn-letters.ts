import type { Box } from './page-transform.ts';
import type { PdfDocument } from './pdfium.ts';

/** As a share of a letter's size: equal letters that are closer together are drawn twice. */
const MAX_SHIFT = 0.4;
/**
 * As a share of the width of a letter's shape. Neighbors are further apart, also where a font states wider letters
 * than it has.
 */
const MAX_SHIFT_OF_SHAPE = 1.2;

interface Letter {
  readonly index: number;
  readonly character: string;
  readonly box: Box;
}

/**
 * Recognizes letters that a page draws again, for an outline, a shadow or a false bold. The letters of a ligature
 * have one box as well, but one glyph draws them.
 */
export class DrawnLetters {
  readonly #library: PdfDocument['library'];
  readonly #document: PdfDocument;
  readonly #textPage: number;
  /** The first letter of the last glyph that counts. */
  #counted: Letter | null = null;
  #glyph: (Letter & { readonly isAgain: boolean }) | null = null;

  constructor(document: PdfDocument, textPage: number) {
    this.#document = document;
    this.#library = document.library;
    this.#textPage = textPage;
  }

  isDrawnAgain(letter: Letter): boolean {
    const glyph = this.#glyph;
    if (glyph && this.#isOfGlyph(glyph, letter)) return glyph.isAgain;
    const isAgain = this.#counted !== null && this.#covers(this.#counted, letter);
    this.#glyph = { ...letter, isAgain };
    if (!isAgain) this.#counted = letter;
    return isAgain;
  }

  #isOfGlyph(glyph: Letter, { index, box }: Letter): boolean {
    const { left, right, top, bottom } = glyph.box;
    if (box.left !== left || box.right !== right || box.top !== top || box.bottom !== bottom) return false;
    const object = this.#library.FPDFText_GetTextObject(this.#textPage, index);
    return object !== 0 && object === this.#library.FPDFText_GetTextObject(this.#textPage, glyph.index);
  }

  #covers(last: Letter, { character, box }: Letter): boolean {
    if (last.character !== character) return false;
    const { left, right, top, bottom } = last.box;
    const shift = Math.abs(box.left - left);
    if (
      shift >= Math.abs(right - left) * MAX_SHIFT ||
      Math.abs(box.bottom - bottom) >= Math.abs(top - bottom) * MAX_SHIFT
    )
      return false;
    const width = this.#shapeWidth(last.index);
    return width <= 0 || shift < width * MAX_SHIFT_OF_SHAPE;
  }

  #shapeWidth(index: number): number {
    return this.#document.withBuffer(32, (at, view) =>
      this.#library.FPDFText_GetCharBox(this.#textPage, index, at, at + 8, at + 16, at + 24)
        ? view().getFloat64(8, true) - view().getFloat64(0, true)
        : 0,
    );
  }
}
