import { fromTheRight, leftAndRight } from './bracket-order.ts';
import type { PdfDocument } from './pdfium.ts';

const isEndOfLine = (code: number) => code === 0x0a || code === 0x0d;
const SIGNS = '.,:;!%\u060c\u061b\u061f';
const SIGNED_NUMBER = new RegExp(`^([${SIGNS}]+)(\\d(?:[\\d.,:/-]*\\d)?)$`);
const NUMBER = /^[<>≤≥]?\d(?:[\d.,:/-]*\d)?$/;
const NAME = new RegExp(`^([A-Za-z][A-Za-z0-9+/-]*)[${SIGNS}]*$`);
/** They follow their number; every other Latin word beside a number is the name of what was measured. */
const UNIT =
  /^(?:[kMGmnp]?(?:mol|g|m|s|l|L|V|A|W|J|Hz|Pa|Gy|Sv|Eq|Osm|U|cal)|mc?g|[cd]m|dL|min|h|d|mmHg|cmH2O|IU|bpm|rpm|C|F|K)(?:\/|$)/;

/**
 * On an Arabic line PDFium reads numbers and Latin words one by one from the right, and the sign behind a number before
 * it: "pH 7.32 و HCO3 17." becomes "7.32 pH و .17 HCO3". Returns the characters' indexes in the order of the sentence.
 * What is printed does not tell "pH 7.32" from "7.32 pH" (Unicode Bidirectional Algorithm, W2 and W7): a name comes before its
 * value, a unit after it.
 */
export function orderNumbers(
  document: PdfDocument,
  textPage: number,
  codes: readonly number[],
  order: readonly number[],
): number[] {
  const isLeftOf = (one: number, other: number) => {
    const [left, right] = [leftAndRight(document, textPage, one), leftAndRight(document, textPage, other)];
    return left !== null && right !== null && left.right <= right.left;
  };
  const found: number[] = [];
  for (const line of linesOf(codes, order)) {
    if (!isArabic(line.map((index) => codes[index] ?? 0))) {
      found.push(...line);
      continue;
    }
    const parts = partsOf(codes, line).map((part) => {
      const [, signs = '', digits] = SIGNED_NUMBER.exec(textOf(codes, part)) ?? [];
      const isBehind = digits !== undefined && isLeftOf(part[0] ?? 0, part[signs.length] ?? 0);
      return isBehind ? [...part.slice(signs.length), ...part.slice(0, signs.length).reverse()] : part;
    });
    for (let at = 0; at + 2 < parts.length; at += 1) {
      const [number = [], space = [], word = []] = parts.slice(at, at + 3);
      const [, name] = NAME.exec(textOf(codes, word)) ?? [];
      const isValue = name !== undefined && !UNIT.test(name) && NUMBER.test(textOf(codes, number));
      if (!isValue || !isLeftOf(word[name.length - 1] ?? 0, number[0] ?? 0)) continue;
      parts.splice(at, 3, word.slice(0, name.length), space, [...number, ...word.slice(name.length)]);
      at += 2;
    }
    found.push(...parts.flat());
  }
  return found;
}

const textOf = (codes: readonly number[], part: readonly number[]) =>
  String.fromCodePoint(...part.map((index) => codes[index] ?? 0));

const isArabic = (codes: readonly number[]): boolean => {
  const fromRight = codes.filter(fromTheRight).length;
  const latin = codes.filter((code) => (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a).length;
  return fromRight > latin;
};

/** With the characters that end them. */
function* linesOf(codes: readonly number[], order: readonly number[]): Generator<number[]> {
  let line: number[] = [];
  for (const index of order) {
    line.push(index);
    if (!isEndOfLine(codes[index] ?? 0)) continue;
    yield line;
    line = [];
  }
  if (line.length > 0) yield line;
}

/** Words and what separates them, in turn. */
function partsOf(codes: readonly number[], line: readonly number[]): number[][] {
  const parts: number[][] = [];
  let wasSpace: boolean | null = null;
  for (const index of line) {
    const isSpace = (codes[index] ?? 0) <= 0x20;
    if (isSpace === wasSpace) parts.at(-1)?.push(index);
    else parts.push([index]);
    wasSpace = isSpace;
  }
  return parts;
}
