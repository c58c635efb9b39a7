/** The printed page numbers of a book: the same rule for a release and for the desk. */

const ROMAN = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
] as const;

export function roman(value: number): string {
  let left = value;
  let text = '';
  for (const [number, letters] of ROMAN) {
    while (left >= number) {
      text += letters;
      left -= number;
    }
  }
  return text;
}

export interface LabelRange {
  readonly from_page: number;
  readonly style: 'roman' | 'decimal';
  readonly first: number;
}

/** The printed number of a page: from the manifest, otherwise from the PDF, otherwise the page's index. */
export function printedLabel(
  page: number,
  ranges: readonly LabelRange[],
  fromPdf: readonly string[],
): string {
  const range = ranges.findLast(({ from_page }) => from_page <= page);
  if (!range) return fromPdf[page - 1] || String(page);
  const number = range.first + page - range.from_page;
  return range.style === 'roman' ? roman(number) : String(number);
}
