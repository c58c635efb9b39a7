import type { PdfDocument } from './pdfium.ts';

/** Hebrew, Arabic, Syriac, Thaana and their presentation forms. */
export const fromTheRight = (code: number) =>
  (code >= 0x590 && code <= 0x8ff) ||
  (code >= 0xfb1d && code <= 0xfdff) ||
  (code >= 0xfe70 && code <= 0xfeff);
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
/** Longer runs are rules and dotted lines. */
const LONGEST_RUN = 6;

export type Direction = 'left' | 'right' | null;
/** The character's own direction; signs and spaces take theirs from the characters around them. */
export const directionOf = (code: number): Direction => {
  if (fromTheRight(code)) return 'left';
  if (code <= 0x20 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return null;
  return LETTER_OR_DIGIT.test(String.fromCodePoint(code)) ? 'right' : null;
};

/**
 * Between Latin and Arabic words PDFium gives signs the direction of the previous word, whatever the line's
 * direction: "(Aorta) " on an Arabic line becomes "(Aorta )". The signs' positions on the page tell which direction
 * is right. Returns each misread run as the first and last index of its characters, which must be reversed.
 */
export function misreadRuns(document: PdfDocument, textPage: number, codes: readonly number[]) {
  const found: [first: number, last: number][] = [];
  for (let index = 1; index < codes.length; index += 1) {
    const before = directionOf(codes[index - 1]!);
    if (before === null || directionOf(codes[index]!) !== null) continue;
    let end = index;
    while (end < codes.length && isSign(codes[end]!)) end += 1;
    const behind = end < codes.length ? directionOf(codes[end]!) : null;
    const last = end - 1;
    if (behind !== null && behind !== before && last >= index && last - index < LONGEST_RUN) {
      const word = leftAndRight(document, textPage, index - 1);
      const signs = [];
      for (let each = index; each <= last; each += 1)
        if (codes[each]! > 0x20) signs.push(leftAndRight(document, textPage, each));
      // A left-to-right word ends at its right edge: the sign after it is beyond that edge.
      const isRead = isInOrder(
        before,
        leftAndRight(document, textPage, index),
        leftAndRight(document, textPage, last),
      );
      const isElsewhere = (sign: Edges | null) =>
        sign !== null &&
        word !== null &&
        (before === 'right' ? sign.right <= word.left : sign.left >= word.right);
      if (!isRead && signs.length > 0 && signs.every(isElsewhere)) found.push([index, last]);
    }
    index = Math.max(index, last);
  }
  return found;
}

const isSign = (code: number) => code !== 0x0a && code !== 0x0d && directionOf(code) === null;

/** PDFium has the signs right already: after a Latin word of an Arabic line they go on to the left. */
const isInOrder = (before: Direction, first: Edges | null, last: Edges | null) =>
  first !== null && last !== null && (before === 'right' ? first.left > last.right : last.left > first.right);

export interface Edges {
  readonly left: number;
  readonly right: number;
}
export function leftAndRight(document: PdfDocument, textPage: number, index: number): Edges | null {
  return document.withBuffer(32, (pointer, view) => {
    if (!document.library.FPDFText_GetLooseCharBox(textPage, index, pointer)) return null;
    const [left, right] = [view().getFloat32(0, true), view().getFloat32(8, true)];
    // Neighboring letters usually overlap a little.
    const hair = Math.abs(right - left) / 4;
    return { left: Math.min(left, right) + hair, right: Math.max(left, right) - hair };
  });
}
