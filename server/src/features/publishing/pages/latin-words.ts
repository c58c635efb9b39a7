import { type Edges, leftAndRight } from './bracket-order.ts';
import type { PdfDocument } from './pdfium.ts';

const isLatin = (code: number) => code < 0x80 && /[A-Za-z0-9]/.test(String.fromCharCode(code));
const isDigit = (code: number) => code >= 0x30 && code <= 0x39;

/**
 * On an Arabic line PDFium puts the digits of a Latin word before its letters: "PaCO2" becomes "2PaCO". The places on the
 * page tell the order. Returns each such word as the index of its first character and the order of its characters.
 */
export function wordsByPlace(document: PdfDocument, textPage: number, codes: readonly number[]) {
  const found: { first: number; order: number[] }[] = [];
  for (let first = 0; first < codes.length; first += 1) {
    let end = first;
    while (end < codes.length && isLatin(codes[end]!)) end += 1;
    const word = codes.slice(first, end);
    if (word.some(isDigit) && !word.every(isDigit)) {
      const order = byPlace(document, textPage, first, end);
      if (order) found.push({ first, order });
    }
    first = Math.max(first, end - 1);
  }
  return found;
}

/** The indexes from left to right; null if they are so already, or if the word is not written from left to right. */
function byPlace(document: PdfDocument, textPage: number, first: number, end: number): number[] | null {
  const places: (Edges & { index: number })[] = [];
  for (let index = first; index < end; index += 1) {
    const edges = leftAndRight(document, textPage, index);
    if (!edges) return null;
    places.push({ index, ...edges });
  }
  if (places.every(({ left }, at) => at === 0 || left >= places[at - 1]!.left)) return null;
  places.sort((one, other) => one.left - other.left);
  const isOneLine = places.every(({ left }, at) => at === 0 || left >= places[at - 1]!.right);
  return isOneLine ? places.map(({ index }) => index) : null;
}
